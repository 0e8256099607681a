/** Where the branch went: by the queue's own landing, whose answer counts once, or by somebody else. */
import type { CommitId } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { sharedReason, withEntries, withoutRuns, withRuns } from "../change.js";
import type { LandingRecord } from "../decision.js";
import type { EventOf } from "../event.js";
import { batchOf, entriesOf, findRun, runOf } from "../lookup.js";
import type { Entry, Landing, Queue, TestRun } from "../queue.js";
import { branchMoved, landed, landingDiffered, mergedByHand } from "../reasons.js";
import type { Reasons, Step } from "../rule.js";
import { headsOnBranch, runAt, runsAfterLanding } from "../standing.js";

/** An entry that is over, and why. */
type End = readonly [entry: Entry, reason: Reason];

/** What was tested stands on the tip now: the intent to push exactly that is stored with this answer. */
export function recordPrepared(queue: Queue, { run, newTip, tree }: EventOf<"landingPrepared">): Step {
  const { landing, targetBranch } = queue;
  if (landing?.run !== run || landing.commit !== null) return { queue };
  const { expectedTip } = landing;
  return {
    queue: { ...queue, landing: { ...landing, commit: { newTip, tree } } },
    orders: [{ kind: "land", run, targetBranch, expectedTip, newTip, tree }],
  };
}

/** Put on what landed meanwhile it is another change: that one has to be tested. */
export function recordDiffering(queue: Queue, { run: id, files }: EventOf<"landingDiffers">): Step {
  const { landing } = queue;
  if (landing?.run !== id || landing.commit !== null) return { queue };
  const leaving = landingEntries(queue, landing).flatMap(leave);
  const untested: Queue = { ...withEnds(queue, leaving), landing: null };
  const run = findRun(queue, id);
  if (run === undefined) {
    const tested = landingEntries(untested, landing).filter(({ ended }) => ended === null);
    return {
      queue: withEntries(
        untested,
        tested.map((entry) => ({ ...entry, needsTests: true })),
      ),
      reasons: reasonsOf(leaving),
    };
  }
  return {
    queue: withoutRuns(untested, [run]),
    endedRuns: [run],
    reasons: new Map([
      ...sharedReason(run.own, landingDiffered(run.own, queue.targetBranch, files)),
      ...reasonsOf(leaving),
    ]),
  };
}

/** Whoever asked to leave meanwhile was too late: it has landed. */
export function recordLanded(queue: Queue, { run, newTip }: EventOf<"landed">): Step {
  const { landing } = queue;
  if (landing?.run !== run || landing.commit?.newTip !== newTip) return { queue };
  const ends = landingEntries(queue, landing).map((entry) => mergedByQueue(queue, entry, landing));
  const moved = { ...queue, runs: runsAfterLanding(queue, landing, newTip), tip: newTip, landing: null };
  return {
    queue: withEnds(moved, ends),
    reasons: reasonsOf(ends),
    landed: recordOf(queue, landing, landing.commit),
  };
}

/**
 * The branch is elsewhere. Whoever asked to leave leaves now; the others keep their places, but for those that are on
 * the branch after all, when somebody took only the rest of the landing off again. The run that was to land ends in
 * any case: no run lands twice, so that a doubled answer is never taken for that of a later landing.
 */
export function recordLandingRefused(queue: Queue, event: EventOf<"landingRefused">): Step {
  const { landing } = queue;
  if (landing?.run !== event.run) return { queue };
  const run = findRun(queue, event.run);
  const onBranch = headsOnBranch(run === undefined ? [] : [run], event.tip);
  const ends = landingEntries(queue, landing).flatMap((entry): readonly End[] =>
    onBranch.has(entry.facts.number) ? [mergedByQueue(queue, entry, landing)] : leave(entry),
  );
  const moved: Queue = { ...withEnds(movedOutside(queue, event.tip), ends), landing: null };
  if (run === undefined) return { queue: moved, reasons: reasonsOf(ends) };
  return {
    queue: withoutRuns(moved, [run]),
    endedRuns: [findRun(moved, run.id) ?? run],
    reasons: new Map([
      ...sharedReason(run.own, branchMoved(run.own, queue.targetBranch, event.tip)),
      ...reasonsOf(ends),
    ]),
  };
}

/** Whoever asked to leave leaves; the others fail for the reason given, so that those behind them go on. */
export function recordLandingFailed(queue: Queue, event: EventOf<"landingFailed">): Step {
  const { landing } = queue;
  if (landing?.run !== event.run) return { queue };
  const ends = landingEntries(queue, landing).flatMap((entry): readonly End[] =>
    entry.leaving === null ? [[{ ...entry, ended: "failed" }, event.reason]] : leave(entry),
  );
  const endedRuns = queue.runs.filter(({ id }) => id === event.run);
  const failed: Queue = { ...withEnds(queue, ends), landing: null };
  return { queue: withoutRuns(failed, endedRuns), endedRuns, reasons: reasonsOf(ends) };
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
  return { queue: withEnds(movedOutside(queue, to), ends), reasons: reasonsOf(ends) };
}

function movedOutside(queue: Queue, tip: CommitId): Queue {
  return withRuns(
    { ...queue, tip },
    queue.runs.map((run) => runAt(run, tip)),
  );
}

function recordOf(queue: Queue, landing: Landing, commit: NonNullable<Landing["commit"]>): LandingRecord {
  const { run, expectedTip, proof, heads } = landing;
  return { at: queue.now, run, from: expectedTip, to: commit.newTip, tree: commit.tree, proof, heads };
}

function landingEntries(queue: Queue, landing: Landing): readonly Entry[] {
  return entriesOf(
    queue,
    landing.heads.map(({ pullRequest }) => pullRequest),
  );
}

/** Nothing for one that stays. */
function leave(entry: Entry): readonly End[] {
  return entry.leaving === null ? [] : [[{ ...entry, ended: "cancelled" }, entry.leaving]];
}

/** Its own run where that passed, else the one whose pass it landed on. A direct merge has none. */
function mergedByQueue(queue: Queue, entry: Entry, { run, proof }: Landing): End {
  const { number } = entry.facts;
  const batch = batchOf(queue, number);
  const own = batch && runOf(queue, batch.id);
  const passed: TestRun["id"] = own?.progress.kind === "passed" ? own.id : run;
  const verifiedBy = proof.kind === "direct" ? null : passed;
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
