/** Every store of what people see keeps the promises of the port. A new store is one more line here. */
import { afterAll, beforeAll, describe } from "@jest/globals";
import type { MarkFaces } from "../../src/service/ports/face-store.js";
import {
  openPostgresStore,
  type PostgresStore,
} from "../../src/service/storage/postgres/open-postgres-store.js";
import { faceMarks } from "../../src/service/storage/sql/face-marks.js";
import { SqlFaceStore } from "../../src/service/storage/sql/sql-face-store.js";
import { openSqlite } from "../../src/service/storage/sqlite/open-sqlite-store.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import { faceStoreContract } from "./face-store.js";

const ENGINE = "1.2.3-test";

describe("sqlite", () =>
  faceStoreContract(async (marksOf) => {
    const { store, db } = await openSqlite({
      path: ":memory:",
      engine: ENGINE,
      onCommit: [faceMarks(marksOf)],
    });
    return { queues: store, faces: new SqlFaceStore(db), close: () => store.close() };
  }));
describe("postgres", () => {
  let database: TestDatabase;
  let opened: PostgresStore;
  let marksOf: MarkFaces = () => [];
  beforeAll(async () => {
    database = await migratedDatabase();
    const onCommit = [faceMarks((...decision) => marksOf(...decision))];
    opened = await openPostgresStore({ url: database.url, engine: ENGINE, onCommit });
  }, 60_000);
  afterAll(async () => {
    await opened.store.close();
    await database.drop();
  });
  faceStoreContract(async (marksNow) => {
    marksOf = marksNow;
    await onPostgres(database.url, "truncate queues, target_lists, github_faces cascade");
    const { store, db } = opened;
    return { queues: store, faces: new SqlFaceStore(db), close: () => Promise.resolve() };
  });
});
