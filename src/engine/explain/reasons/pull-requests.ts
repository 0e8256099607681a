/** Reasons for submissions, readiness and departures. */
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import type { ReportedMerge, UnmetRule } from "../../../domain/pull-request.js";
import type { Reason } from "../../../domain/reason.js";
import { counted } from "../../../domain/words.js";
import type { Asker } from "../../model/event.js";
import { PATIENCE_MS } from "../../model/queue.js";
import { asSentencePart, list, quoted, reason, short } from "./sentence-parts.js";

const MAX_RULES = 9;

export function submitted(
  entry: PullRequestNumber,
  by: Asker | undefined,
  unmet: readonly UnmetRule[] = [],
): Reason {
  const gaps = unmet.length === 0 ? "" : ` It is not ready: ${each(unmet)}.`;
  return by === undefined
    ? reason("API_REQUESTED", `#${entry} was submitted.${gaps}`)
    : reason("USER_REQUESTED", `#${entry} was submitted by ${by}.${gaps}`);
}

export function rulesUnmet(entry: PullRequestNumber, unmet: readonly UnmetRule[]): Reason {
  return reason("GITHUB_API_BRANCH_PROTECTION_UNMET", `#${entry} is not ready: ${each(unmet)}.`);
}

export function rulesMet(entry: PullRequestNumber, branch: string): Reason {
  return reason("API_REQUESTED", `#${entry} meets the rules of ${quoted(branch)}.`);
}

/** Found directly before the landing. */
export function rulesNoLongerMet(
  entry: PullRequestNumber,
  branch: string,
  unmet: readonly UnmetRule[],
): Reason {
  return reason(
    "GITHUB_API_BRANCH_PROTECTION_UNMET",
    `#${entry} no longer meets the rules of ${quoted(branch)}: ${each(unmet)}.`,
  );
}

/** The code host counted the push of its head, which was taken back, as one of a person. */
export function approvalsLost(entry: PullRequestNumber, unmet: readonly UnmetRule[]): Reason {
  return reason(
    "GITHUB_API_BRANCH_PROTECTION_UNMET",
    `#${entry} did not land, and the push of its head, which was taken back, cost it approvals. It is not ready: ${each(unmet)}.`,
  );
}

function each(unmet: readonly UnmetRule[]): string {
  const words = unmet.slice(0, MAX_RULES).map(({ words: one }) => one);
  const left = unmet.length - words.length;
  return left === 0 ? words.join("; ") : `${words.join("; ")}; and ${left} more`;
}

export function nowReady(entry: PullRequestNumber): Reason {
  return reason("MERGE_ITEM_NOW_READY", `#${entry} is ready and waits for its turn.`);
}

export function notReadyForTooLong(entry: PullRequestNumber, hours: number): Reason {
  return reason("NOT_READY_TIMEOUT_EXPIRED", `#${entry} was not ready within ${counted(hours, "hour")}.`);
}

export function disappeared(entry: PullRequestNumber): Reason {
  return reason("PR_CLOSED", `#${entry} does not exist any more.`);
}

export function closed(entry: PullRequestNumber): Reason {
  return reason("PR_CLOSED", `#${entry} was closed.`);
}

export function pushedTo(entry: PullRequestNumber, headSha: CommitId): Reason {
  return reason("PR_PUSHED_TO", `#${entry} was pushed to: its head is now ${short(headSha)}.`);
}

export function convertedToDraft(entry: PullRequestNumber): Reason {
  return reason("PR_CONVERTED_TO_DRAFT", `#${entry} was converted to a draft.`);
}

export function baseBranchChanged(entry: PullRequestNumber, branch: string): Reason {
  return reason("PR_BASE_BRANCH_CHANGED", `#${entry} now aims at ${quoted(branch)}.`);
}

export function mergedElsewhere(entry: PullRequestNumber, branch: string): Reason {
  return reason("PR_MERGED_INTO_OTHER_BRANCH", `#${entry} was merged into ${quoted(branch)}.`);
}

export function mergedByHand(entry: PullRequestNumber, { commit, by }: ReportedMerge = {}): Reason {
  const who = by === undefined ? "" : ` by ${by}`;
  const as = commit === undefined ? "" : `, as ${short(commit)}`;
  return reason("MANUAL_MERGE", `#${entry} was merged outside the queue${who}${as}.`);
}

/** The code host merged it onto another commit than the tested one. */
export function mergedUntested(
  entry: PullRequestNumber,
  branch: string,
  tip: CommitId,
  testedOn: CommitId,
): Reason {
  return reason(
    "MANUAL_MERGE",
    `#${entry} was merged as ${short(tip)}, but not onto ${short(testedOn)}, which it was tested on: nobody tested what ${quoted(branch)} is now.`,
  );
}

/** Prefixes a reason that applies to all entries with their numbers. */
export function sameReasonFor(entries: readonly PullRequestNumber[], { code, sentence }: Reason): Reason {
  return reason(code, `${list(entries)}: ${sentence}`);
}

const WAITED = counted(PATIENCE_MS / 60_000, "minute");

/** The next four: why an entry that cannot be read, used or landed leaves. */
export function unreadable(entry: PullRequestNumber, why: Reason): Reason {
  return reason(
    why.code,
    `#${entry} could not be read for ${WAITED} while the rest of the queue could: ${asSentencePart(why)}; submit it again once it can.`,
  );
}

/** A sentence that follows the numbers of the entries under test. */
export function unreadableRun(why: Reason): Reason {
  return reason(
    why.code,
    `The checks of the test run could not be read for ${WAITED} while other work succeeded: ${asSentencePart(why)}.`,
  );
}

export function unusable(entry: PullRequestNumber, why: Reason): Reason {
  return reason(
    why.code,
    `#${entry} cannot be tested: ${asSentencePart(why)}; push another head and submit it again.`,
  );
}

export function cannotLandNow(why: Reason): Reason {
  return reason(
    why.code,
    `${asSentencePart(why)}; that was tried for ${WAITED} while others waited. A push that is still under way may arrive later.`,
  );
}

/** One of several entries may be the reason why they could not land together. */
export function landsApart(entries: readonly PullRequestNumber[], why: Reason): Reason {
  return reason(
    "BISECTION_REQUIRED",
    `${list(entries)} could not land together (${asSentencePart(why)}), so each is tested and lands by itself.`,
  );
}
