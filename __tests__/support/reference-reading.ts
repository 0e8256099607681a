/**
 * The readings of how a queue tests and merges, worked out slowly and plainly from the line as it stands: who is ahead
 * of whom, what a run has to contain, what may land, who is to blame. It asks no helper of the engine.
 */
import type { BatchId, PullRequestNumber } from "../../src/domain/ids.js";
import type { Batch, Entry, Queue, TestRun } from "../../src/engine/model/queue.js";

/** Everything a batch relies on: those ahead that share a target, and whatever those rely on; front to back. */
export function predecessorsOf(queue: Queue, batch: Batch): readonly Batch[] {
  const ahead = queue.line.slice(0, queue.line.indexOf(batch));
  const direct = ahead.filter((other) => doBatchesOverlap(queue, other, batch));
  const all = new Set(direct.flatMap((other) => [...predecessorsOf(queue, other), other]));
  return ahead.filter((other) => all.has(other));
}

/** Nobody relies on it for now: its own test failed, does not merge, or is made once more. */
export function isPendingFailure(queue: Queue, batch: Batch): boolean {
  if (queue.landing?.batches.includes(batch.id) === true) return false;
  const run = runOf(queue, batch.id);
  if (batch.isSuspect) return true;
  // With another one in doubt it had to fail: that says nothing about itself.
  if (run?.progress.kind === "failed")
    return !predecessorsOf(queue, batch).some(
      (other) => isPendingFailure(queue, other) && !isLeftOut(queue, other, batch),
    );
  return run?.progress.kind === "conflicted" && run.own.includes(run.progress.pullRequest);
}

/** How many levels behind: the longest way from one to the other, hop by hop. */
export function levelsBehind(queue: Queue, front: Batch, behind: Batch): number {
  const between = predecessorsOf(queue, behind).filter((other) =>
    predecessorsOf(queue, other).includes(front),
  );
  return 1 + Math.max(0, ...between.map((other) => levelsBehind(queue, front, other)));
}

/** Those it relies on, but for the doubtful ones that are further ahead than their witnesses stand. */
export function expectedAhead(queue: Queue, batch: Batch): readonly PullRequestNumber[] {
  const landing = queue.landing?.batches ?? [];
  return predecessorsOf(queue, batch)
    .filter((other) => !isLeftOut(queue, other, batch))
    .filter((other) => !landing.includes(batch.id) || landing.includes(other.id))
    .flatMap(({ entries }) => entries);
}

function isLeftOut(queue: Queue, doubtful: Batch, batch: Batch): boolean {
  if (!isPendingFailure(queue, doubtful)) return false;
  const isHopeless = runOf(queue, doubtful.id)?.progress.kind === "conflicted";
  const isFar = levelsBehind(queue, doubtful, batch) > queue.settings.pendingFailureDepth;
  return isHopeless || isFar || !isWitness(queue, doubtful, batch);
}

/** Its test was begun with the doubtful one on the branch, before that one failed. */
function isWitness(queue: Queue, doubtful: Batch, batch: Batch): boolean {
  const run = runOf(queue, batch.id);
  return run !== undefined && doubtful.entries.every((number) => leftOf(run).includes(number));
}

/** What a run in the line still has to bring to the branch. */
export function expectedContents(queue: Queue, batch: Batch): readonly PullRequestNumber[] {
  return [...expectedAhead(queue, batch), ...batch.entries];
}

export function leftOf({ contains, landed }: TestRun): readonly PullRequestNumber[] {
  return contains.map(({ pullRequest }) => pullRequest).filter((number) => !landed.includes(number));
}

/**
 * Every set that could land now in one move: a pass of exactly that, past nobody in doubt, each proven as required.
 * Where the code host merges, a move is of one, and nothing lands on the pass of another.
 */
export function landable(queue: Queue): readonly (readonly PullRequestNumber[])[] {
  return landableOnceRead(queue).filter((set) =>
    queue.entries.every(({ trouble, facts }) => trouble === undefined || !set.includes(facts.number)),
  );
}

