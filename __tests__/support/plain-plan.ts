/**
 * A plan by docs/explanation/scheduling.md, read off the queue place by place: slow, obvious, and with nothing remembered
 * from the queue before.
 */
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import type { Batch, ContainedHead, Entry, Queue, TestRun } from "../../src/engine/model/queue.js";

export interface PlainPlace {
  readonly batch: Batch;
  readonly own: readonly ContainedHead[];
  readonly ahead: readonly ContainedHead[];
  readonly contents: readonly ContainedHead[];
  readonly run: TestRun | null;
  readonly isValid: boolean;
  readonly predecessors: readonly number[];
  readonly leftOut: readonly number[];
  readonly isLanding: boolean;
  readonly isPendingFailure: boolean;
}

export function plainPlan(queue: Queue): readonly PlainPlace[] {
  const lanes = plainLanes(queue);
  const places: PlainPlace[] = [];
  for (const [index, batch] of queue.line.entries()) {
    const predecessors = lanes[index] ?? [];
    const leftOut = predecessors.filter((other) => isLeftOut(queue, lanes, places, other, index));
    places.push(placeInLine(queue, batch, places, { predecessors, leftOut }));
  }
  return [...places, ...queue.beside.map((batch) => partBeside(queue, batch))];
}

/** For each place everybody ahead that it depends on, directly or through others. */
function plainLanes(queue: Queue): readonly (readonly number[])[] {
  const lanes: number[][] = [];
  for (const [index, batch] of queue.line.entries()) {
    const ahead = new Set<number>();
    for (const [other, before] of queue.line.slice(0, index).entries()) {
      if (!dependsOn(queue, batch, before)) continue;
      ahead.add(other);
      for (const further of lanes[other] ?? []) ahead.add(further);
    }
    lanes.push([...ahead].sort((one, another) => one - another));
  }
  return lanes;
}

function dependsOn(queue: Queue, batch: Batch, before: Batch): boolean {
  return membersOf(queue, batch).some((one) =>
    membersOf(queue, before).some((other) => queue.settings.mode === "single" || doOverlap(one, other)),
  );
}

function membersOf({ entries }: Queue, batch: Batch): readonly Entry[] {
  return batch.entries.map((number) => {
    const entry = entries.find(({ facts }) => facts.number === number);
    if (entry === undefined) throw new Error(`#${number} is in the line and not in the queue`);
    return entry;
  });
}

function doOverlap(one: Entry, other: Entry): boolean {
  return listsOf(one).some((some) => listsOf(other).some((others) => doListsOverlap(some, others)));
}

function listsOf({ targets, earlierTargets }: Entry): readonly ImpactedTargets[] {
  if (targets === null) return [{ kind: "all" }];
  return earlierTargets === null ? [targets] : [targets, earlierTargets];
}

function doListsOverlap(one: ImpactedTargets, other: ImpactedTargets): boolean {
  if (one.kind === "all" || other.kind === "all") return true;
  return one.names.some((name) => other.names.includes(name));
}

function isLeftOut(
  queue: Queue,
  lanes: readonly (readonly number[])[],
  places: readonly PlainPlace[],
  doubtful: number,
  index: number,
): boolean {
  const place = places[doubtful];
  if (place === undefined || !place.isPendingFailure) return false;
  const canNeverPass = place.run?.progress.kind === "conflicted";
  const isTooFarBehind = levelsBehind(lanes, doubtful, index) > queue.settings.pendingFailureDepth;
  return canNeverPass || isTooFarBehind || !isTestedWith(queue, queue.line[index], place);
}

/** Only what was being tested with it when it failed is a witness. */
function isTestedWith(queue: Queue, batch: Batch | undefined, doubtful: PlainPlace): boolean {
  const run = batch === undefined ? null : runOf(queue, batch);
  const numbers = run === null ? [] : stillToLand(run).map(({ pullRequest }) => pullRequest);
  return doubtful.batch.entries.every((number) => numbers.includes(number));
}

/** How many successors stand in the longest row from one to the other, the other among them. */
function levelsBehind(lanes: readonly (readonly number[])[], first: number, last: number): number {
  const between = (lanes[last] ?? []).filter(
    (place) => place > first && (lanes[place] ?? []).includes(first),
  );
  return 1 + Math.max(0, ...between.map((place) => levelsBehind(lanes, first, place)));
}

function placeInLine(
  queue: Queue,
  batch: Batch,
  places: readonly PlainPlace[],
  { predecessors, leftOut }: Pick<PlainPlace, "predecessors" | "leftOut">,
): PlainPlace {
  const run = runOf(queue, batch);
  const own = ownHeads(queue, batch, run);
  const isLanding = queue.landing?.batches.includes(batch.id) ?? false;
  const ahead = predecessors
    .filter((index) => !leftOut.includes(index))
    .flatMap((index) => places[index] ?? [])
    .flatMap((place) => (isLanding && !place.isLanding ? [] : place.own));
  const isOver = run?.progress.kind === "conflicted" && run.landed.includes(run.progress.pullRequest);
  const isValid =
    run !== null && !isOver && isOnTip(queue, run) && sameHeads(stillToLand(run), [...ahead, ...own]);
  const witnessed = predecessors.some((index) => places[index]?.isPendingFailure && !leftOut.includes(index));
  const isExplained = run?.progress.kind === "failed" && witnessed;
  const isPendingFailure = !isLanding && (batch.isSuspect || (isValid && speaksAgainst(run) && !isExplained));
  const contents = [...ahead, ...own];
  return { batch, own, ahead, contents, run, isValid, predecessors, leftOut, isLanding, isPendingFailure };
}

function partBeside(queue: Queue, batch: Batch): PlainPlace {
  const run = runOf(queue, batch);
  const own = ownHeads(queue, batch, run);
  const isValid = run !== null && run.validForTip !== null && sameHeads(stillToLand(run), own);
  const alone = { ahead: [], contents: own, predecessors: [], leftOut: [] };
  return { batch, own, run, isValid, ...alone, isLanding: false, isPendingFailure: false };
}

function runOf({ runs }: Queue, { id }: Batch): TestRun | null {
  return runs.find(({ batch }) => batch === id) ?? null;
}

/** As the run has them; else as they are now. */
function ownHeads(queue: Queue, batch: Batch, run: TestRun | null): readonly ContainedHead[] {
  return membersOf(queue, batch).map(({ facts, submittedAt }) => {
    const tested = run?.contains.findLast(({ pullRequest }) => pullRequest === facts.number);
    return tested ?? { pullRequest: facts.number, headSha: facts.headSha, title: facts.title, submittedAt };
  });
}

/** In parallel mode on the tip in any way; in single mode on one of the very commits that were tested. */
function isOnTip({ tip, settings }: Queue, { validForTip, testedOn, commits, progress }: TestRun): boolean {
  if (validForTip !== tip) return false;
  if (settings.mode === "parallel" || tip === testedOn || commits.includes(tip)) return true;
  return progress.kind === "building" && commits.length === 0;
}

function stillToLand({ contains, landed }: TestRun): readonly ContainedHead[] {
  return contains.filter(({ pullRequest }) => !landed.includes(pullRequest));
}

function sameHeads(some: readonly ContainedHead[], others: readonly ContainedHead[]): boolean {
  const told = (heads: readonly ContainedHead[]): string =>
    heads.map(({ pullRequest, headSha }) => `${pullRequest}@${headSha}`).join();
  return told(some) === told(others);
}

function speaksAgainst({ progress, own }: TestRun): boolean {
  if (progress.kind === "conflicted") return own.includes(progress.pullRequest);
  return progress.kind === "failed";
}
