/** What every store promises about the past of a queue. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { derivedUuid, entryId, pullRequestNumber, testRunId, treeId } from "../../src/domain/ids.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Entry } from "../../src/engine/model/queue.js";
import { ALL_EXITS, type ExitFilter } from "../../src/service/ports/queue-history.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import {
  aDecision,
  aLandingRecord,
  anEndedRun,
  aQueueId,
  aQueueName,
  aStoredEntry,
  aStoredQueue,
  aStoredRun,
  aTransition,
  manyTargets,
  START,
} from "../support/stored-queue.js";

const MAIN = aQueueName();
const TICK: QueueEvent = { kind: "timePassed", at: START };
const HOSTILE = `%_!'); drop table concluded_entries; -- \u0000\ud800 "kind":"testRunBuilt"`;

export function queueHistoryContract(open: () => Promise<QueueStore>): void {
  let store: QueueStore;
  const queue = aStoredQueue();
  beforeEach(async () => {
    store = await open();
    await store.create(MAIN, queue);
  });
  afterEach(() => store.close());

  let version = 0;
  beforeEach(() => {
    version = 0;
  });

  async function next(decision: Partial<Decision>, event: QueueEvent = TICK): Promise<void> {
    expect(await store.commit(MAIN, version, event, aDecision(queue, decision))).toBe("committed");
    version += 1;
  }

  /** Entry `number`, which left `minute` minutes after the start. */
  function left(number: number, minute: number, more: Partial<Entry> = {}): Entry {
    const stateSince = START + minute * 60_000;
    const reason = { code: "MERGE_GRAPH_MERGE", sentence: "It landed." } as const;
    return aStoredEntry(number, { ended: "merged", state: "merged", stateSince, reason, ...more });
  }

  async function found(filter: Partial<ExitFilter>): Promise<readonly number[]> {
    const all = await store.past.exits(queue.id, { ...ALL_EXITS, ...filter }, null, 100);
    return all.map(({ sequence }) => sequence);
  }

  it("lists the entries that left, newest exit first, and goes on after any of them", async () => {
    const entries = [left(1, 5), left(2, 9), left(3, 5), left(4, 1, { targets: manyTargets(500) })];
    await next({ concluded: entries });
    expect(await found({})).toEqual([2, 3, 1, 4]);
    const first = await store.past.exits(queue.id, ALL_EXITS, null, 2);
    const last = first.at(-1);
    const after = last === undefined ? null : { endedAt: last.stateSince, sequence: last.sequence };
    const rest = await store.past.exits(queue.id, ALL_EXITS, after, 2);
    expect(rest).toEqual(
      [entries[0], entries[3]].map((entry) => ({ ...entry, targets: null, earlierTargets: null })),
    );
    expect(await store.past.exits(aQueueId(9), ALL_EXITS, null, 2)).toEqual([]);
  });

  it("finds exits by time, ending, reason, author and pull request, and by all of them", async () => {
    const failed = { ended: "failed", state: "failed" } as const;
    const conflict = { code: "START_TEST_RUN_MERGE_CONFLICT", sentence: "It conflicts." } as const;
    const by = (author: string, number = 9) => ({ facts: { ...aStoredEntry(number).facts, author } });
    await next({
      concluded: [
        left(1, 1, by("Mona")),
        left(2, 2, { ...failed, ...by("monalisa"), reason: conflict }),
        left(3, 3, { ...failed, ...by("mo%_!na"), reason: null }),
        left(4, 4, { ended: "cancelled", state: "cancelled", ...by("hubot", 4) }),
      ],
    });
    expect(await found({ since: START + 120_000, until: START + 240_000 })).toEqual([3, 2]);
    expect(await found({ endings: ["failed", "cancelled"] })).toEqual([4, 3, 2]);
    expect(await found({ reasons: ["START_TEST_RUN_MERGE_CONFLICT"] })).toEqual([2]);
    expect(await found({ author: "MONA" })).toEqual([2, 1]);
    expect(await found({ author: "%_!" })).toEqual([3]);
    expect(await found({ pullRequests: [pullRequestNumber(4), pullRequestNumber(9)] })).toEqual([4, 3, 2, 1]);
    expect(await found({ pullRequests: [pullRequestNumber(4)] })).toEqual([4]);
    expect(await found({ author: "mona", endings: ["merged"], since: START })).toEqual([1]);
  });

  it("keeps hostile authors apart from patterns and statements", async () => {
    const facts = { ...aStoredEntry(1).facts, author: HOSTILE.repeat(5) };
    await next({ concluded: [left(1, 1, { facts }), left(2, 2)] });
    expect(await found({ author: HOSTILE })).toEqual([1]);
    expect(await found({ author: "\\" })).toEqual([]);
  });

  it("has the facts of exits since a moment, that moment included", async () => {
    await next({ concluded: [left(1, 1), left(2, 2, { reason: null }), left(3, 3)] });
    const fact = (number: number, reason: string | null) => ({
      sequence: number,
      pullRequest: number,
      endedAt: START + number * 60_000,
      submittedAt: START + number,
      ending: "merged",
      reason,
    });
    const [two, three] = [fact(2, null), fact(3, "MERGE_GRAPH_MERGE")];
    expect(await store.past.exitFacts(queue.id, START + 120_000, 9)).toEqual([three, two]);
    expect(await store.past.exitFacts(queue.id, 0, 1)).toEqual([three]);
  });

  it("lists runs in the order in which they ended, slice by slice", async () => {
    const runs = [5, 3, 8, 6].map((counter, index) =>
      anEndedRun(aStoredRun(counter, 1), START + (index === 3 ? 0 : index) * 1000),
    );
    await next({ endedRuns: runs });
    const [five, three, eight, six] = runs;
    expect(await store.past.runsEnded(queue.id, START, null, 9)).toEqual([five, six, three, eight]);
    expect(await store.past.runsEnded(queue.id, START + 1000, null, 1)).toEqual([three]);
    const after = { endedAt: START, run: aStoredRun(5, 1).id };
    expect(await store.past.runsEnded(queue.id, START, after, 2)).toEqual([six, three]);
    expect(await store.past.runsEnded(queue.id, START + 5000, null, 9)).toEqual([]);
  });

  it("lists the moves of entries with their place in the log", async () => {
    const one = aTransition(1, null, "pending", { at: START + 1 });
    const two = aTransition(2, null, "pending", { at: START + 1 });
    const three = aTransition(1, "pending", "testing", { at: START + 9 });
    await next({ transitions: [one, two] });
    await next({});
    await next({ transitions: [three] });
    const moves = [
      { version: 1, position: 0, transition: one },
      { version: 1, position: 1, transition: two },
      { version: 3, position: 0, transition: three },
    ];
    expect(await store.past.moves(queue.id, { version: 0, position: 0 }, 9)).toEqual(moves);
    expect(await store.past.moves(queue.id, { version: 1, position: -1 }, 9)).toEqual(moves);
    expect(await store.past.moves(queue.id, { version: 1, position: 0 }, 9)).toEqual(moves.slice(1));
    expect(await store.past.moves(queue.id, { version: 1, position: 0 }, 1)).toEqual([moves[1]]);
    const versions = [START, START + 2, START + 10].map((at) => store.past.versionAt(queue.id, at));
    expect(await Promise.all(versions)).toEqual([1, 3, null]);
    const nearest = [
      store.past.nearestMove(queue.id, 2, "before"),
      store.past.nearestMove(queue.id, 2, "after"),
      store.past.nearestMove(queue.id, 1, "before"),
      store.past.nearestMove(queue.id, 3, "after"),
    ];
    expect(await Promise.all(nearest)).toEqual([1, 3, null, null]);
  });

  it("lists landings with their versions, newest first, and goes on before any of them", async () => {
    const landings = [1, 2, 3].map((number) => aLandingRecord(aStoredRun(number, number)));
    for (const landed of landings) {
      await next({ landed });
      await next({});
    }
    const logged = landings.map((landing, index) => ({ version: 1 + 2 * index, landing })).toReversed();
    expect(await store.past.landings(queue.id, null, 9)).toEqual(logged);
    expect(await store.past.landings(queue.id, null, 2)).toEqual(logged.slice(0, 2));
    expect(await store.past.landings(queue.id, 5, 9)).toEqual(logged.slice(1));
    expect(await store.past.landings(queue.id, 1, 9)).toEqual([]);
    expect(await store.past.landings(aQueueId(9), null, 9)).toEqual([]);
  });

  it("finds the moments of test runs and of settings among other events", async () => {
    const run = testRunId(derivedUuid(queue.id, 7));
    const at = START + 5;
    const check = { name: HOSTILE, url: "", conclusion: null } as const;
    const reason = { code: "API_REQUESTED", sentence: HOSTILE } as const;
    const events: readonly QueueEvent[] = [
      { kind: "testRunBuilt", at, run, commits: [], tree: treeId("7".repeat(40)) },
      { kind: "entryCancelled", at, pullRequest: pullRequestNumber(1), reason },
      { kind: "checksReported", at, run, checks: [{ ...check, status: "queued" }] },
      { kind: "checksReported", at, run, checks: [{ ...check, status: "in_progress" }] },
      { kind: "settingsChanged", at, settings: {}, state: "paused" },
    ];
    for (const event of events) await next({}, event);
    const moments = [
      { kind: "testRunBuilt", version: 1, at, run },
      { kind: "checksReported", version: 3, at, run, hasBegun: false },
      { kind: "checksReported", version: 4, at, run, hasBegun: true },
      { kind: "settingsChanged", version: 5, at, state: "paused" },
    ];
    expect(await store.past.moments(queue.id, 0, 99)).toEqual(moments);
    expect(await store.past.moments(queue.id, 1, 4)).toEqual(moments.slice(1, 3));
  });

  it("knows no earlier state of a young queue", async () => {
    await next({ concluded: [left(1, 1, { id: entryId(derivedUuid(queue.id, 1)) })] });
    expect(await store.past.snapshotBefore(queue.id, 1)).toBeNull();
  });
}