/** The same where every pull request could be read. */
function landableOnceRead(queue: Queue): readonly (readonly PullRequestNumber[])[] {
  const isOneByOne = queue.settings.landing === "merge";
  const isOptimistic = queue.settings.canOptimisticallyMerge && !isOneByOne;
  return queue.line.flatMap((batch) => {
    if (isOneByOne && expectedContents(queue, batch).length > 1) return [];
    const predecessors = predecessorsOf(queue, batch);
    const areAllIn = predecessors.every((other) => !isLeftOut(queue, other, batch));
    const areProven = [...predecessors, batch].every(
      (other) => (isOptimistic && other !== batch) || hasPassed(queue, other),
    );
    return areAllIn && areProven ? [expectedContents(queue, batch)] : [];
  });
}

/** Failed with nobody ahead in its lane, and nobody behind still tested with it, or about to land it. */
export function provenCulprits(queue: Queue): readonly Batch[] {
  return queue.line.filter((batch) => {
    if (queue.landing?.batches.includes(batch.id) === true) return false;
    if (runOf(queue, batch.id)?.progress.kind !== "failed" || predecessorsOf(queue, batch).length > 0)
      return false;
    if (landableOnceRead(queue).some((set) => batch.entries.every((number) => set.includes(number))))
      return false;
    const witnesses = queue.line.filter(
      (other) => predecessorsOf(queue, other).includes(batch) && !isLeftOut(queue, batch, other),
    );
    return witnesses.every((witness) => {
      const progress = runOf(queue, witness.id)?.progress.kind;
      return progress !== undefined && progress !== "building" && progress !== "running";
    });
  });
}

export function hasPassed(queue: Queue, batch: Batch): boolean {
  return runOf(queue, batch.id)?.progress.kind === "passed";
}

export function runOf(queue: Queue, id: BatchId): TestRun | undefined {
  return queue.runs.find(({ batch }) => batch === id);
}

const HOUR_MS = 3_600_000;

/** Whether one that waits goes before another: by priority, which waiting raises, then by submission. */
export function goesBefore(queue: Queue, one: Entry, other: Entry): boolean {
  const difference = priorityNow(queue, one) - priorityNow(queue, other);
  return difference === 0 ? queue.entries.indexOf(one) < queue.entries.indexOf(other) : difference < 0;
}

/** From low over medium (100) to high (10), one step for each time it has waited so long. */
function priorityNow({ settings, now }: Queue, { priority, submittedAt }: Entry): number {
  let raised = priority;
  const ageing = settings.priorityAgeingHours * HOUR_MS;
  for (let at = submittedAt + ageing; ageing > 0 && at <= now; at += ageing) {
    if (raised > 100) raised = 100;
    else if (raised > 10) raised = 10;
  }
  return raised;
}

/** Those that were admitted and have no place. */
export function waitingOf(queue: Queue): readonly Entry[] {
  const placed = [...queue.line, ...queue.beside].flatMap(({ entries }) => entries);
  const landing = queue.landing?.heads.map(({ pullRequest }) => pullRequest) ?? [];
  return queue.entries.filter(
    ({ admittedAt, facts }) =>
      admittedAt !== null && !placed.includes(facts.number) && !landing.includes(facts.number),
  );
}

export function membersOf(queue: Queue, { entries }: Batch): readonly Entry[] {
  return queue.entries.filter(({ facts }) => entries.includes(facts.number));
}

export function areInOneLane(queue: Queue, one: Entry, other: Entry): boolean {
  return queue.settings.mode === "single" || doOverlap(one, other);
}

function doBatchesOverlap(queue: Queue, one: Batch, other: Batch): boolean {
  return membersOf(queue, one).some((some) =>
    membersOf(queue, other).some((others) => areInOneLane(queue, some, others)),
  );
}

function doOverlap(one: Entry, other: Entry): boolean {
  const some = namesOf(one);
  const others = namesOf(other);
  if (some.length === 0 || others.length === 0) return false;
  if (some.includes(EVERYTHING) || others.includes(EVERYTHING)) return true;
  return some.some((name) => others.includes(name));
}

/** No target has this name: names are never empty. */
const EVERYTHING = "";

/** What was uploaded, and what was before, while it is tested with that. */
function namesOf({ targets, earlierTargets }: Entry): readonly string[] {
  const names = [targets ?? { kind: "all" as const }, ...(earlierTargets === null ? [] : [earlierTargets])];
  return names.flatMap((list) => (list.kind === "all" ? [EVERYTHING] : list.names));
}
