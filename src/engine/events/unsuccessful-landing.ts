/** Landings that end without success: withdrawn, different when rebuilt, refused, failed. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import {
  clash,
  directMergeDiffered,
  directMergeMissed,
  directMergeRefused,
  goesByItself,
  headNotBack,
  landingDiffered,
  landingMoved,
  landingWithdrawn,
  testsStartAgain,
  waitsForQueue,
  withdrawnByPause,
} from "../explain/reasons/landings.js";
import { approvalsLost, cannotLandNow, landsApart, sameReasonFor } from "../explain/reasons/pull-requests.js";
import { branchMoved } from "../explain/reasons/restarts.js";
import { indexOf } from "../index/queue-index.js";
import { newBatch, sharedReason, withBatchesBeside, withEntries, withoutRuns } from "../model/change.js";
import type { Reasons, Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import { entriesOf, findRun, isOfLastTakeUp, stateOf } from "../model/lookup.js";
import type { Entry, Landing, Queue, TestRun } from "../model/queue.js";
import { goneOn, isTooLong } from "../model/queue.js";
import { headsOnBranch, runAt } from "../planning/runs-after-move.js";
import { type End, landingEntries, leave, mergedByQueue, movedOutside, reasonsOf, withEnds } from "./ends.js";
import { afterHeadsBack, leaveAfter } from "./head-pushes.js";
import { touchingEverything } from "./targets.js";

/** Withdraws a landing before its push has begun; its run remains passed. */
export function withdrawLanding(queue: Queue, landing: Landing, ends: readonly End[]): Step {
  const own = ownOf(queue, landing);
  const [left] = ends;
  const obstacle = left === undefined ? withdrawnByPause(own) : landingWithdrawn(own, left[0]);
  const isDirect = landing.proof.kind === "direct";
  return endedWithoutSuccess({ ...withEnds(queue, ends), landing: null }, landing, {
    ends,
    endedRuns: [],
    reasonFor: ({ facts }) => (isDirect ? waitsForQueue : goesByItself)(facts.number, obstacle),
  });
}

/**
 * Rebuilt on the tip, the commits are another change, which has to be tested. The impacted targets of the entries are
 * incomplete, so they count as `ALL`, and no other entry overtakes them again.
 */
export function recordDiffering(queue: Queue, { run: id, files }: EventOf<"landingDiffers">): Step {
  const { landing, targetBranch } = queue;
  if (landing?.run !== id || landing.commit !== null) return { queue };
  const ends = landingEntries(queue, landing).flatMap(leave);
  const over: Queue = { ...withEnds(queue, ends), landing: null };
  const run = findRun(queue, id);
  if (run === undefined) {
    const tested = landingEntries(over, landing).filter(isLive);
    const untested = withEntries(over, tested.map(withNeedOfTests));
    return endedWithoutSuccess(untested, landing, {
      ends,
      endedRuns: [],
      reasonFor: ({ facts }) => directMergeDiffered(facts.number, targetBranch, files),
    });
  }
  const own = entriesOf(over, run.own).flatMap((entry) => (isLive(entry) ? [entry.facts.number] : []));
  const obstacle = clash(own, targetBranch, files);
  const { queue: touching, endedRuns, reasons } = touchingEverything(withoutRuns(over, [run]), own);
  return endedWithoutSuccess(touching, landing, {
    ends,
    endedRuns: [run, ...endedRuns],
    reasons,
    reasonFor: ({ facts }) =>
      own.includes(facts.number) ? landingDiffered(own, obstacle) : goesByItself(facts.number, obstacle),
  });
}

/** From now on, failures reported by other replicas are ignored: a replica that was frozen may report an old state. */
export function recordTakenUp(queue: Queue, { run }: EventOf<"landingTakenUp">): Queue {
  const { landing } = queue;
  if (landing?.run !== run || landing.commit === null) return queue;
  return { ...queue, landing: { ...landing, takeUps: (landing.takeUps ?? 0) + 1 } };
}

/**
 * The branch moved, or a head changed before the push. Leaving entries end now; entries found on the branch count as
 * merged (a later push may have removed only the rest of the landing); the others keep their places. The run ends in
 * any case: no run lands twice, so a duplicate answer is never mistaken for that of a later landing.
 */
