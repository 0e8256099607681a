/** No statement of the service reads through history: what a store has behind it costs nothing. */
import { afterAll, describe, expect, it } from "@jest/globals";
import { CompiledQuery, Kysely, type LogEvent, PostgresDialect } from "kysely";
import { effectId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { ALL_EXITS, type ExitFilter } from "../../../../src/service/ports/queue-history.js";
import type { Database } from "../../../../src/service/store/database.js";
import { openStore } from "../../../../src/service/store/open-store.js";
import { guardedPool, openPool } from "../../../../src/service/store/postgres/postgres-pool.js";
import { sweepHistory } from "../../../../src/service/store/retention/sweep-history.js";
import { SqlQueueStore } from "../../../../src/service/store/sql/sql-queue-store.js";
import type { StoreTables } from "../../../../src/service/store/sql/tables.js";
import { NodeSqliteDialect } from "../../../../src/service/store/sqlite/node-sqlite-dialect.js";
import { openDatabase } from "../../../../src/service/store/sqlite/open-sqlite-store.js";
import { DATABASE_KINDS, StoreDatabases } from "../../../support/store-databases.js";
import {
  aCommit,
  aDecision,
  anEffect,
  anEndedRun,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  manyTargets,
  START,
} from "../../../support/stored-queue.js";

const databases = new StoreDatabases();
afterAll(() => databases.remove());

const NAME = aQueueName();
/** What grows with history. */
const HISTORY =
  "(events|transitions|concluded_entries|ended_runs|effects|landings|targets|target_lists|traces|stay|newer|referring)";
/** They hold what is pending only. */
const SMALL_INDEXES = ["pending_effects", "next_effect"];

type Db = Kysely<StoreTables>;

function listening(database: Database, log: (event: LogEvent) => void): Db {
  if (database.kind === "sqlite") {
    return new Kysely<StoreTables>({ dialect: new NodeSqliteDialect(openDatabase(database.path)), log });
  }
  const pool = openPool({ url: database.url, size: 2, statementTimeoutMs: null });
  return new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool: guardedPool(pool, "test") }), log });
}

/** Every call of the port, and a sweep. */
async function useEverything(db: Db): Promise<void> {
  const store = new SqlQueueStore({ db, engine: "1.0.0" });
  const queue = aStoredQueue({ entries: [aStoredEntry(1, { targets: manyTargets(1000) })] });
  const { id } = queue;
  const [one, head] = [pullRequestNumber(1), aCommit(5)];
  await store.create(NAME, queue);
  await store.saveTargets(id, one, head, manyTargets(1001));
  const decision = aDecision(
    { ...queue, entries: [], runs: [aStoredRun(8, 1)] },
    {
      effects: [anEffect(1), anEffect(2)],
      transitions: [aTransition(1, "testing", "merged")],
      concluded: [aStoredEntry(1, { ended: "merged", targets: manyTargets(1002) })],
      endedRuns: [anEndedRun(aStoredRun(5, 1))],
    },
  );
  await store.commit(NAME, 0, { kind: "timePassed", at: START }, decision);
  await new SqlQueueStore({ db, engine: "1.0.0" }).load(NAME);
  await store.list();
  await store.pendingEffects(START, 10);
  await store.nextEffectAt(START);
  await store.postpone(id, effectId(1), START, "later");
  await store.markDone(id, effectId(1));
  await store.findConcluded(id, one);
  await store.newestSubmissions(id, null, 10);
  await store.newestSubmissions(id, 100, 10);
  await store.findEndedRun(id, aStoredRun(5, 1).id);
  await store.landings(id, 10);
  await store.timeline(id, one);
  await store.movesSince(START, [60_000]);
  await store.birth(id);
  await store.logBeginning(id);
  await store.events(id, 0, 10);
  await store.loadTargets(id, one, head);
  await usePast(store);
  const still = { pause: () => Promise.resolve(), isStopped: () => false, onDamage: () => undefined };
  await sweepHistory(db, { ...still, retentionMs: 1, now: START - 1000 });
  await store.delete(NAME, 1);
}

