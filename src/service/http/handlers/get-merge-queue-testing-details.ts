/** Describes what a test run tests and its status, also after it has ended. */

import type { ReplyOf } from "../../../contract/endpoints.js";
import { assertNever } from "../../../domain/assert-never.js";
import { type Check, isFailed } from "../../../domain/check.js";
import { isTestRunId, type PullRequestNumber, type TestRunId } from "../../../domain/ids.js";
import type { ImpactedTargets } from "../../../domain/impacted-targets.js";
import { testBranchName } from "../../../domain/test-branch.js";
import { findRun } from "../../../engine/model/lookup.js";
import type { ContainedHead, Queue, TestRun, TestRunProgress } from "../../../engine/model/queue.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { readOutputIfThere } from "../../queue/read-decisive-output.js";
import { presentTime } from "../serialize.js";
import { type Handler, noSuchQueue, refused } from "./handler.js";

type Details = ReplyOf<"getMergeQueueTestingDetails">;

/** Facts that the run itself does not contain. */
interface RunSurroundings {
  readonly testBranch: string;
  readonly isLive: boolean;
  readonly urlOf: (pullRequest: PullRequestNumber) => string;
  /** The targets uploaded for a head on the branch; null if there are none. */
  readonly targetsOf: (head: ContainedHead) => ImpactedTargets | null;
  /** The last lines of the output of the first failed check; null if there are none. */
  readonly output: string | null;
}

/** A test run in the wire format: what it tests, on which branch, and the status of its checks. */
export function presentTestRun(run: TestRun, around: RunSurroundings): Details {
  const own = run.contains.filter(({ pullRequest }) => run.own.includes(pullRequest));
  const ahead = run.contains.filter(({ pullRequest }) => !run.own.includes(pullRequest));
  const onBranch = togetherImpacted(run.contains.map(around.targetsOf));
  const ofTested = togetherImpacted(own.map(around.targetsOf));
  return {
    requiredStatuses: [...run.requiredStatuses],
    ...(run.requiredStatusesSource !== null && { requiredStatusesSource: run.requiredStatusesSource }),
    testBranch: around.testBranch,
    // Before it is built, and after a merge conflict, the branch has no tip.
    testBranchSha: (run.tree !== null && run.commits.at(-1)) || "",
    createdAt: presentTime(run.createdAt),
    status: presentProgress(run.progress, around.isLive),
    checkSuites:
      run.checks.length === 0
        ? []
        : [{ checkRuns: run.checks.map((check) => presentCheck(check, outputOf(check, run, around))) }],
    statusChecks: [],
    testedPullRequests: own.map(({ pullRequest, title }) => ({
      prNumber: pullRequest,
      prUrl: around.urlOf(pullRequest),
      title,
    })),
    ...(onBranch !== null && { impactedTargets: [...onBranch] }),
    ...(ofTested !== null && { impactedTargetsForTestedPrs: [...ofTested] }),
    dependentPrs: ahead.map(({ pullRequest }) => pullRequest),
  };
}

function presentProgress(progress: TestRunProgress, isLive: boolean): NonNullable<Details["status"]> {
  switch (progress.kind) {
    case "building":
    case "running":
      return isLive ? "in_progress" : "cancelled";
    case "passed":
      return "succeeded";
    case "failed":
    case "conflicted":
      return "failed";
    default:
      return assertNever(progress);
  }
}

function presentCheck(check: Check, output: string | null) {
  const { name, url, status, conclusion } = check;
  return {
    name,
    url,
    status: status.toUpperCase(),
    ...(conclusion !== null && { conclusion: conclusion.toUpperCase() }),
    ...(output !== null && { output }),
  };
}

function outputOf(check: Check, run: TestRun, { output }: RunSurroundings): string | null {
  return failedFirst(run).includes(check) ? output : null;
}

function failedFirst({ checks }: TestRun): readonly Check[] {
  return checks.filter(isFailed).slice(0, 1);
}

/** null if an upload is missing: partial targets would suggest that nothing else is impacted. */
function togetherImpacted(uploads: readonly (ImpactedTargets | null)[]): readonly string[] | null {
  const names = new Set<string>();
  let isAll = false;
  for (const targets of uploads) {
    if (targets === null) return null;
    if (targets.kind === "all") isAll = true;
    else for (const name of targets.names) names.add(name);
  }
  return isAll ? ["ALL"] : [...names];
}

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
      "the queue has no test run with this id: expected the last segment of a test branch's name; `merge-queue status` names the failed test runs of a pull request",
    );
  }
  const { run, isLive } = found;
  const targets = await targetsOf(queues.store, stored.queue, run);
  const body = presentTestRun(run, {
    testBranch: testBranchName(testBranchPrefix, firstOf(run), run.id),
    isLive,
    urlOf: (pullRequest) => queues.forge.pullRequestUrl(stored.name.repository, pullRequest),
    targetsOf: (head) => targets.get(head) ?? null,
    output: await readOutputIfThere(queues.forge, stored.name.repository, run.id, failedFirst(run)),
  });
  return { ok: true, body };
};

/** Reads live runs first, so that a run that ends in between is found among the ended ones. */
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
