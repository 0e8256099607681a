/** Where the branch went: by the queue's own landing, whose answer counts once, or by somebody else. */
import type { CommitId, PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { sharedReason, withEntries, withoutRuns } from "../change.js";
import type { EventOf } from "../event.js";
import { batchOf, entriesOf, findRun, runOf } from "../lookup.js";
import { landedIn } from "../plan.js";
import type { Entry, Landing, Queue, TestRun } from "../queue.js";
import { branchMoved, landed, mergedByHand } from "../reasons.js";
import type { Reasons, Step } from "../rule.js";

/** An entry that is over, and why. */
type End = readonly [entry: Entry, reason: Reason];

/** Whoever asked to leave meanwhile was too late: it has landed. */
export function recordLanded(queue: Queue, { run, newTip }: EventOf<"landed">): Step {
  const { landing } = queue;
  if (landing?.run !== run) return { queue };
  const ends = landingEntries(queue, landing).map((entry) => mergedByQueue(queue, entry, run));
  return { queue: { ...withEnds(queue, ends), tip: newTip, landing: null }, reasons: reasonsOf(ends) };
}

/**
 * The branch is elsewhere. Whoever asked to leave leaves now; the others keep their places, but for those that are on
 * the branch after all, when somebody took only the rest of the landing off again. The run that was to land ends in
 * any case: no run lands twice, so that a doubled answer is never taken for that of a later landing.
 */
export function recordLandingRefused(queue: Queue, event: EventOf<"landingRefused">): Step {
  const { landing } = queue;
  const run = findRun(queue, event.run);
  if (run === undefined || landing?.run !== run.id) return { queue };
  const onBranch = headsOnBranch([run], event.tip);
  const ends = landingEntries(queue, landing).flatMap((entry): readonly End[] => {
    if (onBranch.has(entry.facts.number)) return [mergedByQueue(queue, entry, run.id)];
    return entry.leaving === null ? [] : [[{ ...entry, ended: "cancelled" }, entry.leaving]];
  });
  const moved: Queue = { ...withEnds(queue, ends), tip: event.tip, landing: null };
  return {
    queue: withoutRuns(moved, [run]),
    endedRuns: [run],
    reasons: new Map([
      ...sharedReason(run.own, branchMoved(run.own, queue.targetBranch, event.tip)),
      ...reasonsOf(ends),
    ]),
  };
}

/** Whoever asked to leave leaves; the others fail for the reason given, so that those behind them go on. */
export function recordLandingFailed(queue: Queue, event: EventOf<"landingFailed">): Step {
  const { landing } = queue;
  const run = findRun(queue, event.run);
  if (run === undefined || landing?.run !== run.id) return { queue };
  const ends = landingEntries(queue, landing).map(
    (entry): End =>
      entry.leaving === null
        ? [{ ...entry, ended: "failed" }, event.reason]
        : [{ ...entry, ended: "cancelled" }, entry.leaving],
  );
  const failed: Queue = { ...withEnds(queue, ends), landing: null };
  return { queue: withoutRuns(failed, [run]), endedRuns: [run], reasons: reasonsOf(ends) };
}

/**
 * While a landing is under way only its answer tells where the branch is: the move seen may be the landing itself.
 * Whoever pushed a tested commit has merged by hand what is in it.
 */
export function recordTip(queue: Queue, { from, to }: EventOf<"tipObserved">): Step {
  if (queue.landing !== null || queue.tip !== from || from === to) return { queue };
  const onBranch = headsOnBranch(queue.runs, to);
  const ends = entriesOf(queue, onBranch.keys())
    .filter(({ facts }) => onBranch.get(facts.number) === facts.headSha)
    .map((entry): End => [{ ...entry, ended: "merged" }, mergedByHand(entry.facts.number)]);
  return { queue: { ...withEnds(queue, ends), tip: to }, reasons: reasonsOf(ends) };
}

/** The heads on a branch that stands on a commit of a run. */
function headsOnBranch(runs: readonly TestRun[], tip: CommitId): ReadonlyMap<PullRequestNumber, CommitId> {
  const heads = runs.flatMap((run) => run.contains.slice(0, landedIn(run, tip) ?? 0));
  return new Map(heads.map(({ pullRequest, headSha }) => [pullRequest, headSha]));
}

function landingEntries(queue: Queue, landing: Landing): readonly Entry[] {
  return entriesOf(
    queue,
    landing.heads.map(({ pullRequest }) => pullRequest),
  );
}

function mergedByQueue(queue: Queue, entry: Entry, landingRun: TestRun["id"]): End {
  const { number } = entry.facts;
  const batch = batchOf(queue, number);
  const verifiedBy = (batch && runOf(queue, batch.id)?.id) ?? landingRun;
  return [{ ...entry, ended: "merged", verifiedBy }, landed(number, verifiedBy)];
}

function withEnds(queue: Queue, ends: readonly End[]): Queue {
  return withEntries(
    queue,
    ends.map(([entry]) => entry),
  );
}

function reasonsOf(ends: readonly End[]): Reasons {
  return new Map(ends.map(([entry, reason]) => [entry.facts.number, reason]));
}
