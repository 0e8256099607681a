/** Says what a test run tests and how it stands, also after it ended. */
import { isTestRunId, type TestRunId } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import { testBranchName } from "../../domain/test-branch.js";
import { findRun } from "../../engine/lookup.js";
import type { ContainedHead, Queue, TestRun } from "../../engine/queue.js";
import type { QueueStore } from "../ports/queue-store.js";
import { type Handler, noSuchQueue, refused } from "./handler.js";
import { presentTestRun } from "./present-test-run.js";

export const getMergeQueueTestingDetails: Handler<"getMergeQueueTestingDetails"> = async (
  name,
  request,
  { queues, testBranchPrefix },
) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const id = request.testRunId.toLowerCase();
  const found = isTestRunId(id) ? await findAnyRun(queues.store, stored.queue, id) : null;
  if (found === null) {
    return refused(
      "TEST_RUN_NOT_FOUND",
      "the queue knows no test run of this id: expected the last segment of a test branch's name",
    );
  }
  const { run, isLive } = found;
  const targets = await targetsOf(queues.store, stored.queue, run);
  const body = presentTestRun(run, {
    testBranch: testBranchName(testBranchPrefix, firstOf(run), run.id),
    isLive,
    urlOf: (pullRequest) => queues.forge.pullRequestUrl(stored.name.repository, pullRequest),
    targetsOf: (head) => targets.get(head) ?? null,
  });
  return { ok: true, body };
};

/** A run that ends between the two looks is found by the second. */
async function findAnyRun(store: QueueStore, queue: Queue, id: TestRunId) {
  const live = findRun(queue, id);
  if (live !== undefined) return { run: live, isLive: true };
  const ended = await store.findEndedRun(queue.id, id);
  return ended === null ? null : { run: ended.run, isLive: false };
}

async function targetsOf(store: QueueStore, queue: Queue, run: TestRun) {
  const targets = new Map<ContainedHead, ImpactedTargets | null>();
  for (const head of run.contains) {
    targets.set(head, await store.loadTargets(queue.id, head.pullRequest, head.headSha));
  }
  return targets;
}

function firstOf({ id, own }: TestRun) {
  const [first] = own;
  if (first === undefined) throw new Error(`test run ${id} tests nothing`);
  return first;
}
