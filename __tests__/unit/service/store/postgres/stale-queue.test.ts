/** A replica that reads a queue which another one has changed: one statement, and the queue as it was written. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { Kysely, PostgresDialect } from "kysely";
import type { QueueEvent } from "../../../../../src/engine/model/event.js";
import type { Queue } from "../../../../../src/engine/model/queue.js";
import { StoreError } from "../../../../../src/service/ports/world-error.js";
import { guardedPool, openPool } from "../../../../../src/service/store/postgres/postgres-pool.js";
import { SqlQueueStore } from "../../../../../src/service/store/sql/sql-queue-store.js";
import type { StoreTables } from "../../../../../src/service/store/sql/tables.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../../../../support/postgres-server.js";
import {
  aDecision,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  manyTargets,
  START,
} from "../../../../support/stored-queue.js";

const NAME = aQueueName();
const EVENT: QueueEvent = { kind: "timePassed", at: START };
const QUEUE = aStoredQueue({ entries: [aStoredEntry(1)], runs: [aStoredRun(5, 1)] });

let database: TestDatabase;
let writer: SqlQueueStore;
let reader: SqlQueueStore;
/** What the reader asked. */
let asked: string[];

beforeEach(async () => {
  database = await migratedDatabase();
  asked = [];
  writer = open(() => undefined);
  reader = open((sql) => asked.push(sql));
  await writer.create(NAME, QUEUE);
  await reader.load(NAME);
  asked.length = 0;
});
afterEach(async () => {
  await writer.close();
  await reader.close();
  await database.drop();
});

function open(onStatement: (sql: string) => void): SqlQueueStore {
  const pool = openPool({ url: database.url, size: 2, statementTimeoutMs: null });
  const dialect = new PostgresDialect({ pool: guardedPool(pool, "test") });
  const db = new Kysely<StoreTables>({ dialect, log: ({ query }) => onStatement(query.sql) });
  return new SqlQueueStore({ db, engine: "1.0.0" });
}

async function change(queue: Queue): Promise<void> {
  expect(await writer.commit(NAME, 0, EVENT, aDecision(queue, { wakeAt: START + 7 }))).toBe("committed");
}

it("is read whole with one statement, whatever its texts contain", async () => {
  const [first, second] = [aStoredEntry(1), aStoredEntry(2)];
  const title = `"quotes" \\ back, 'more', {json}, line\n and ✓ 𝄞`;
  const entries = [first, { ...second, facts: { ...second.facts, title } }];
  const changed = { ...QUEUE, entries, runs: [aStoredRun(6, 2), aStoredRun(5, 1)] };
  await change(changed);
  expect(await reader.load(NAME)).toEqual({ name: NAME, queue: changed, version: 1, wakeAt: START + 7 });
  expect(asked).toHaveLength(1);
});

it("is not read again while nobody changes it", async () => {
  const seen = await reader.load(NAME);
  expect(await reader.load(NAME)).toBe(seen);
  expect(asked).toHaveLength(2);
});

it("is read whole without entries and runs", async () => {
  const changed = { ...QUEUE, entries: [], runs: [] };
  await change(changed);
  expect((await reader.load(NAME))?.queue).toEqual(changed);
});

it("is read with the long lists of its entries, of the same moment", async () => {
  const changed = { ...QUEUE, entries: [aStoredEntry(1, { targets: manyTargets(1000) })] };
  await change(changed);
  expect((await reader.load(NAME))?.queue).toEqual(changed);
  expect(asked[1]).toMatch(/^(?:begin|start transaction)/);
});

it("is an error that names what is damaged", async () => {
  await change({ ...QUEUE, entries: [aStoredEntry(2)] });
  await onPostgres(database.url, "update live_entries set json = '{}'");
  await expect(reader.load(NAME)).rejects.toThrow(StoreError);
  await expect(reader.load(NAME)).rejects.toThrow(`of queue ${QUEUE.id}`);
});
