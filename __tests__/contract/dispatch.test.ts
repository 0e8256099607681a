/** The dispatch keeps the promises of the port: for one process alone, and for replicas. */
import { describe } from "@jest/globals";
import { systemClock } from "../../src/service/app/open-work.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import { StoreDispatch } from "../../src/service/work/store-dispatch.js";
import { createMemoryStore } from "../support/memory-queue-store.js";
import { migratedDatabase } from "../support/postgres-server.js";
import { type SharedReplica, sharedReplica } from "../support/shared-replica.js";
import { type DispatchWorld, dispatchContract, POLL_MS } from "./dispatch.js";

async function inOneProcess(): Promise<DispatchWorld> {
  const store = createMemoryStore();
  const parts = { store, clock: systemClock, log: SILENT_LOG, pollIntervalMs: POLL_MS };
  return Promise.resolve({
    store,
    newDispatch: async () => Promise.resolve(new StoreDispatch(parts)),
    close: async () => store.close(),
  });
}

/** What is decided is sent by a replica that takes nothing itself. */
async function onPostgres(): Promise<DispatchWorld> {
  const database = await migratedDatabase();
  const sender = await sharedReplica(database.url, POLL_MS);
  const replicas: SharedReplica[] = [];
  return {
    store: sender.store,
    newDispatch: async () => {
      const replica = await sharedReplica(database.url, POLL_MS);
      replicas.push(replica);
      return replica.dispatch;
    },
    close: async () => {
      for (const replica of [sender, ...replicas]) await replica.stop();
      await database.drop();
    },
  };
}

describe("work that replicas share", () => dispatchContract(onPostgres));
describe("work of one process", () => dispatchContract(inOneProcess));
