/** Every queue store keeps the promises of the port. A new store is one more line here. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe } from "@jest/globals";
import { openPostgresStore } from "../../src/service/store/postgres/open-postgres-store.js";
import { createMemoryStore } from "../support/memory-queue-store.js";
import { openSqliteStore } from "../support/open-sqlite-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import { reopeningStore } from "../support/reopening-store.js";
import { effectClaimsContract } from "./effect-claims.js";
import { queueHistoryContract } from "./queue-history.js";
import { ENGINE, queueStoreContract } from "./queue-store.js";

const folder = mkdtempSync(join(tmpdir(), "queue-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function openNewFile() {
  files += 1;
  return openFile(files)();
}

function openFile(number: number) {
  return () => openSqliteStore({ path: join(folder, `${number}.sqlite`), engine: ENGINE });
}

describe("memory", () => {
  const open = () => Promise.resolve(createMemoryStore(ENGINE));
  queueStoreContract(open);
  describe("the past", () => queueHistoryContract(open));
  describe("claims on effects", () => effectClaimsContract(open));
});
describe("sqlite in a file", () => {
  queueStoreContract(openNewFile);
  describe("claims on effects", () => effectClaimsContract(openNewFile));
});
describe("sqlite in memory", () => {
  const open = () => openSqliteStore({ path: ":memory:", engine: ENGINE });
  queueStoreContract(open);
  describe("the past", () => queueHistoryContract(open));
});
describe("sqlite in a file that is opened again for every call", () =>
  queueStoreContract(() => {
    files += 1;
    return reopeningStore(openFile(files));
  }));
describe("postgres", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());
  const open = async () => {
    await onPostgres(database.url, "truncate queues, target_lists cascade");
    return (await openPostgresStore({ url: database.url, engine: ENGINE })).store;
  };
  queueStoreContract(open);
  describe("the past", () => queueHistoryContract(open));
  describe("claims on effects", () => effectClaimsContract(open));
});
