/** Makes the plan of a queue anew, out of as many places of the plan before it as are still what they were. */
import type { PullRequestNumber } from "../domain/ids.js";
import { type Doubt, Doubts } from "./doubts.js";
import { indexOf, inOrder, PlaceSet } from "./index/index.js";
import { lanesOf } from "./lanes.js";
import { isLanding, occupiesSlot, runOf, runsByBatch } from "./lookup.js";
import type { Place, Plan } from "./place.js";
import type { Batch, ContainedHead, Queue, TestRun } from "./queue.js";
import { headOf, isSameHead, isTestOf, leaves, leftToLand } from "./tested-heads.js";

type Heads = readonly ContainedHead[];

/** What is known of a place before its run is looked at. */
type Basis = Pick<Place, "batch" | "predecessors" | "leftOut" | "isLanding">;

/** The plan made last of the same queue. */
export interface Earlier extends Plan {
  /** So many of its first places are of the same batches, planned with the same members, on the same tip. */
  readonly kept: number;
  /** Whether a run that is the same is worth the same: on another tip, or in another mode, it is not. */
  readonly isComparable: boolean;
}

const NOBODY: Heads = [];
const NO_PLACES = new PlaceSet(0);
const NOTHING: Earlier = { places: [], parts: [], decided: [], kept: 0, isComparable: false };

/** The first places stay, but for their runs; those behind them are looked at anew, and stay where nothing changed. */
export function makePlan(queue: Queue, earlier: Earlier = NOTHING): Plan {
  const places = stillInFront(queue, earlier);
  const parts = queue.beside.map((batch) => partBeside(queue, batch, earlier.parts));
  if (places.length === queue.line.length) return planWith(places, parts);
  const lanes = lanesOf(queue);
  const doubts = new Doubts(lanes, queue.settings.pendingFailureDepth);
  places.forEach((place, index) => doubts.add(index, doubtAbout(place)));
  const earlierPlaceOf = inOrder(
    earlier.places.map(({ batch }) => batch),
    earlier.places,
    places.length,
  );
  for (const batch of queue.line.slice(places.length)) {
    const index = places.length;
    const known = earlierPlaceOf(batch);
    const basis = {
      batch,
      predecessors: lanes[index] ?? NO_PLACES,
      leftOut: doubts.leftOutBy(index, (doubtful) => isTestedWith(queue, batch, places[doubtful])),
      isLanding: isLanding(queue, batch.id),
    };
    const ahead = aheadLikeBefore(places[index - 1], index, basis) ?? aheadOfPlace(places, basis, known);
    const place = placeInLine(queue, places, basis, ahead, known, earlier.isComparable);
    doubts.add(index, doubtAbout(place));
    places.push(place);
  }
  return planWith(places, parts);
}

function planWith(places: readonly Place[], parts: readonly Place[]): Plan {
  return { places, parts, decided: places.filter(isDecided).concat(parts.filter(isDecided)) };
}

function isDecided({ run, isValid }: Place): boolean {
  return run !== null && (!isValid || !occupiesSlot(run));
}

/** With the runs of now; no further than to the first that those behind it see otherwise than before. */
function stillInFront(queue: Queue, { places: earlier, kept }: Earlier): Place[] {
  const places: Place[] = [];
  const runs = runsByBatch(queue);
  let mayHaveWitnesses = false;
  for (const known of earlier.slice(0, kept)) {
    const run = runs.get(known.batch.id) ?? null;
    // Whom it is tested with may be another matter now.
    if (mayHaveWitnesses && known.run?.id !== run?.id) break;
    const place = known.run === run ? known : withRun(queue, places, known, run);
    places.push(place);
    if (place.own !== known.own || doubtAbout(place) !== doubtAbout(known)) break;
    mayHaveWitnesses ||= place.isDoubtful && queue.settings.pendingFailureDepth > 0;
  }
  return places;
}

function withRun(queue: Queue, places: readonly Place[], known: Place, run: TestRun | null): Place {
  const { ahead } = known;
  const own = ownHeads(queue, known.batch, run, known.own);
  const contents = own === known.own ? known.contents : joined(ahead, own);
  return newPlace(queue, places, known, { ahead, own, contents }, run);
}

/** Whether the live run of the batch has the members of a place ahead of it left to land too. */
function isTestedWith(queue: Queue, batch: Batch, ahead: Place | undefined): boolean {
  const run = runOf(queue, batch.id);
  if (run === undefined || ahead === undefined) return false;
  const left = leftToLand(run);
  return ahead.own.every((head) => left.some((tested) => isSameHead(tested, head)));
}

/**
 * In one lane each place has those of the one before it and that one ahead, and leaves out whom that one leaves out, and
 * perhaps more: nobody has to be gathered again.
 */
function aheadLikeBefore(
  before: Place | undefined,
  index: number,
  { predecessors, leftOut, isLanding }: Basis,
): Heads | null {
  if (before === undefined || before.isLanding || isLanding) return null;
  if (!predecessors.isOneMoreThan(before.predecessors, index - 1)) return null;
  const more = leftOut.length - before.leftOut.length;
  if (more === 0) return before.contents;
  return more === 1 && leftOut.at(-1) === index - 1 ? before.ahead : null;
}

/** The very list that was made before, where it holds the same. */
function aheadOfPlace(places: readonly Place[], basis: Basis, known: Place | undefined): Heads {
  const before = known?.ahead ?? NOBODY;
  return isMadeUpOf(before, places, basis) ? before : gatheredAhead(places, basis);
}

