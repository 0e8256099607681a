/** Why something landed, or did not. */
import type { CommitId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import type { Entry, TestRun } from "../queue.js";
import { asClause, inFiles, list, quoted, reason, short } from "./words.js";

/** Null: it was merged directly. */
export function landed(entry: PullRequestNumber, verifiedBy: TestRunId | null): Reason {
  return verifiedBy === null
    ? reason(
        "MERGE_GRAPH_DIRECT_MERGE",
        `#${entry} landed directly: its own checks passed on the tip of the branch.`,
      )
    : reason("MERGE_GRAPH_MERGE", `#${entry} landed: it passed test run ${verifiedBy}.`);
}

/** `run` is the run of a successor, which contains the entry. */
export function successorPassed(entry: PullRequestNumber, run: TestRun): Reason {
  return reason(
    "SUCCESSOR_TEST_RUN_PASSED",
    `${list(run.own)} passed on top of #${entry}, so #${entry} is proven too.`,
  );
}

/** Why a landing did not come about, and what that means for whoever is concerned. */
export interface Hindrance {
  readonly code: Reason["code"];
  readonly why: string;
}

/** Put on what landed meanwhile it would have been another change than the one tested. */
export function clash(
  own: readonly PullRequestNumber[],
  branch: string,
  files: readonly string[],
): Hindrance {
  const why = `What landed on ${quoted(branch)} since touches the same files as ${list(own)}${inFiles(files)}`;
  return { code: "MANUAL_PUSH_TO_TARGET_BRANCH", why };
}

/** Their targets say less than their files. */
export function landingDiffered(own: readonly PullRequestNumber[], { code, why }: Hindrance): Reason {
  const verb = own.length === 1 ? "counts" : "count";
  const its = own.length === 1 ? "its" : "their";
  return reason(
    code,
    `${why}, so ${list(own)} ${verb} as touching everything and ${its} tests start again there.`,
  );
}

/** The branch stands where it stood; null for nobody seen to have left. */
export function calledOff(entries: readonly PullRequestNumber[], left: Entry | null): Hindrance {
  const why =
    left?.leaving == null
      ? `The landing of ${list(entries)} was called off just before the push`
      : `${asClause(left.facts.number, left.leaving)}; that was while it was landing`;
  return { code: "PREREQUISITE_MERGE_ITEM_CANCELLED", why };
}

export function landingCalledOff(own: readonly PullRequestNumber[], { code, why }: Hindrance): Reason {
  return reason(code, `${why}, so the tests of ${list(own)} start again.`);
}

export function landingMoved(branch: string, tip: CommitId): Hindrance {
  return { code: "MANUAL_PUSH_TO_TARGET_BRANCH", why: `${quoted(branch)} is now at ${short(tip)}` };
}

/** Nothing was pushed yet. */
export function landingPutOff(own: readonly PullRequestNumber[]): Hindrance {
  return { code: "API_REQUESTED", why: `The queue was paused before ${list(own)} landed` };
}

/** It was to land on the pass of another, or directly. */
export function goesByItself(entry: PullRequestNumber, { code, why }: Hindrance): Reason {
  return reason(code, `${why}, so #${entry} goes by its own tests.`);
}

export function waitsForQueue(entry: PullRequestNumber, { code, why }: Hindrance): Reason {
  return reason(code, `${why}, so #${entry} waits until the queue runs.`);
}

export function directMergeMissed(entry: PullRequestNumber, { code, why }: Hindrance): Reason {
  return reason(code, `${why}, so #${entry} did not merge directly.`);
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
