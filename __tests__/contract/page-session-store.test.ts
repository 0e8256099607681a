/** Every store of the web pages' sessions keeps the promises of the port. A new one is one more line here. */
import { describe } from "@jest/globals";
import { SqlPageSessionStore } from "../../src/service/store/sql/sql-page-session-store.js";
import { MAIN } from "../support/api-world.js";
import { createMemoryPageSessionStore } from "../support/memory-page-session-store.js";
import { aQueue } from "../support/queue-builder.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { pageSessionStoreContract } from "./page-session-store.js";

describe("memory", () =>
  pageSessionStoreContract(() =>
    Promise.resolve({
      sessions: createMemoryPageSessionStore(),
      queue: aQueue().id,
      close: () => Promise.resolve(),
    }),
  ));
describeSqlStores("page_sessions, queues", (open) =>
  pageSessionStoreContract(async () => {
    const { db, store, close } = await open();
    const queue = aQueue();
    await store.create(MAIN, queue);
    return { sessions: new SqlPageSessionStore(db), queue: queue.id, close };
  }),
);
