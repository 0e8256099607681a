/** Makes the plan of a queue anew, out of as many places of the plan before it as are still what they were. */
import { contentsOf } from "./contents.js";
import { Doubts } from "./doubts.js";
import { type EntryIndex, indexOf } from "./entry-index.js";
import { lanesOf } from "./lanes.js";
import { isLanding, runOf } from "./lookup.js";
import type { Place, Plan } from "./place.js";
import { PlaceSet } from "./place-set.js";
import type { Batch, ContainedHead, Entry, Queue, TestRun } from "./queue.js";
import { headOf, isTestOf, leaves } from "./tested-heads.js";

type Heads = readonly ContainedHead[];

/** What is known of a place before its run is looked at. */
type Basis = Pick<Place, "batch" | "predecessors" | "leftOut" | "isLanding">;

const NOBODY: Heads = [];
const NO_PLACES = new PlaceSet(0);

/**
 * `inFront` are the first places of the plan before: of the same batches, planned with the same members, on the same
 * tip. They stay, but for their runs; nothing is known of those behind them.
 */
export function makePlan(queue: Queue, inFront: readonly Place[] = []): Plan {
  const places = stillInFront(queue, inFront);
  const parts = queue.beside.map((batch) => partBeside(queue, batch));
  if (places.length === queue.line.length) return { places, parts };
  const lanes = lanesOf(queue);
  const doubts = new Doubts(lanes, queue.settings.pendingFailureDepth);
  places.forEach((place, index) => {
    if (place.isDoubtful) doubts.add(index, mayBeCleared(place));
  });
  for (const batch of queue.line.slice(places.length)) {
    const index = places.length;
    const basis = {
      batch,
      predecessors: lanes[index] ?? NO_PLACES,
      leftOut: doubts.leftOutBy(index),
      isLanding: isLanding(queue, batch.id),
    };
    const ahead = aheadLikeBefore(places[index - 1], index, basis) ?? aheadOfPlace(places, basis);
    const place = placeInLine(queue, basis, ahead);
    if (place.isDoubtful) doubts.add(index, mayBeCleared(place));
    places.push(place);
  }
  return { places, parts };
}

/** With the runs of now; no further than to the first that those behind it see otherwise than before. */
function stillInFront(queue: Queue, inFront: readonly Place[]): Place[] {
  const places: Place[] = [];
  for (const known of inFront) {
    if (known.run === (runOf(queue, known.batch.id) ?? null)) {
      places.push(known);
      continue;
    }
    const place = placeInLine(queue, known, known.ahead);
    places.push(place);
    const isInSameDoubt =
      place.isDoubtful === known.isDoubtful && mayBeCleared(place) === mayBeCleared(known);
    if (place.own !== known.own || (!isInSameDoubt && (place.isDoubtful || known.isDoubtful))) break;
  }
  return places;
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
  if (more === 0) return contentsOf(before);
  return more === 1 && leftOut.at(-1) === index - 1 ? before.ahead : null;
}

/** The very list that was made before, where it holds the same. */
function aheadOfPlace(places: readonly Place[], basis: Basis): Heads {
  const before = made.get(basis.batch)?.place.ahead ?? NOBODY;
  const predecessors = basis.predecessors
    .toArray()
    .flatMap((index) => (basis.leftOut.includes(index) ? [] : (places[index] ?? [])));
  const counting = basis.isLanding ? predecessors.filter(({ isLanding }) => isLanding) : predecessors;
  return isMadeUpOf(before, counting) ? before : counting.flatMap(({ own }) => own);
}

function isMadeUpOf(heads: Heads, places: readonly Place[]): boolean {
  let at = 0;
  for (const { own } of places) {
    for (const head of own) {
      if (heads[at] !== head) return false;
      at += 1;
    }
  }
  return at === heads.length;
}

/** For each batch the place last made, with what else it was made of; written anew in place. */
const made = new WeakMap<Batch, Made>();

interface Made {
  place: Place;
  tip: Queue["tip"];
  mode: Queue["settings"]["mode"];
}

