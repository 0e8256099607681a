/** A test run on the wire: what it tests, on which branch, and how its checks stand. */
import type { ReplyOf } from "../../contract/endpoints.js";
import { assertNever } from "../../domain/assert-never.js";
import type { Check } from "../../domain/check.js";
import type { PullRequestNumber } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { ContainedHead, TestRun, TestRunProgress } from "../../engine/queue.js";
import { presentTime } from "./present.js";

type Details = ReplyOf<"getMergeQueueTestingDetails">;

/** What the run alone does not tell. */
export interface RunSurroundings {
  readonly testBranch: string;
  readonly isLive: boolean;
  readonly urlOf: (pullRequest: PullRequestNumber) => string;
  /** What was uploaded for a head on the branch; null for nothing. */
  readonly targetsOf: (head: ContainedHead) => ImpactedTargets | null;
}

export function presentTestRun(run: TestRun, around: RunSurroundings): Details {
  const own = run.contains.filter(({ pullRequest }) => run.own.includes(pullRequest));
  const ahead = run.contains.filter(({ pullRequest }) => !run.own.includes(pullRequest));
  const onBranch = togetherImpacted(run.contains.map(around.targetsOf));
  const ofTested = togetherImpacted(own.map(around.targetsOf));
  return {
    requiredStatuses: [...run.requiredStatuses],
    ...(run.requiredStatusesSource !== null && { requiredStatusesSource: run.requiredStatusesSource }),
    testBranch: around.testBranch,
    // Before it is built, and when it meets a conflict, the branch has no tip.
    testBranchSha: (run.tree !== null && run.commits.at(-1)) || "",
    createdAt: presentTime(run.createdAt),
    status: presentProgress(run.progress, around.isLive),
    checkSuites: run.checks.length === 0 ? [] : [{ checkRuns: run.checks.map(presentCheck) }],
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

function presentCheck({ name, url, status, conclusion }: Check) {
  return {
    name,
    url,
    status: status.toUpperCase(),
    ...(conclusion !== null && { conclusion: conclusion.toUpperCase() }),
  };
}

/** Null when any upload is missing: part of the targets would read as "nothing else is impacted". */
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