export function recordLandingRefused(queue: Queue, event: EventOf<"landingRefused">): Step {
  const { landing } = queue;
  if (!isOfLast(landing, event)) return { queue };
  const run = findRun(queue, event.run);
  const onBranch = headsOnBranch(run === undefined ? [] : [runAt(run, event.tip)], event.tip);
  const ends = landingEntries(queue, landing).flatMap((entry): readonly End[] =>
    onBranch.has(entry.facts.number) ? [mergedByQueue(queue, entry, landing)] : leaveAfter(landing, entry),
  );
  const hasMoved = event.tip !== landing.expectedTip;
  const moved: Queue = {
    ...withEnds(hasMoved ? movedOutside(queue, event.tip) : queue, ends),
    landing: null,
  };
  const endedRuns = moved.runs.filter(
    ({ id, batch, validForTip }) =>
      id === landing.run || (validForTip === null && landing.batches.includes(batch)),
  );
  const over = afterHeadsBack(withoutRuns(moved, endedRuns), landing);
  return endedWithoutSuccess(over.queue, landing, {
    ends,
    endedRuns: [...endedRuns, ...over.endedRuns],
    reasonFor: hasMoved ? movedReason(moved, landing, endedRuns) : withdrawnReason(queue, landing, ends),
  });
}

function movedReason({ targetBranch, tip }: Queue, { proof }: Landing, endedRuns: readonly TestRun[]) {
  const obstacle = landingMoved(targetBranch, tip);
  return ({ facts: { number } }: Entry): Reason => {
    if (proof.kind === "direct") return directMergeMissed(number, obstacle);
    const over = endedRuns.find(({ own }) => own.includes(number));
    return over === undefined ? goesByItself(number, obstacle) : branchMoved(over.own, targetBranch, tip);
  };
}

function withdrawnReason(queue: Queue, landing: Landing, ends: readonly End[]) {
  const own = ownOf(queue, landing);
  const left = ends.find(([{ leaving }]) => leaving !== null)?.[0] ?? null;
  const obstacle = landingWithdrawn(own, left);
  return ({ facts: { number } }: Entry): Reason =>
    landing.proof.kind !== "direct" && own.includes(number)
      ? testsStartAgain(
          own.filter((one) => ends.every(([{ facts }]) => facts.number !== one)),
          obstacle,
        )
      : goesByItself(number, obstacle);
}

/** Leaving entries end; the others fail for the given reason, so that their successors continue. */
export function recordLandingFailed(queue: Queue, event: EventOf<"landingFailed">): Step {
  const { landing } = queue;
  if (!isOfLast(landing, event)) return { queue };
  if (event.needsTests === true && landing.proof.kind === "direct")
    return testedFirst(queue, landing, event.reason);
  const mayBeOfOne = event.isOfOne === true && landing.heads.length > 1;
  return mayBeOfOne ? landedApart(queue, landing, event.reason) : failed(queue, landing, event.reason);
}

/** It is no fault of the entry: it is tested, and not tried again without a test run until its head changes. */
function testedFirst(queue: Queue, landing: Landing, why: Reason): Step {
  const ends = landingEntries(queue, landing).flatMap((entry) => leaveAfter(landing, entry));
  const over: Queue = { ...withEnds(queue, ends), landing: null };
  const untested = withEntries(over, landingEntries(over, landing).filter(isLive).map(withNeedOfTests));
  const back = afterHeadsBack(untested, landing);
  return endedWithoutSuccess(back.queue, landing, {
    ends,
    endedRuns: back.endedRuns,
    reasonFor: ({ facts }) => directMergeRefused(facts.number, why),
  });
}

/**
 * Nothing else lands until a started push succeeds, is refused or fails. After too long it counts as failed if other
 * entries wait, if it contains several entries, if it was already set apart, or if one of its entries is leaving.
 */
export function recordLandingObstacle(queue: Queue, event: EventOf<"landingHindered">): Step {
  const { landing } = queue;
  if (!isOfLast(landing, event) || landing.commit === null) return { queue };
  const trouble = goneOn(landing.trouble, queue.now, event.reason);
  if (!isTooLong(trouble) || !isInTheWay(queue, landing))
    return { queue: { ...queue, landing: { ...landing, trouble } } };
  const why = cannotLandNow(event.reason);
  return landing.heads.length > 1 ? landedApart(queue, landing, why) : failed(queue, landing, why);
}

