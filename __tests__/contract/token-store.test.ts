/** Every store of tokens keeps the promises of the port. A new one is one more line here. */
import { describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { SqlTokenStore } from "../../src/service/store/sql/sql-token-store.js";
import { openSqlite } from "../../src/service/store/sqlite/open-sqlite-store.js";
import { createMemoryTokenStore } from "../support/memory-token-store.js";
import { describeSqlStores } from "../support/sql-stores.js";
import { tokenStoreContract } from "./token-store.js";

const nothing = () => Promise.resolve();

describe("memory", () =>
  tokenStoreContract(() => Promise.resolve({ tokens: createMemoryTokenStore(), close: nothing })));
describeSqlStores("tokens", (open) =>
  tokenStoreContract(async () => {
    const { db, close } = await open();
    return { tokens: new SqlTokenStore(db), close };
  }),
);

const DAMAGED = `insert into tokens (id, name, digest, scopes, repositories, created_at)
  values ('00000000', 'damaged', 'd1', 'all of them', '{}', 1), ('00000001', 'whole', 'd2', '["status"]', 'null', 2)`;

it("a row that is damaged allows nothing, and keeps nobody else's from being read", async () => {
  const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
  await sql.raw(DAMAGED).execute(db);
  expect(await new SqlTokenStore(db).list()).toMatchObject([
    { name: "damaged", scopes: [], repositories: [] },
    { name: "whole", scopes: ["status"], repositories: null },
  ]);
  await store.close();
});
