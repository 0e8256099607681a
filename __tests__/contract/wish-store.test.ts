/** Every store of wishes keeps the promises of the port. A new one is one more line here. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { openPostgresStore } from "../../src/service/storage/postgres/open-postgres-store.js";
import { SqlWishStore } from "../../src/service/storage/sql/sql-wish-store.js";
import { openSqlite } from "../../src/service/storage/sqlite/open-sqlite-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import { wishStoreContract } from "./wish-store.js";

describe("sqlite", () =>
  wishStoreContract(async () => {
    const { store, db } = await openSqlite({ path: ":memory:", engine: "1.0.0" });
    return { wishes: new SqlWishStore(db), close: () => store.close() };
  }));
describe("postgres", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  }, 60_000);
  afterAll(() => database.drop());
  wishStoreContract(async () => {
    await onPostgres(database.url, "truncate wishes");
    const { store, db } = await openPostgresStore({ url: database.url, engine: "1.0.0" });
    return { wishes: new SqlWishStore(db), close: () => store.close() };
  });
});