function placeInLine(queue: Queue, basis: Basis, ahead: Heads): Place {
  const { tip } = queue;
  const { mode } = queue.settings;
  const { batch, predecessors, leftOut, isLanding } = basis;
  const known = made.get(batch);
  const run = runOf(queue, batch.id) ?? null;
  const own = run !== null && known?.place.run === run ? known.place.own : ownHeads(queue, batch, run);
  if (known?.tip === tip && known.mode === mode && isMadeOf(known.place, basis, ahead, run, own))
    return known.place;
  const isValid = run !== null && !isConflictOver(run) && isTestOf(queue, run, ahead, own);
  const isDoubtful = !isLanding && (batch.isSuspect || (isValid && speaksAgainstItself(run)));
  const place: Place = { batch, own, ahead, run, isValid, predecessors, leftOut, isLanding, isDoubtful };
  if (known === undefined) made.set(batch, { place, tip, mode });
  else {
    known.place = place;
    known.tip = tip;
    known.mode = mode;
  }
  return place;
}

function isMadeOf(place: Place, basis: Basis, ahead: Heads, run: TestRun | null, own: Heads): boolean {
  return (
    place.run === run &&
    place.own === own &&
    place.ahead === ahead &&
    place.isLanding === basis.isLanding &&
    areSame(place.leftOut, basis.leftOut) &&
    place.predecessors.equals(basis.predecessors)
  );
}

function areSame(some: readonly number[], others: readonly number[]): boolean {
  return some === others || (some.length === others.length && some.every((one, at) => one === others[at]));
}

/** What lands meanwhile takes nothing from a test of the part alone: it only says whether the culprit is in it. */
function partBeside(queue: Queue, batch: Batch): Place {
  const run = runOf(queue, batch.id) ?? null;
  const own = ownHeads(queue, batch, run);
  const isValid = run !== null && run.standsOn !== null && leaves(run, NOBODY, own);
  const isDoubtful = batch.isSuspect || (isValid && speaksAgainstItself(run));
  const alone = { ahead: NOBODY, predecessors: NO_PLACES, leftOut: [], isLanding: false };
  return { batch, own, run, isValid, isDoubtful, ...alone };
}

/** It did not merge on those ahead of it, and has landed past them since: the rest of the run was never tried. */
function isConflictOver({ progress, landed }: TestRun): boolean {
  return progress.kind === "conflicted" && landed.includes(progress.pullRequest);
}

function speaksAgainstItself({ progress, own }: TestRun): boolean {
  return progress.kind === "failed" || (progress.kind === "conflicted" && own.includes(progress.pullRequest));
}

/** What does not merge is no better for what is put on top of it. */
function mayBeCleared({ run }: Place): boolean {
  return run?.progress.kind !== "conflicted";
}

const heads = new WeakMap<Batch, Heads>();

/** As the live run has them: a title edited since would give other commits than those under test. */
function ownHeads(queue: Queue, batch: Batch, run: TestRun | null): Heads {
  const { byNumber } = indexOf(queue.entries);
  const known = heads.get(batch);
  if (known !== undefined && (run === null ? areHeadsNow(known, byNumber) : endsWith(run.contains, known)))
    return known;
  const own = batch.entries.map((pullRequest) => {
    const tested = run?.contains.findLast((head) => head.pullRequest === pullRequest);
    if (tested !== undefined) return tested;
    const entry = byNumber.get(pullRequest);
    if (entry === undefined) throw new Error(`#${pullRequest} has a place in the line but no entry`);
    return headOf(entry);
  });
  if (known?.every((head, at) => head === own[at]) === true) return known;
  heads.set(batch, own);
  return own;
}

/** Nearly every run has the heads of its batch at its end, and they are the very objects. */
function endsWith(contains: Heads, own: Heads): boolean {
  const first = contains.length - own.length;
  for (let at = 0; at < own.length; at++) if (contains[first + at] !== own[at]) return false;
  return true;
}

function areHeadsNow(own: Heads, byNumber: EntryIndex["byNumber"]): boolean {
  for (const head of own) if (!isHeadOf(head, byNumber.get(head.pullRequest))) return false;
  return true;
}

function isHeadOf(head: ContainedHead, entry: Entry | undefined): boolean {
  return (
    head.headSha === entry?.facts.headSha &&
    head.title === entry.facts.title &&
    head.mergeTitle === entry.facts.mergeTitle &&
    head.headName === entry.facts.headName &&
    head.submittedAt === entry.submittedAt
  );
}