function isInTheWay(queue: Queue, landing: Landing): boolean {
  if (landing.heads.length > 1) return true;
  const { admitted } = indexOf(queue.entries);
  let others = -landing.heads.length;
  for (const entries of admitted.values()) others += entries.length;
  const own = landingEntries(queue, landing);
  return others > 0 || own.some(({ leaving, isApart }) => leaving !== null || isApart === true);
}

/** Moves each remaining entry beside the line, to be tested alone and land alone. */
function landedApart(queue: Queue, landing: Landing, why: Reason): Step {
  const ends = landingEntries(queue, landing).flatMap((entry) => leaveAfter(landing, entry));
  const over: Queue = { ...withEnds(queue, ends), landing: null };
  const remaining = landingEntries(over, landing).filter(isLive);
  const numbers = remaining.map(({ facts }) => facts.number);
  const marked = withEntries(
    over,
    remaining.map((entry): Entry => ({ ...entry, isApart: true })),
  );
  const alone = numbers.map((number, index) => newBatch(marked.nextNumber + index, [number]));
  const endedRuns = marked.runs.filter(({ batch }) => landing.batches.includes(batch));
  const nextNumber = marked.nextNumber + alone.length;
  const apart = withoutRuns({ ...withBatchesBeside(marked, landing.batches, alone), nextNumber }, endedRuns);
  const back = afterHeadsBack(apart, landing);
  return {
    queue: back.queue,
    endedRuns: [...endedRuns, ...back.endedRuns],
    reasons: new Map([
      ...sharedReason(numbers, landsApart(numbers, why)),
      ...reasonsOfUnready(entriesOf(back.queue, numbers)),
      ...reasonsOf(ends),
    ]),
  };
}

function failed(queue: Queue, landing: Landing, why: Reason): Step {
  const entries = landingEntries(queue, landing);
  const remaining = entries.flatMap(({ leaving, facts }) => (leaving === null ? [facts.number] : []));
  const failing = sameReasonFor(remaining, why);
  const ends = entries.flatMap((entry): readonly End[] => {
    if (entry.leaving !== null) return leaveAfter(landing, entry);
    const push = landing.headsNotBack?.find(({ pullRequest }) => pullRequest === entry.facts.number);
    return [[{ ...entry, ended: "failed" }, push === undefined ? failing : headNotBack(push, failing)]];
  });
  const endedRuns = queue.runs.filter(({ id }) => id === landing.run);
  const over: Queue = { ...withEnds(queue, ends), landing: null };
  return { queue: withoutRuns(over, endedRuns), endedRuns, reasons: reasonsOf(ends) };
}

function isOfLast(
  landing: Landing | null,
  { run, takeUps }: EventOf<"landingRefused" | "landingFailed" | "landingHindered">,
): landing is Landing {
  return landing?.run === run && isOfLastTakeUp(landing, takeUps);
}

interface Unsuccessful extends Required<Pick<Step, "endedRuns">> {
  readonly ends: readonly End[];
  readonly reasons?: Reasons;
  /** The reason for a remaining entry that is no longer in the state `testsPassed`. */
  readonly reasonFor: (entry: Entry) => Reason;
}

/** `queue` is already without the landing. */
function endedWithoutSuccess(
  queue: Queue,
  landing: Landing,
  { ends, endedRuns, reasons, reasonFor }: Unsuccessful,
): Step {
  const remained = landingEntries(queue, landing).filter(
    (entry) => isLive(entry) && stateOf(queue, entry) !== "testsPassed",
  );
  return {
    queue,
    endedRuns,
    reasons: new Map([
      ...(reasons ?? []),
      ...remained.map((entry) => [entry.facts.number, reasonFor(entry)] as const),
      ...reasonsOfUnready(remained),
      ...reasonsOf(ends),
    ]),
  };
}

/** Approvals were lost to the push of the head. */
function reasonsOfUnready(entries: readonly Entry[]): Reasons {
  const unready = entries.filter(({ admittedAt }) => admittedAt === null);
  return new Map(
    unready.map(({ facts }) => [facts.number, approvalsLost(facts.number, facts.unmetRules ?? [])]),
  );
}

/** The entries under test; without a run, all entries of the landing. */
function ownOf(queue: Queue, { run, heads }: Landing): readonly PullRequestNumber[] {
  return findRun(queue, run)?.own ?? heads.map(({ pullRequest }) => pullRequest);
}

function isLive({ ended }: Entry): boolean {
  return ended === null;
}

function withNeedOfTests(entry: Entry): Entry {
  return { ...entry, needsTests: true };
}
