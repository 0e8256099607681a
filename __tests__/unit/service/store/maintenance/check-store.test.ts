/** A look through a store names each damage once, with table and row, and says nothing of what is sound. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Kysely, sql } from "kysely";
import type { QueueId } from "../../../../../src/domain/ids.js";
import { connect } from "../../../../../src/service/store/connect.js";
import type { Database } from "../../../../../src/service/store/database.js";
import { checkStore } from "../../../../../src/service/store/maintenance/check-store.js";
import type { AnyTables } from "../../../../../src/service/store/maintenance/store-schema.js";
import { openStore } from "../../../../../src/service/store/open-store.js";
import { saveLogBeginning, useLogBeginning } from "../../../../../src/service/store/sql/log-beginnings.js";
import { readQueue } from "../../../../../src/service/store/sql/queue-rows.js";
import { DATABASE_KINDS, StoreDatabases } from "../../../../support/store-databases.js";
import {
  aDecision,
  aQueueId,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  manyTargets,
  START,
} from "../../../../support/stored-queue.js";
import { rows } from "../migration-samples/0013-github-faces.js";

type Row = Readonly<Record<string, string | number | null>>;
type Damage = readonly [changed: Row, told: string];

const databases = new StoreDatabases();
afterAll(() => databases.remove());

function pick(...tables: readonly string[]): Readonly<Record<string, readonly Row[]>> {
  return Object.fromEntries(tables.map((table) => [table, rows[table] ?? []]));
}

const QUEUES = 8;
const LIST = manyTargets(1000);
const SAMPLES: Readonly<Record<string, readonly Row[]>> = {
  ...pick("webhook_endpoints", "webhook_messages", "webhook_deliveries", "tokens", "posted_runs"),
  ...pick("found_wishes", "wishes"),
};
const BEYOND_JSON = "is not what this version knows";

/** For each table, what is changed in a copy of its first sound row, and what is said of that. */
const DAMAGES: Readonly<Record<string, readonly Damage[]>> = {
  wishes: [
    [{ delivery: "w1", source: "w1" }, '("w1"): json is of another command'],
    [{ delivery: "w2", source: "w2", json: "{}" }, `("w2"): json ${BEYOND_JSON}`],
    [{ delivery: "w3", source: "w3", outcome: "perhaps" }, `("w3"): outcome ${BEYOND_JSON}`],
    [{ delivery: "w4", source: "w4", attempts: -1 }, `("w4"): attempts ${BEYOND_JSON}`],
  ],
  webhook_endpoints: [
    [{ id: "e1", filters: '["every thing"]' }, `("e1"): filters ${BEYOND_JSON}`],
    [{ id: "e2", filters: "[" }, '("e2"): filters is no JSON'],
    [{ id: "e3", repositories: "{}" }, `("e3"): repositories ${BEYOND_JSON}`],
    [{ id: "e4", url: "ftp://example.com" }, `("e4"): url ${BEYOND_JSON}`],
    [{ id: "e5", secret: "" }, `("e5"): secret ${BEYOND_JSON}`],
    [{ id: "e6", earlier_secret: "whsec_?" }, `("e6"): earlier_secret ${BEYOND_JSON}`],
    [{ id: "e7", created_at: -1 }, `("e7"): created_at ${BEYOND_JSON}`],
  ],
  webhook_messages: [
    [{ id: "m1", body: "{" }, '("m1"): body is no JSON'],
    [{ id: "m2", body: "7" }, `("m2"): body ${BEYOND_JSON}`],
    [{ id: "m3", event: "merged" }, `("m3"): event ${BEYOND_JSON}`],
    [{ id: "m4", repository: "" }, `("m4"): repository ${BEYOND_JSON}`],
  ],
  webhook_deliveries: [
    [{ endpoint_id: "d1", done: 2 }, `("msg_1", "d1"): done ${BEYOND_JSON}`],
    [{ endpoint_id: "d2", attempts: -1 }, `("msg_1", "d2"): attempts ${BEYOND_JSON}`],
    [{ endpoint_id: "d3", delivered_at: 5 }, '("msg_1", "d3"): it is delivered and still open'],
    [{ endpoint_id: "d4", last_status: 12_345 }, `("msg_1", "d4"): last_status ${BEYOND_JSON}`],
    [{ message_id: "nothing" }, ': refers to "nothing", which webhook_messages does not have'],
  ],
  tokens: [
    [{ id: "t1", scopes: '["?"]' }, `("t1"): scopes ${BEYOND_JSON}`],
    [{ id: "t2", repositories: "[7]" }, `("t2"): repositories ${BEYOND_JSON}`],
    [{ id: "t3", digest: "short" }, `("t3"): digest ${BEYOND_JSON}`],
    [{ id: "t4", expires_at: -5 }, `("t4"): expires_at ${BEYOND_JSON}`],
  ],
  posted_runs: [
    [{ posting: "p1", run_id: "r1" }, '("p1"): json is of another test run'],
    [{ posting: "p2", run_id: "r2", json: "{}" }, `("p2"): json ${BEYOND_JSON}`],
    [{ posting: "p3", run_id: "r3", progress: "lost" }, `("p3"): progress ${BEYOND_JSON}`],
  ],
};

