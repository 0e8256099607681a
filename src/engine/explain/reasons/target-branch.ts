/** Sentences about a broken target branch and outages of CI. */
import { isWithoutResult } from "../../../domain/check.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Reason } from "../../../domain/reason.js";
import type { Queue } from "../../model/queue.js";
import type { AutomaticPause, PauseCause, TipTest } from "../../model/target-health.js";
import { asSentencePart, enumerate, list, quoted, reason, short } from "./sentence-parts.js";

type Branch = Pick<Queue, "targetBranch">;

/** "`main` itself fails `build` since 3f2a91c0"; a clause. */
export function whyPaused({ targetBranch }: Branch, { cause }: Pick<AutomaticPause, "cause">): string {
  return cause.kind === "targetBranch"
    ? `${quoted(targetBranch)} itself fails ${quoted(cause.check)} since ${short(cause.tip)}`
    : `CI gives no result: ${cause.why}`;
}

/** What ends the pause; a sentence. */
export function untilResumed({ targetBranch }: Branch, { cause }: Pick<AutomaticPause, "cause">): string {
  const branch = quoted(targetBranch);
  return cause.kind === "targetBranch"
    ? `The queue resumes by itself when ${branch} passes.`
    : "The queue resumes by itself when CI gives a result, and blames no pull request until then.";
}

/** What a person can do about it; a sentence. */
export function repairOf({ targetBranch }: Branch, { cause }: Pick<AutomaticPause, "cause">): string {
  return cause.kind === "targetBranch"
    ? `Push the repair to ${quoted(targetBranch)}, or submit it as urgent and resume the queue.`
    : "Check whether CI works.";
}

/** A clause about the tip alone. */
export function tipHadNoResult({ targetBranch }: Branch, test: TipTest): string {
  const { obstacle, checks, requiredStatuses, commit } = test;
  const on = `${quoted(targetBranch)} alone at ${short(commit)}`;
  if (obstacle !== undefined) return `${on} could not be tested (${asSentencePart(obstacle)})`;
  const ended = checks.filter(isWithoutResult).map(({ name }) => quoted(name));
  if (ended.length > 0) return `${enumerate(ended)} ended without one, also on ${on}`;
  return `no check ${enumerate(requiredStatuses.map(quoted))} has started, not even on ${on}`;
}

/** The queue resumed, and what failed during the pause is tested again. */
export function testedAfterPause(
  { targetBranch, tip }: Pick<Queue, "targetBranch" | "tip">,
  cause: PauseCause,
  own: readonly PullRequestNumber[],
  isSound: boolean,
): Reason {
  const again = `so ${list(own)} ${own.length === 1 ? "is" : "are"} tested again`;
  if (cause.kind === "ci") {
    const what = isSound ? "CI gives results again" : "The pause for CI was ended";
    return reason("CI_OUTAGE", `${what}, ${again}.`);
  }
  const branch = quoted(targetBranch);
  const what = isSound
    ? `${branch} failed ${quoted(cause.check)} itself and passes again at ${short(tip)}`
    : `${branch} itself failed ${quoted(cause.check)}, and the pause for it was ended`;
  return reason("TARGET_BRANCH_BROKEN", `${what}, ${again}.`);
}

/** An earlier tip alone failed, and something landed on it since, so the queue did not pause. */
export function testedOnLaterTip(
  { targetBranch, tip }: Pick<Queue, "targetBranch" | "tip">,
  { check, tip: broken }: Extract<PauseCause, { readonly kind: "targetBranch" }>,
  own: readonly PullRequestNumber[],
): Reason {
  const branch = quoted(targetBranch);
  const again = `${list(own)} ${own.length === 1 ? "is" : "are"} tested again on ${short(tip)}`;
  const sentence = `${branch} itself failed ${quoted(check)} at ${short(broken)}, and has moved since, so ${again}.`;
  return reason("TARGET_BRANCH_BROKEN", sentence);
}

/** An evicted entry is back. */
export function readmitted(
  { targetBranch }: Branch,
  pause: Pick<AutomaticPause, "cause"> | null,
  pullRequest: PullRequestNumber,
): Reason {
  const why =
    pause === null ? `${quoted(targetBranch)} itself was broken` : whyPaused({ targetBranch }, pause);
  return reason(
    "TARGET_BRANCH_BROKEN",
    `${why}, so the failure was not of #${pullRequest}: it is back in the queue, in its earlier place.`,
  );
}