async function usePast({ past }: SqlQueueStore): Promise<void> {
  const { id } = aStoredQueue();
  const some: Partial<ExitFilter> = { since: 1, until: 2, endings: ["failed"], reasons: ["PR_CLOSED"] };
  const filters = [{}, some, { author: "mona" }, { pullRequests: [pullRequestNumber(1)] }];
  for (const filter of filters) {
    await past.exits(id, { ...ALL_EXITS, ...filter }, null, 10);
    await past.exits(id, { ...ALL_EXITS, ...filter }, { endedAt: START, sequence: 3 }, 10);
  }
  await past.exitFacts(id, START, 10);
  await past.runsEnded(id, START, null, 10);
  await past.runsEnded(id, START, { endedAt: START, run: aStoredRun(5, 1).id }, 10);
  await past.versionAt(id, START);
  await past.moves(id, { version: 1, position: 0 }, 10);
  await past.nearestMove(id, 1, "before");
  await past.nearestMove(id, 1, "after");
  await past.moments(id, 0, 10);
  await past.snapshotBefore(id, 10);
}

async function plansOf(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = new Map<string, readonly unknown[]>();
  const progress = { isOver: false };
  const db = listening(database, ({ query }) => {
    if (!progress.isOver && /^\s*(?:select|update|delete|insert)/.test(query.sql))
      asked.set(query.sql, query.parameters);
  });
  await useEverything(db);
  progress.isOver = true;
  const isSqlite = database.kind === "sqlite";
  const plans = new Map<string, readonly string[]>();
  await db.connection().execute(async (connection) => {
    // Tables of tests are so small that reading them whole would be cheaper.
    if (!isSqlite) await connection.executeQuery(CompiledQuery.raw("set enable_seqscan = off"));
    for (const [statement, parameters] of asked) {
      const explain = `explain ${isSqlite ? "query plan" : "(costs off)"} ${statement}`;
      const { rows } = await connection.executeQuery<Readonly<Record<string, unknown>>>(
        CompiledQuery.raw(explain, [...parameters]),
      );
      plans.set(
        statement,
        rows.map((row) => String(row[isSqlite ? "detail" : "QUERY PLAN"])),
      );
    }
  });
  await db.destroy();
  return plans;
}

/** The lines of a plan that read a table of history from one end to the other. */
function scansIn(plan: readonly string[]): readonly string[] {
  const reading = new RegExp(`^SCAN ${HISTORY}\\b|Seq Scan on ${HISTORY}\\b`);
  const byIndex = new RegExp(`Index (?:Only )?Scan using (\\w+) on ${HISTORY}\\b`);
  return plan.filter((line, index) => {
    if (reading.test(line)) return !SMALL_INDEXES.some((name) => line.includes(name));
    const [, name] = byIndex.exec(line) ?? [];
    if (name === undefined || SMALL_INDEXES.includes(name)) return false;
    return !(plan[index + 1] ?? "").includes("Index Cond");
  });
}

describe.each(DATABASE_KINDS)("a statement in %s", (kind) => {
  it("never reads a table of history from one end to the other", async () => {
    const database = await databases.empty(kind);
    await (await openStore(database, "1.0.0")).store.close();
    const plans = await plansOf(database);
    expect(plans.size).toBeGreaterThan(40);
    const scans = [...plans].flatMap(([statement, plan]) =>
      scansIn(plan).map((line) => `${line}: ${statement}`),
    );
    expect(scans).toEqual([]);
    const pages = [...plans].filter(([statement]) => /"ended_at" <= .*"sequence" < /s.test(statement));
    expect(pages).not.toEqual([]);
    for (const [, plan] of pages) expect(plan.join(" ")).toMatch(/ended_at ?<=? ?['?$]/);
  });
});

describe("the reading of plans", () => {
  it.each([
    [["SCAN events"], 1],
    [["SCAN effects USING INDEX pending_effects"], 0],
    [["SCAN effects USING COVERING INDEX effects_key"], 1],
    [["SEARCH events USING INDEX events_key (queue_id=?)"], 0],
    [["Seq Scan on transitions"], 1],
    [["Index Scan using events_key on events", "  Index Cond: (queue_id = $1)"], 0],
    [["Index Scan using events_key on events", "  Filter: (version > 1)"], 1],
  ])("finds in %j %i of those that read everything", (plan, count) => {
    expect(scansIn(plan)).toHaveLength(count);
  });
});