/** Nobody else could plant rows that refer to nothing. */
const LETS_ORPHANS_BE = {
  sqlite: "pragma foreign_keys = off",
  postgres: "alter table webhook_deliveries drop constraint webhook_deliveries_message_id_fkey",
};

async function insert(db: Kysely<AnyTables>, table: string, row: Row): Promise<void> {
  await db.insertInto(table).values(row).execute();
}

/** One per way of damaging it: each has one event and a log that may begin after it. */
async function makeQueues(database: Database): Promise<void> {
  const { store, db } = await openStore(database, "1.0.0");
  for (let seed = 1; seed <= QUEUES; seed += 1) {
    const name = aQueueName(`branch-${seed}`);
    const queue = aStoredQueue({ id: aQueueId(seed), entries: [aStoredEntry(1, { targets: LIST })] });
    await store.create(name, queue);
    await store.commit(name, 0, { kind: "timePassed", at: START }, aDecision(queue));
    const stored = await readQueue(db, queue.id);
    await db.transaction().execute((transaction) => saveLogBeginning(transaction, stored, START));
  }
  await db.transaction().execute((transaction) => useLogBeginning(transaction, aQueueId(QUEUES), 1));
  await store.close();
}

async function damageRows(db: Kysely<AnyTables>): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [table, damages] of Object.entries(DAMAGES)) {
    for (const [changed, what] of damages) {
      await insert(db, table, { ...SAMPLES[table]?.[0], ...changed });
      told.push(what.startsWith(":") ? `${table}${what}` : `${table} ${what}`);
    }
  }
  await sql`update traces set traceparent = 'nowhere'`.execute(db);
  return [...told, `traces ("${aQueueId(1)}", 12): traceparent ${BEYOND_JSON}`];
}

/** What becomes of the queues' logs, in the order of the queues. */
async function damageLogs(db: Kysely<AnyTables>): Promise<readonly string[]> {
  const id = (seed: number): QueueId => aQueueId(seed);
  const where = (seed: number) => sql`where queue_id = ${id(seed)}`;
  const change = (seed: number, what: ReturnType<typeof sql>) =>
    sql`update log_beginnings set ${what} ${where(seed)}`.execute(db);
  await change(1, sql`json = '{'`);
  await change(2, sql`json = replace(json, 'usedDefaultPriority', 'priorityWasUsed')`);
  await change(3, sql`version = 12`);
  await sql`update log_beginning_lists set version = 12 ${where(3)}`.execute(db);
  await sql`delete from log_beginning_lists ${where(4)}`.execute(db);
  await change(5, sql`is_used = 1`);
  await sql`insert into log_beginnings select queue_id, 0, at, 1, json from log_beginnings ${where(5)}`.execute(
    db,
  );
  await sql`insert into log_beginning_lists select queue_id, 0, digest from log_beginning_lists ${where(5)}`.execute(
    db,
  );
  await change(6, sql`json = replace(json, ${id(6)}, ${id(7)})`);
  await sql`delete from events ${where(7)}`.execute(db);
  await sql`update queues set version = 2 where id = ${id(8)}`.execute(db);
  await sql`update log_beginning_lists set version = 11 ${where(7)}`.execute(db);
  const row = (seed: number, version = 1) => `log_beginnings ("${id(seed)}", ${version})`;
  return [
    `${row(1)}: json is no JSON`,
    `${row(2)}: an entry in json ${BEYOND_JSON}`,
    `${row(3, 12)}: the queue is at version 1 only`,
    `${row(4)}: log_beginning_lists does not keep its list `,
    `log_beginnings of queue ${id(5)}: its log begins more than once`,
    `${row(6)}: json is of another queue`,
    `events of queue ${id(7)}: none; its log begins after version 0, and the queue is at 1`,
    `${row(7)}: log_beginning_lists does not keep its list `,
    `log_beginning_lists: keeps lists for version 11 of ${id(7)}, which log_beginnings does not have`,
    `events of queue ${id(8)}: none; its log begins after version 1, and the queue is at 2`,
  ];
}

describe.each(DATABASE_KINDS)("of a store in %s", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await databases.empty(kind);
    await makeQueues(database);
    await write(async (db) => {
      for (const [table, samples] of Object.entries(SAMPLES))
        for (const row of samples) await insert(db, table, row);
      const trace = rows["traces"]?.find((row) => row["pull_request"] === 12);
      await insert(db, "traces", { ...trace, queue_id: aQueueId(1) });
    });
  });

  async function write<Result>(work: (db: Kysely<AnyTables>) => Promise<Result>): Promise<Result> {
    const access = connect(database, "alone");
    try {
      return await work(access.db);
    } finally {
      await access.close();
    }
  }

  async function problems(): Promise<readonly string[]> {
    return (await checkStore(database, () => undefined)).problems;
  }

  it("nothing is said where all is as it should be", async () => {
    expect(await problems()).toEqual([]);
  });

  it("every damage is named, and nothing else", async () => {
    const expected = await write(async (db) => {
      await sql.raw(LETS_ORPHANS_BE[kind]).execute(db);
      return [...(await damageRows(db)), ...(await damageLogs(db))];
    });
    const told = (await problems()).map((problem) => problem.replace(/[0-9a-f]{64}$/, ""));
    expect(told.toSorted()).toEqual(expected.toSorted());
  });
});
