/** Computes the plan of a queue, reusing the unchanged places of its previous plan. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { indexOf, lookUpInOrder, PlaceSet } from "../index/queue-index.js";
import { isLanding, occupiesSlot, runOf, runsByBatch } from "../model/lookup.js";
import type { Batch, ContainedHead, Queue, TestRun } from "../model/queue.js";
import { lanesOf } from "./lanes.js";
import { type PendingFailure, PendingFailures } from "./pending-failures.js";
import type { Place, Plan } from "./place.js";
import { headOf, isSameHead, isTestOf, leaves, leftToLand } from "./tested-heads.js";

type Heads = readonly ContainedHead[];

/** A place without its run. */
type Basis = Pick<Place, "batch" | "predecessors" | "leftOut" | "isLanding">;

/** The previous plan of the same queue. */
export interface Earlier extends Plan {
  /** Number of places at the front with the same batches, heads and tip as before. */
  readonly kept: number;
  /** Whether an unchanged run is still as valid as before: false after the tip or the mode changed. */
  readonly isComparable: boolean;
}

const NOBODY: Heads = [];
const NO_PLACES = new PlaceSet(0);
const NOTHING: Earlier = { places: [], parts: [], decided: [], kept: 0, isComparable: false };

/** Keeps the unchanged places at the front, with their current runs, and computes the places behind them. */
export function makePlan(queue: Queue, earlier: Earlier = NOTHING): Plan {
  const places = stillInFront(queue, earlier);
  const parts = queue.beside.map((batch) => partBeside(queue, batch, earlier.parts));
  if (places.length === queue.line.length) return planWith(places, parts);
  const lanes = lanesOf(queue);
  const pendingFailures = new PendingFailures(lanes, queue.settings.pendingFailureDepth);
  places.forEach((place, index) => pendingFailures.add(index, pendingFailureOf(place)));
  const earlierPlaceOf = lookUpInOrder(
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
      leftOut: pendingFailures.leftOutBy(index, (failed) => isTestedWith(queue, batch, places[failed])),
      isLanding: isLanding(queue, batch.id),
    };
    const ahead = aheadLikeBefore(places[index - 1], index, basis) ?? aheadOfPlace(places, basis, known);
    const place = placeInLine(queue, places, basis, ahead, known, earlier.isComparable);
    pendingFailures.add(index, pendingFailureOf(place));
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

/** The kept places with their current runs, up to the first whose change affects the places behind it. */
function stillInFront(queue: Queue, { places: earlier, kept }: Earlier): Place[] {
  const places: Place[] = [];
  const runs = runsByBatch(queue);
  let mayHaveWitnesses = false;
  for (const known of earlier.slice(0, kept)) {
    const run = runs.get(known.batch.id) ?? null;
    // With another run it may no longer be a witness of a pending failure ahead.
    if (mayHaveWitnesses && known.run?.id !== run?.id) break;
    const place = known.run === run ? known : withRun(queue, places, known, run);
    places.push(place);
    if (place.own !== known.own || pendingFailureOf(place) !== pendingFailureOf(known)) break;
    mayHaveWitnesses ||= place.isPendingFailure && queue.settings.pendingFailureDepth > 0;
  }
  return places;
}

function withRun(queue: Queue, places: readonly Place[], known: Place, run: TestRun | null): Place {
  const { ahead } = known;
  const own = ownHeads(queue, known.batch, run, known.own);
  const contents = own === known.own ? known.contents : joined(ahead, own);
  return newPlace(queue, places, known, { ahead, own, contents }, run);
}

/** Whether the live run of the batch contains the heads of a place ahead that have not landed. */
function isTestedWith(queue: Queue, batch: Batch, ahead: Place | undefined): boolean {
  const run = runOf(queue, batch.id);
  if (run === undefined || ahead === undefined) return false;
  const left = leftToLand(run);
  return ahead.own.every((head) => left.some((tested) => isSameHead(tested, head)));
}

/**
 * Within one lane, a place usually has the contents of the place before it as its own `ahead`, or that place's `ahead`
 * if the plan leaves that batch out. Then the list is reused.
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

/** The earlier list, if its content is the same. */
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

/** A landing batch counts only the predecessors that land with it. */
function isCounted(place: Place, index: number, { leftOut, isLanding }: Basis): boolean {
  return (place.isLanding || !isLanding) && !leftOut.includes(index);
}

/** Returns the earlier place object if nothing changed. */
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
    if (known.isPendingFailure === hasPendingFailure(places, basis, run, known.isValid)) return known;
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
  const isPendingFailure = hasPendingFailure(places, basis, run, isValid);
  return { batch, own, ahead, contents, run, isValid, predecessors, leftOut, isLanding, isPendingFailure };
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

/** Landings do not invalidate the run of a part: it only has to show whether the culprit is in the part. */
function partBeside(queue: Queue, batch: Batch, earlier: readonly Place[]): Place {
  const known = earlier.find((part) => part.batch.id === batch.id);
  const run = runOf(queue, batch.id) ?? null;
  const own = ownHeads(queue, batch, run, known?.own);
  if (known?.batch === batch && known.run === run && known.own === own) return known;
  const isValid = run !== null && run.validForTip !== null && leaves(run, own);
  return { ...ALONE, batch, own, contents: own, run, isValid };
}

/** A part has no predecessors and no successors. */
const ALONE = {
  ahead: NOBODY,
  predecessors: NO_PLACES,
  leftOut: [],
  isLanding: false,
  isPendingFailure: false,
};

/** The conflicting pull request has landed since, so the rest of the run was never built. */
function isConflictOver({ progress, landed }: TestRun): boolean {
  return progress.kind === "conflicted" && landed.includes(progress.pullRequest);
}

function hasPendingFailure(
  places: readonly Place[],
  { batch, predecessors, leftOut, isLanding }: Basis,
  run: TestRun | null,
  isValid: boolean,
): boolean {
  if (isLanding) return false;
  if (batch.isSuspect) return true;
  if (run === null || !isValid || !speaksAgainstItself(run)) return false;
  if (run.progress.kind !== "failed") return true;
  // A witness that fails together with a pending failure is no evidence about itself.
  for (let index = predecessors.next(0); index !== -1; index = predecessors.next(index + 1))
    if (places[index]?.isPendingFailure === true && !leftOut.includes(index)) return false;
  return true;
}

function speaksAgainstItself({ progress, own }: TestRun): boolean {
  return progress.kind === "failed" || (progress.kind === "conflicted" && own.includes(progress.pullRequest));
}

/** A conflict is lasting: no successor can clear it. */
function pendingFailureOf({ isPendingFailure, run }: Place): PendingFailure | null {
  if (!isPendingFailure) return null;
  return run?.progress.kind === "conflicted" ? "lasting" : "clearable";
}

/**
 * The heads as the live run contains them: a title edited since would produce other commits than those under test.
 * Returns the earlier list if its content is the same.
 */
function ownHeads(queue: Queue, { entries }: Batch, run: TestRun | null, known: Heads = NOBODY): Heads {
  const heads = entries.map((number, at) => ownHead(queue, run, number, at - entries.length));
  return areSame(heads, known) ? known : heads;
}

/** `at` counts from the end of the run, where its own heads usually have the order of the batch. */
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
