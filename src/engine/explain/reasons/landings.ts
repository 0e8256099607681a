/** Reasons for landings and for landings that did not succeed. */

import type { CommitId, PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { HeadEvidence } from "../../../domain/pull-request.js";
import type { Reason } from "../../../domain/reason.js";
import { counted } from "../../../domain/words.js";
import type { Entry, HeadPush, LandingProof, TestRun } from "../../model/queue.js";
import {
  asClause,
  asSentencePart,
  enumerate,
  inFiles,
  list,
  quoted,
  reason,
  short,
} from "./sentence-parts.js";

/** `verifiedBy` is null for a direct merge. */
export function landed(entry: PullRequestNumber, verifiedBy: TestRunId | null, proof: LandingProof): Reason {
  if (verifiedBy !== null)
    return reason("MERGE_GRAPH_MERGE", `#${entry} landed: it passed test run ${verifiedBy}.`);
  const evidence = proof.kind === "direct" ? proof.evidence : undefined;
  return evidence === undefined
    ? reason(
        "MERGE_GRAPH_DIRECT_MERGE",
        `#${entry} landed directly: its own checks passed on the tip of the branch.`,
      )
    : reason("MERGE_GRAPH_DIRECT_MERGE", `#${entry} landed without a test run: ${whatRanOnHead(evidence)}.`);
}

function whatRanOnHead({ checks, jobs, sameJobsOn }: HeadEvidence): string {
  const names = enumerate(checks.map(({ name }) => quoted(name)));
  const same = `the last ${sameJobsOn.length} test branches executed the same ${counted(jobs.length, "job")}`;
  return `${names} succeeded on its own head, which contains the tip; ${same}`;
}

/** `run` is the run of a successor, which contains the entry. */
export function successorPassed(entry: PullRequestNumber, run: TestRun): Reason {
  return reason(
    "SUCCESSOR_TEST_RUN_PASSED",
    `${list(run.own)} passed on top of #${entry}, so #${entry} is proven too.`,
  );
}

/** Why a landing did not succeed; other functions add the consequence for an entry. */
export interface LandingObstacle {
  readonly code: Reason["code"];
  readonly why: string;
}

/** Rebuilt on later landings, the commits are another change than the tested one. */
export function clash(
  own: readonly PullRequestNumber[],
  branch: string,
  files: readonly string[],
): LandingObstacle {
  const why = `What landed on ${quoted(branch)} since touches the same files as ${list(own)}${inFiles(files)}`;
  return { code: "MANUAL_PUSH_TO_TARGET_BRANCH", why };
}

/** The impacted targets of `own` are incomplete. */
export function landingDiffered(own: readonly PullRequestNumber[], { code, why }: LandingObstacle): Reason {
  const verb = own.length === 1 ? "counts" : "count";
  const its = own.length === 1 ? "its" : "their";
  return reason(
    code,
    `${why}, so ${list(own)} ${verb} as touching everything and ${its} tests start again there.`,
  );
}

/** `why` is the reason for which the entry leaves anyway; null: none. Names the whole commit, so that it can be pushed. */
export function headNotBack({ pullRequest, branch, from, to }: HeadPush, why: Reason | null): Reason {
  const first = why === null ? `#${pullRequest} did not land.` : why.sentence;
  return reason(
    why?.code ?? "GITHUB_API_MERGE_PR_FAILED",
    `${first} Its branch ${quoted(branch)} is still at ${short(to)}, which the queue pushed for the landing and could not take back. The queue keeps trying; to restore the branch yourself, push ${from} to it, then submit #${pullRequest} again.`,
  );
}

/** The branch did not move; `left` is null if no entry is known to have left. */
export function landingWithdrawn(entries: readonly PullRequestNumber[], left: Entry | null): LandingObstacle {
  const why =
    left?.leaving == null
      ? `The landing of ${list(entries)} was withdrawn just before the push`
      : `${asClause(left.facts.number, left.leaving)}; that was while it was landing`;
  return { code: "PREREQUISITE_MERGE_ITEM_CANCELLED", why };
}

export function testsStartAgain(own: readonly PullRequestNumber[], { code, why }: LandingObstacle): Reason {
  return reason(code, `${why}, so the tests of ${list(own)} start again.`);
}

export function landingMoved(branch: string, tip: CommitId): LandingObstacle {
  return { code: "MANUAL_PUSH_TO_TARGET_BRANCH", why: `${quoted(branch)} is now at ${short(tip)}` };
}

/** Nothing was pushed yet. */
export function withdrawnByPause(own: readonly PullRequestNumber[]): LandingObstacle {
  return { code: "API_REQUESTED", why: `The queue was paused before ${list(own)} landed` };
}

/** It was to land on the run of a successor, or directly. */
export function goesByItself(entry: PullRequestNumber, { code, why }: LandingObstacle): Reason {
  return reason(code, `${why}, so #${entry} goes by its own tests.`);
}

export function waitsForQueue(entry: PullRequestNumber, { code, why }: LandingObstacle): Reason {
  return reason(code, `${why}, so #${entry} waits until the queue runs.`);
}

export function directMergeMissed(entry: PullRequestNumber, { code, why }: LandingObstacle): Reason {
  return reason(code, `${why}, so #${entry} did not merge directly.`);
}

/** The rules of the branch let only a tested commit land. */
export function directMergeRefused(entry: PullRequestNumber, why: Reason): Reason {
  return reason(
    why.code,
    `#${entry} cannot land without a test run (${asSentencePart(why)}), so it is tested first.`,
  );
}

export function directMergeDiffered(
  entry: PullRequestNumber,
  branch: string,
  files: readonly string[],
): Reason {
  return reason(
    "MANUAL_PUSH_TO_TARGET_BRANCH",
    `Put on ${quoted(branch)}, #${entry} is not what its own checks tested${inFiles(files)}, so it is tested first.`,
  );
}