function isMadeUpOf(heads: Heads, places: readonly Place[], basis: Basis): boolean {
  const { predecessors } = basis;
  let at = 0;
  for (let index = predecessors.next(0); index !== -1; index = predecessors.next(index + 1)) {
    const place = places[index];
    if (place === undefined || !isCounted(place, index, basis)) continue;
    for (const head of place.own) {
      if (heads[at] !== head) return false;
      at += 1;
    }
  }
  return at === heads.length;
}

function gatheredAhead(places: readonly Place[], basis: Basis): Heads {
  const { predecessors } = basis;
  const heads: ContainedHead[] = [];
  for (let index = predecessors.next(0); index !== -1; index = predecessors.next(index + 1)) {
    const place = places[index];
    if (place !== undefined && isCounted(place, index, basis)) heads.push(...place.own);
  }
  return heads;
}

/** Whoever is about to land does so with those that land with it, and nobody else. */
function isCounted(place: Place, index: number, { leftOut, isLanding }: Basis): boolean {
  return (place.isLanding || !isLanding) && !leftOut.includes(index);
}

/** The very place that was known, where nothing about it changed. */
function placeInLine(
  queue: Queue,
  places: readonly Place[],
  basis: Basis,
  ahead: Heads,
  known: Place | undefined,
  isComparable: boolean,
): Place {
  const { batch } = basis;
  const run = runOf(queue, batch.id) ?? null;
  const own = run !== null && known?.run === run ? known.own : ownHeads(queue, batch, run, known?.own);
  const isSame = known?.own === own && known.ahead === ahead;
  if (isSame && isComparable && known.run === run && isLike(known, basis)) {
    if (known.isDoubtful === isInDoubt(places, basis, run, known.isValid)) return known;
  }
  const contents = isSame ? known.contents : joined(ahead, own);
  return newPlace(queue, places, basis, { ahead, own, contents }, run);
}

function joined(ahead: Heads, own: Heads): Heads {
  return ahead.length === 0 ? own : ahead.concat(own);
}

function newPlace(
  queue: Queue,
  places: readonly Place[],
  basis: Basis,
  { ahead, own, contents }: Pick<Place, "ahead" | "own" | "contents">,
  run: TestRun | null,
): Place {
  const { batch, predecessors, leftOut, isLanding } = basis;
  const isValid = run !== null && !isConflictOver(run) && isTestOf(queue, run, contents);
  const isDoubtful = isInDoubt(places, basis, run, isValid);
  return { batch, own, ahead, contents, run, isValid, predecessors, leftOut, isLanding, isDoubtful };
}

function isLike(place: Place, basis: Basis): boolean {
  return (
    place.isLanding === basis.isLanding &&
    areSame(place.leftOut, basis.leftOut) &&
    place.predecessors.equals(basis.predecessors)
  );
}

function areSame<Item>(some: readonly Item[], others: readonly Item[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

/** What lands meanwhile takes nothing from a test of the part alone: it only says whether the culprit is in it. */
function partBeside(queue: Queue, batch: Batch, earlier: readonly Place[]): Place {
  const known = earlier.find((part) => part.batch.id === batch.id);
  const run = runOf(queue, batch.id) ?? null;
  const own = ownHeads(queue, batch, run, known?.own);
  if (known?.batch === batch && known.run === run && known.own === own) return known;
  const isValid = run !== null && run.standsOn !== null && leaves(run, own);
  return { ...ALONE, batch, own, contents: own, run, isValid };
}

/** Nobody stands behind a part. */
const ALONE = { ahead: NOBODY, predecessors: NO_PLACES, leftOut: [], isLanding: false, isDoubtful: false };

/** It did not merge on those ahead of it, and has landed past them since: the rest of the run was never tried. */
function isConflictOver({ progress, landed }: TestRun): boolean {
  return progress.kind === "conflicted" && landed.includes(progress.pullRequest);
}

function isInDoubt(
  places: readonly Place[],
  { batch, predecessors, leftOut, isLanding }: Basis,
  run: TestRun | null,
  isValid: boolean,
): boolean {
  if (isLanding) return false;
  if (batch.isSuspect) return true;
  if (run === null || !isValid || !speaksAgainstItself(run)) return false;
  if (run.progress.kind !== "failed") return true;
  // A witness that fails with the one in doubt says nothing about itself.
  for (let index = predecessors.next(0); index !== -1; index = predecessors.next(index + 1))
    if (places[index]?.isDoubtful === true && !leftOut.includes(index)) return false;
  return true;
}

function speaksAgainstItself({ progress, own }: TestRun): boolean {
  return progress.kind === "failed" || (progress.kind === "conflicted" && own.includes(progress.pullRequest));
}

/** What does not merge is no better for what is put on top of it. */
function doubtAbout({ isDoubtful, run }: Place): Doubt | null {
  if (!isDoubtful) return null;
  return run?.progress.kind === "conflicted" ? "lasting" : "clearable";
}

/**
 * As the live run has them: a title edited since would give other commits than those under test. The very list that is
 * known, where it holds the same.
 */
function ownHeads(queue: Queue, { entries }: Batch, run: TestRun | null, known: Heads = NOBODY): Heads {
  const heads = entries.map((number, at) => ownHead(queue, run, number, at - entries.length));
  return areSame(heads, known) ? known : heads;
}

/** `at` is counted from the end of the run, where its own mostly stand as they do in the batch. */
function ownHead(
  { entries }: Queue,
  run: TestRun | null,
  number: PullRequestNumber,
  at: number,
): ContainedHead {
  const likely = run?.contains.at(at);
  if (likely?.pullRequest === number) return likely;
  const tested = run?.contains.findLast(({ pullRequest }) => pullRequest === number);
  if (tested !== undefined) return tested;
  const entry = indexOf(entries).byNumber.get(number);
  if (entry === undefined) throw new Error(`#${number} has a place in the line but no entry`);
  return headOf(entry);
}
