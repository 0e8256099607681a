/** What a queue was created with, before there were hedges, is what the program of today reads back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { Kysely } from "kysely";
import { birthOf } from "../../../../../src/service/storage/birth-of.js";
import { first } from "../../../../../src/service/storage/migrations/0001-first.js";
import { lanesAndProofs } from "../../../../../src/service/storage/migrations/0002-lanes-and-proofs.js";
import { migrate } from "../../../../../src/service/storage/sql/migrate.js";
import type { StoreTables } from "../../../../../src/service/storage/sql/tables.js";
import { NodeSqliteDialect } from "../../../../../src/service/storage/sqlite/node-sqlite-dialect.js";
import {
  openDatabase,
  openSqliteStore,
} from "../../../../../src/service/storage/sqlite/open-sqlite-store.js";
import { aQueueName, aStoredBatch, aStoredQueue } from "../../../../support/stored-queue.js";

const folder = mkdtempSync(join(tmpdir(), "queue-store-hedges-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("brings a queue, its batches and its birth to what hedges need", async () => {
  const path = join(folder, "queues.sqlite");
  const queue = aStoredQueue({ line: [aStoredBatch(5, 1)], beside: [aStoredBatch(6, 2)] });
  const birth = birthOf(queue);
  const db = new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(path)) });
  await migrate(db, { "0001-first": first, "0002-lanes-and-proofs": lanesAndProofs });
  await db
    .insertInto("queues")
    .values({
      id: queue.id,
      number: 1,
      key: "github.com/octo/mono:main",
      name: JSON.stringify(aQueueName()),
      snapshot: asBefore(queue),
      birth: asBefore(birth),
      version: 0,
      wake_at: null,
      deleted: 0,
    })
    .execute();
  await db.destroy();
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  expect((await store.load(aQueueName()))?.queue).toEqual(queue);
  expect(await store.birth(queue.id)).toEqual(birth);
  await store.close();
});

/** As JSON, without what nobody knew of. */
function asBefore(value: object): string {
  const unknown = new Set(["hedges", "lostHedges", "hedging"]);
  return JSON.stringify(value, (key, inner: unknown) => (unknown.has(key) ? undefined : inner));
}
