/** Every store of tokens keeps the promises of the port. A new one is one more line here. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { createMemoryTokenStore } from "../../src/service/storage/memory/memory-token-store.js";
import { openPostgresStore } from "../../src/service/storage/postgres/open-postgres-store.js";
import { SqlTokenStore } from "../../src/service/storage/sql/sql-token-store.js";
import { openSqlite } from "../../src/service/storage/sqlite/open-sqlite-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import { tokenStoreContract } from "./token-store.js";

const nothing = () => Promise.resolve();

describe("memory", () =>
  tokenStoreContract(() => Promise.resolve({ tokens: createMemoryTokenStore(), close: nothing })));
describe("sqlite", () =>
  tokenStoreContract(async () => {
    const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
    return { tokens: new SqlTokenStore(db), close: () => store.close() };
  }));
describe("postgres", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  }, 60_000);
  afterAll(() => database.drop());
  tokenStoreContract(async () => {
    await onPostgres(database.url, "truncate tokens");
    const { store, db } = await openPostgresStore({ url: database.url, engine: "1.0.0" });
    return { tokens: new SqlTokenStore(db), close: () => store.close() };
  });
});
