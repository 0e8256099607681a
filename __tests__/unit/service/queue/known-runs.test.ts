/** What one process knows of the runs of queues that several processes decide about. */
import { expect, it } from "@jest/globals";
import { treeId } from "../../../../src/domain/ids.js";
import { KnownRuns, testedCommits } from "../../../../src/service/queue/known-runs.js";
import { evidenceOf } from "../../../support/head-evidence.js";
import {
  aCommit,
  aLandingRecord,
  aQueueName,
  aStoredQueue,
  aStoredRun,
} from "../../../support/stored-queue.js";

const [MAIN, OTHER] = [aQueueName(), { ...aQueueName(), targetBranch: "other" }];
const [first, second, third] = [aStoredRun(1, 1), aStoredRun(2, 2), aStoredRun(3, 3)];

it("finds the queue of each of its live runs, hedges too", () => {
  const known = new KnownRuns();
  known.remember(MAIN, aStoredQueue({ runs: [first], hedges: [second] }));
  known.remember(OTHER, aStoredQueue({ runs: [third] }));
  expect([first, second, third].map(({ id }) => known.queueOf(id))).toEqual([MAIN, MAIN, OTHER]);
});

it("keeps no run that is over, whoever has ended it", () => {
  const known = new KnownRuns();
  known.remember(MAIN, aStoredQueue({ runs: [first, second] }));
  known.remember(OTHER, aStoredQueue({ runs: [third] }));
  known.remember(MAIN, aStoredQueue({ runs: [second] }));
  known.forget(OTHER);
  expect([first, second, third].map(({ id }) => known.queueOf(id))).toEqual([undefined, MAIN, undefined]);
  known.remember(MAIN, aStoredQueue());
  expect(known.queueOf(second.id)).toBeUndefined();
});

it.each([
  [8, 10],
  [9, 0],
])("after %i landings without a test run, %i tested commits are compared", async (direct, compared) => {
  const proof = { kind: "direct", head: aCommit(1), evidence: evidenceOf(treeId("7".repeat(40))) } as const;
  const landings = Array.from({ length: 40 }, (_, at) =>
    aLandingRecord(aStoredRun(at, at + 1), at < direct ? { proof } : {}),
  );
  const store = {
    load: async () => Promise.resolve({ name: MAIN, queue: aStoredQueue(), version: 1, wakeAt: null }),
    landings: async () => Promise.resolve(landings),
    findEndedRun: async () => Promise.resolve(null),
  };
  expect(await testedCommits(store, MAIN)).toHaveLength(compared);
});
