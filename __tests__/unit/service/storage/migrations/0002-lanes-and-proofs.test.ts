/** A queue in the middle of everything when the program that knows lanes and proofs first opens its store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Kysely } from "kysely";
import { queueId } from "../../../../../src/domain/ids.js";
import { isRecord } from "../../../../../src/domain/is-record.js";
import type { Queue } from "../../../../../src/engine/queue.js";
import { first } from "../../../../../src/service/storage/migrations/0001-first.js";
import { migrate } from "../../../../../src/service/storage/sql/migrate.js";
import type { StoreTables } from "../../../../../src/service/storage/sql/tables.js";
import { NodeSqliteDialect } from "../../../../../src/service/storage/sqlite/node-sqlite-dialect.js";
import {
  openDatabase,
  openSqliteStore,
} from "../../../../../src/service/storage/sqlite/open-sqlite-store.js";
import { aCommit, aQueueName, aStoredRun } from "../../../../support/stored-queue.js";
import { rows } from "../migration-samples/0001-first.js";

type Row = Readonly<Record<string, string | number | null>>;

const folder = mkdtempSync(join(tmpdir(), "queue-store-lanes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [BASE, ONE, TWO, ELSEWHERE] = [aCommit(0xb), aCommit(1), aCommit(2), aCommit(3)];
const QUEUE_ID = String(rows["queues"]?.[0]?.["id"]);

let path: string;
let files = 0;
beforeEach(() => {
  files += 1;
  path = join(folder, `${files}.sqlite`);
});

/** Of the two heads #1 and #2, as the first schema held it. */
function oldRun(overrides: object): object {
  const unknownThen = { standsOn: undefined, landed: undefined, passedBy: undefined };
  const run = { ...aStoredRun(20, 1, 2), ...unknownThen, testedOn: BASE };
  return { ...run, commits: [ONE, TWO], tree: aCommit(9), ...overrides };
}

function sample(table: string): Row {
  const row = rows[table]?.[0];
  if (row === undefined) throw new Error(`there is no sample row in ${table}`);
  return row;
}

/** The sample queue on `tip`, with one live run, brought from the first schema to the newest. */
async function broughtUp(tip: string, run: object, landing: object | null = null): Promise<Queue> {
  const snapshot: unknown = JSON.parse(queueColumns().snapshot);
  if (!isRecord(snapshot)) throw new Error("the sample queue has no snapshot");
  const { id } = aStoredRun(20, 1, 2);
  await fill(async (db) => {
    await db
      .insertInto("queues")
      .values({
        ...queueColumns(),
        snapshot: JSON.stringify({ ...snapshot, tip, landing, runs: [id] }),
      })
      .execute();
    await db
      .insertInto("live_runs")
      .values({ queue_id: QUEUE_ID, run_id: id, json: JSON.stringify(run) })
      .execute();
  });
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  const stored = await store.load(aQueueName());
  await store.close();
  if (stored === null) throw new Error("the queue is gone");
  return stored.queue;
}

function queueColumns() {
  const { id, key, name, snapshot } = sample("queues");
  const texts = { id: String(id), key: String(key), name: String(name), snapshot: String(snapshot) };
  return { ...texts, number: 1, version: 2, wake_at: null, deleted: 0 };
}

/** Writes rows into a store of the first schema. */
async function fill(write: (db: Kysely<StoreTables>) => Promise<void>): Promise<void> {
  const db = new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(path)) });
  await migrate(db, { "0001-first": first });
  await write(db);
  await db.destroy();
}

describe("a live run", () => {
  it.each([
    ["where it was tested on", BASE, BASE, []],
    ["at the first of its commits", ONE, ONE, [1]],
    ["at the last of its commits", TWO, TWO, [1, 2]],
    ["elsewhere", ELSEWHERE, null, []],
  ])("stands on the branch when that is %s", async (_where, tip, standsOn, landed) => {
    const { runs } = await broughtUp(tip, oldRun({}));
    expect(runs).toMatchObject([{ standsOn, landed, passedBy: [], commits: [ONE, TWO] }]);
  });

  it("that is not built yet keeps what its foretold commits say, and not the commits", async () => {
    const { runs } = await broughtUp(
      ONE,
      oldRun({ commits: [ONE], tree: null, progress: { kind: "building" } }),
    );
    expect(runs).toMatchObject([{ standsOn: ONE, landed: [1], commits: [] }]);
  });

  it("that met a conflict keeps the commits before it", async () => {
    const progress = { kind: "conflicted", pullRequest: 2, files: ["a.txt"] };
    const { runs } = await broughtUp(BASE, oldRun({ commits: [ONE], tree: null, progress }));
    expect(runs).toMatchObject([{ standsOn: BASE, commits: [ONE] }]);
  });
});

it("a landing under way is of the very commit that was tested", async () => {
  const { id: run, contains: heads } = aStoredRun(20, 1, 2);
  const tree = aCommit(9);
  const old = { run, expectedTip: BASE, newTip: TWO, tree, heads, batches: [5] };
  expect((await broughtUp(BASE, oldRun({}), old)).landing).toEqual({
    run,
    proof: { kind: "tested" },
    expectedTip: BASE,
    mergeMethod: "squash",
    commit: { newTip: TWO, tree },
    heads,
    batches: [5],
  });
});

it("brings up more rows than it reads at once, and leaves damaged ones to who reads them", async () => {
  const count = 1201;
  const damaged = new Map([
    [7, "{"],
    [8, "[]"],
    [9, '{"kind":"entrySubmitted","facts":7}'],
  ]);
  const submitted = String(rows["events"]?.[1]?.["json"]).replace(
    '"targets":null',
    '"targets":{"kind":"all"}',
  );
  await fill(async (db) => {
    await db.insertInto("queues").values(queueColumns()).execute();
    for (let version = 1; version <= count; version += 1) {
      const json = damaged.get(version) ?? submitted;
      await db
        .insertInto("events")
        .values({ queue_id: QUEUE_ID, version, json, targets_digest: null })
        .execute();
    }
  });
  const store = await openSqliteStore({ path, engine: "1.0.0" });
  const id = queueId(QUEUE_ID);
  const log = await store.events(id, 9, count);
  expect(log).toHaveLength(count - 9);
  for (const { event } of log) {
    expect(event).toMatchObject({ facts: { basedOn: null, ownChecksPassed: false } });
  }
  for (const version of damaged.keys()) {
    await expect(store.events(id, version - 1, 1)).rejects.toThrow(`event ${version} of queue`);
  }
  await store.close();
});
