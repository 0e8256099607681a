/** What is over and old goes, in both kinds of database; what somebody may still ask for stays, and so does the log. */
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { KyselyPlugin } from "kysely";
import { commitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { decide } from "../../../../src/engine/decide.js";
import type { Decision } from "../../../../src/engine/model/decision.js";
import type { Queue, TestRun } from "../../../../src/engine/model/queue.js";
import type { TestRequest } from "../../../../src/service/ports/forge.js";
import { ONLY_PROCESS } from "../../../../src/service/ports/session.js";
import { exportLog } from "../../../../src/service/replay/export-log.js";
import { readLog } from "../../../../src/service/replay/read-log.js";
import { Replayer } from "../../../../src/service/replay/replay-log.js";
import type { Database } from "../../../../src/service/store/database.js";
import { checkStore } from "../../../../src/service/store/maintenance/check-store.js";
import { type OpenStore, openStore, readStore } from "../../../../src/service/store/open-store.js";
import { RunPostings } from "../../../../src/service/store/postgres/run-postings.js";
import { type SweepOptions, sweepHistory } from "../../../../src/service/store/retention/sweep-history.js";
import { SqlStatusStore } from "../../../../src/service/store/sql/sql-status-store.js";
import { aQueue, cancelled, story, submitted } from "../../../support/queue-builder.js";
import { bytesOf } from "../../../support/recorded-log.js";
import { DATABASE_KINDS, everythingIn, StoreDatabases } from "../../../support/store-databases.js";
import {
  aCommit,
  aDecision,
  aLandingRecord,
  anEffect,
  anEndedRun,
  aQueueId,
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
const DAY = 86_400_000;
const TRACE = {
  traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  tracestate: null,
};

function aTestOrder({ id, own }: TestRun): TestRequest {
  const targetBranch = "main";
  const [commit, requiredStatuses] = [aCommit(5), []];
  return {
    run: id,
    commit,
    testBranch: `mq-merge/pr-1/${id}`,
    targetBranch,
    testedPullRequests: own,
    requiredStatuses,
  };
}

describe.each(DATABASE_KINDS)("retention in %s", (kind) => {
  let database: Database;
  let opened: OpenStore;
  beforeEach(async () => {
    database = await databases.empty(kind);
    opened = await openStore(database, "1.0.0");
  });
  afterEach(() => opened.store.close());

  function sweep(now: number, options: Partial<SweepOptions> = {}): Promise<number> {
    return sweepHistory(opened.db, {
      retentionMs: 10 * DAY,
      now,
      pause: () => Promise.resolve(),
      isStopped: () => false,
      onDamage: (_, error) => {
        throw error;
      },
      rowsAtOnce: 3,
      ...options,
    });
  }

  async function commit(version: number, queue: Queue, decision: Partial<Decision> = {}): Promise<void> {
    const event = { kind: "timePassed", at: queue.now } as const;
    const whole = aDecision(queue, decision);
    expect(await opened.store.commit(NAME, version, event, whole)).toBe("committed");
  }

  /** Something of everything that is over, at `at`, for two stays of #1 and one of #2. */
  function overAt(at: number, first: number): Partial<Decision> {
    const concluded = [1, 2, 1].map((number, index) =>
      aStoredEntry(number, {
        sequence: first + index,
        ended: "failed",
        targets: manyTargets(900 + first + index),
      }),
    );
    return {
      concluded,
      endedRuns: [anEndedRun(aStoredRun(first, 1), at)],
      transitions: [aTransition(1, "testing", "failed", { at }), aTransition(2, "testing", "failed", { at })],
      effects: [anEffect(first), anEffect(first + 1)],
      landed: aLandingRecord(aStoredRun(first, 1)),
    };
  }

  it("removes nothing that is younger", async () => {
    const queue = aStoredQueue({ now: START });
    await opened.store.create(NAME, queue);
    await commit(0, queue, overAt(START, 10));
    const before = await everythingIn(database);
    expect(await sweep(START + 10 * DAY - 1)).toBe(0);
    const after = await everythingIn(database);
    expect({ ...after, log_beginnings: [] }).toEqual({ ...before, log_beginnings: [] });
  });

  it("removes what is over and old, but landings, pending orders and the newest stay of everybody", async () => {
    const queue = aStoredQueue({ now: START });
    const { store } = opened;
    await store.create(NAME, queue);
    await commit(0, queue, overAt(START, 10));
    await store.markDone(queue.id, anEffect(10).id);
    expect(await sweep(START + 11 * DAY)).toBeGreaterThan(3);
    expect((await store.findConcluded(queue.id, pullRequestNumber(1)))?.sequence).toBe(12);
    expect((await store.findConcluded(queue.id, pullRequestNumber(2)))?.sequence).toBe(11);
    expect(await store.findEndedRun(queue.id, aStoredRun(10, 1).id)).toBeNull();
    expect(await store.timeline(queue.id, pullRequestNumber(1))).toEqual([]);
    expect(await store.landings(queue.id, 10)).toHaveLength(1);
    expect((await store.pendingEffects(START, 10)).map(({ effect }) => effect.id)).toEqual([11]);
    const left = await everythingIn(database);
    expect(left["concluded_entries"]).toHaveLength(2);
    expect(left["effects"]).toHaveLength(1);
    expect(left["target_lists"]).toHaveLength(2);
  });

  it("leaves a queue alone that cannot be read, says so, and goes on with the others", async () => {
    const other = aQueueName("release");
    const [damaged, whole] = [aStoredQueue({ now: START }), aStoredQueue({ now: START, id: aQueueId(2) })];
    await opened.store.create(NAME, damaged);
    await opened.store.create(other, whole);
    const event = { kind: "timePassed", at: START } as const;
    await commit(0, damaged, overAt(START, 10));
    await opened.store.commit(other, 0, event, aDecision(whole, overAt(START, 20)));
    await opened.db.updateTable("queues").set({ snapshot: "{}" }).where("id", "=", damaged.id).execute();
    const told: string[] = [];
    const removed = await sweep(START + 11 * DAY, { onDamage: (queue) => told.push(queue) });
    expect(told).toEqual(["github.com/octo/mono:main"]);
    expect(removed).toBeGreaterThan(0);
    const left = await opened.db.selectFrom("transitions").select("queue_id").execute();
    expect(new Set(left.map(({ queue_id }) => queue_id))).toEqual(new Set([damaged.id]));
  });

  it("counts from now what a version before there were dates writes beside it", async () => {
    const queue = aStoredQueue({ now: START });
    const { store, db } = opened;
    await store.create(NAME, queue);
    await store.saveTargets(queue.id, pullRequestNumber(7), commitId("a".repeat(40)), manyTargets(7));
    await commit(0, queue, overAt(START, 10));
    await store.markDone(queue.id, anEffect(10).id);
    await store.markDone(queue.id, anEffect(11).id);
    for (const table of ["ended_runs", "effects", "targets"] as const)
      await db.updateTable(table).set({ at: 0 }).execute();
    await sweep(START + 9 * DAY);
    const kept = await everythingIn(database);
    expect([kept["ended_runs"], kept["effects"], kept["targets"]].map((rows) => rows?.length)).toEqual([
      1, 2, 1,
    ]);
    await sweep(START + 20 * DAY);
    const left = await everythingIn(database);
    expect([left["ended_runs"], left["effects"], left["targets"]]).toEqual([[], [], []]);
  });

  it("keeps what began before an entry that is still there, also when it is old", async () => {
    const queue = aStoredQueue({ now: START, entries: [aStoredEntry(3, { submittedAt: START })] });
    await opened.store.create(NAME, queue);
    await commit(0, queue, overAt(START + 1, 10));
    await sweep(START + 30 * DAY);
    expect(await opened.store.timeline(queue.id, pullRequestNumber(1))).toHaveLength(1);
    expect(await opened.store.findEndedRun(queue.id, aStoredRun(10, 1).id)).not.toBeNull();
    expect((await opened.store.load(NAME))?.queue.entries).toHaveLength(1);
  });

  it("removes uploads that nobody took up, and the lists that nothing refers to any more", async () => {
    const queue = aStoredQueue();
    await opened.store.create(NAME, queue);
    const [number, head] = [pullRequestNumber(5), aCommit(5)];
    await opened.store.saveTargets(queue.id, number, head, manyTargets(1000));
    await sweep(Date.now() + 9 * DAY);
    expect(await opened.store.loadTargets(queue.id, number, head)).toEqual(manyTargets(1000));
    await sweep(Date.now() + 11 * DAY);
    expect(await opened.store.loadTargets(queue.id, number, head)).toBeNull();
    expect((await everythingIn(database))["target_lists"]).toEqual([]);
  });

  it("removes what was shown of stays that are over, and keeps what is shown still", async () => {
    const { store, db } = opened;
    await store.create(NAME, aStoredQueue());
    const statuses = new SqlStatusStore(db);
    const marks = [1, 2, 3].map((number) => ({
      subject: { kind: "pullRequest", number: pullRequestNumber(number) } as const,
      waitMs: 0,
      onlyIfKnown: false,
    }));
    await statuses.mark(NAME, aStoredQueue().id, marks, START);
    const claim = { claimant: ONLY_PROCESS.claimant(), now: START, limit: 2, held: [], repositories: null };
    for (const [index, status] of (await statuses.claim(claim)).entries()) {
      const outcome = { shown: "{}", now: START, againAt: null, isUncertain: false };
      await statuses.settle(status, { ...outcome, isFinal: index === 0 });
    }
    expect(await sweep(START + 10 * DAY)).toBe(0);
    expect(await sweep(START + 10 * DAY + 1)).toBe(1);
    expect((await everythingIn(database))["github_faces"]).toHaveLength(2);
  });

  it("removes traces of stays that are over, and keeps those of entries that are still there", async () => {
    const [over, live] = [pullRequestNumber(1), pullRequestNumber(2)];
    const submittedAt = Date.now();
    const queue = aStoredQueue({ entries: [aStoredEntry(live, { submittedAt })] });
    const { store, db } = opened;
    await store.create(NAME, queue);
    for (const number of [over, live]) await store.saveTrace(queue.id, number, TRACE);
    const traced = async () => [...(await store.loadTraces(queue.id, [over, live])).keys()];
    await db
      .updateTable("traces")
      .set({ at: submittedAt - DAY })
      .where("pull_request", "=", over)
      .execute();
    await db
      .updateTable("traces")
      .set({ at: submittedAt - 1 })
      .where("pull_request", "=", live)
      .execute();
    await sweep(submittedAt + 8 * DAY);
    expect(await traced()).toEqual([over, live]);
    await sweep(submittedAt + 30 * DAY);
    expect(await traced()).toEqual([live]);
    await commit(0, { ...queue, entries: [] });
    await sweep(submittedAt + 30 * DAY);
    expect(await traced()).toEqual([]);
  });

  it("removes test runs that were posted once more when their queue was done with them", async () => {
    const now = Date.now();
    const queue = aStoredQueue({ runs: [aStoredRun(1, 1)] });
    await opened.store.create(NAME, queue);
    const postings = new RunPostings(opened.db);
    const [live, over] = [aStoredRun(1, 1), aStoredRun(2, 2)];
    for (const run of [live, over]) await postings.post(NAME.repository, aTestOrder(run));
    const posted = async () => {
      const runs = [live.id, over.id].map(async (id) => postings.read(NAME.repository, id));
      return (await Promise.all(runs)).map((news) => news?.progress);
    };
    await sweep(now + 9 * DAY);
    expect(await posted()).toEqual(["waiting", "waiting"]);
    await sweep(now + 11 * DAY);
    expect(await posted()).toEqual(["waiting", undefined]);
  });

  it("counts traces and posted runs of which nobody kept the age from the first sweep on", async () => {
    const queue = aStoredQueue();
    const { store, db } = opened;
    await store.create(NAME, queue);
    await store.saveTrace(queue.id, pullRequestNumber(1), TRACE);
    const postings = new RunPostings(db);
    await postings.post(NAME.repository, aTestOrder(aStoredRun(2, 2)));
    await db.updateTable("traces").set({ at: 0 }).execute();
    await db.updateTable("posted_runs").set({ at: 0 }).execute();
    const left = async () => {
      const tables = await everythingIn(database);
      return [tables["traces"]?.length, tables["posted_runs"]?.length];
    };
    await sweep(START);
    await sweep(START + 9 * DAY);
    expect(await left()).toEqual([1, 1]);
    await sweep(START + 11 * DAY);
    expect(await left()).toEqual([0, 0]);
  });

  it("removes the old part of the log, and the log is told and decided again from there", async () => {
    const { store, db } = opened;
    let queue = aQueue();
    await store.create(NAME, queue);
    let version = 0;
    const days = Array.from({ length: 30 }, (_, day) => [submitted(day + 1), cancelled(day + 1)]);
    const { events } = story(aQueue(), ...days.flat());
    for (const day of days.keys()) {
      for (const event of events.slice(day * 2, day * 2 + 2)) {
        const decision = decide(queue, event);
        expect(await store.commit(NAME, version, event, decision)).toBe("committed");
        ({ queue } = decision);
        version += 1;
      }
      if (day % 3 === 0) await sweep(START + day * DAY);
    }
    const beginning = await store.logBeginning(queue.id);
    expect(beginning?.version).toBeGreaterThan(20);
    expect(beginning?.version).toBeLessThan(40);
    const [first] = await store.events(queue.id, 0, 1);
    expect(first?.version).toBe((beginning?.version ?? 0) + 1);
    const lines: string[] = [];
    const outcome = await exportLog(store, NAME, "1.0.0", (line) => {
      lines.push(line);
      return Promise.resolve("open");
    });
    expect(outcome).toEqual({ kind: "exported", version });
    const log = await readLog("log", bytesOf(...lines));
    const replayer = new Replayer(log);
    for await (const line of log.lines) expect(replayer.replay(line).outcome.kind).toBe("same");
    expect(replayer.queue).toEqual(queue);
    const kept = await db.selectFrom("log_beginnings").select("version").execute();
    expect(kept.length).toBeLessThan(12);
    expect(await checkStore(database, () => undefined)).toMatchObject({ problemCount: 0 });
  });

  it("takes nothing away from a log that is being exported", async () => {
    const { store } = opened;
    let queue = aQueue();
    await store.create(NAME, queue);
    const { events } = story(aQueue(), submitted(1), cancelled(1), submitted(2), cancelled(2));
    for (const [version, event] of events.entries()) {
      const decision = decide(queue, event);
      await store.commit(NAME, version, event, decision);
      ({ queue } = decision);
    }
    await sweep(START);
    const reader = await readStore(database);
    const lines: string[] = [];
    const outcome = await exportLog(reader, NAME, "1.0.0", async (line) => {
      if (lines.length === 0) expect(await sweep(START + 11 * DAY)).toBeGreaterThan(events.length);
      lines.push(line);
      return "open";
    });
    await reader.close();
    expect(outcome).toEqual({ kind: "exported", version: events.length });
    expect(lines).toHaveLength(events.length + 1);
    expect(await store.events(queue.id, 0, 10)).toEqual([]);
  });

  it("is swept by several at once without harm", async () => {
    const queue = aStoredQueue({ now: START });
    await opened.store.create(NAME, queue);
    for (const version of [0, 1, 2]) {
      await Promise.all(Array.from({ length: 4 }, () => sweep(START + version * 2 * DAY)));
      await commit(version, queue);
    }
    const kept = await opened.db.selectFrom("log_beginnings").select("version").execute();
    expect(kept.map(({ version }) => version).toSorted()).toEqual([0, 1, 2]);
  });

  it("stops between two slices when it is told to", async () => {
    const queue = aStoredQueue({ now: START });
    await opened.store.create(NAME, queue);
    const transitions = Array.from({ length: 30 }, () => aTransition(1, "testing", "pending", { at: START }));
    await commit(0, queue, { transitions });
    let slices = 0;
    await sweep(START + 11 * DAY, {
      pause: () => {
        slices += 1;
        return Promise.resolve();
      },
      isStopped: () => slices >= 2,
    });
    expect(await opened.store.timeline(queue.id, pullRequestNumber(1))).toHaveLength(24);
  });
});

it("the log of a SQLite store begins anew also while a command writes beside the service", async () => {
  const database = await databases.empty("sqlite");
  if (database.kind !== "sqlite") throw new Error("this is about SQLite");
  const { store, db } = await openStore(database, "1.0.0");
  await store.create(NAME, aStoredQueue());
  const beside = new DatabaseSync(database.path, { timeout: 0 });
  const written: ("written" | "turned away")[] = [];
  const besideEachInsert: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === "InsertQueryNode") written.push(write(beside));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const still = { pause: () => Promise.resolve(), isStopped: () => false, onDamage: () => undefined };
  await sweepHistory(db.withPlugin(besideEachInsert), { ...still, retentionMs: DAY, now: START });
  expect(await db.selectFrom("log_beginnings").select("version").execute()).toEqual([{ version: 0 }]);
  expect(written).toEqual(["turned away"]);
  beside.close();
  await store.close();
});

function write(database: DatabaseSync): "written" | "turned away" {
  try {
    database.exec("update queues set wake_at = 1");
    return "written";
  } catch {
    return "turned away";
  }
}
