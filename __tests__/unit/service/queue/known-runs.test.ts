/** What one process knows of the runs of queues that several processes decide about. */
import { expect, it } from "@jest/globals";
import { KnownRuns } from "../../../../src/service/queue/known-runs.js";
import { aQueueName, aStoredQueue, aStoredRun } from "../../../support/stored-queue.js";

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
