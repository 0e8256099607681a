/**
 * What would be tested if one of those ahead came out otherwise than planned: for each place in the line and each
 * predecessor whose end is open, the same contents without it, or with it where it is planned without. A hedge is a
 * test of one of these, begun ahead of time.
 */
import { NO_HEDGES, occupiesSlot } from "./lookup.js";
import type { Place, Plan } from "./place.js";
import { planOf } from "./plan.js";
import type { ContainedHead, Queue, TestRun } from "./queue.js";
import { isSameHead, isTestOf, leftToLand } from "./tested-heads.js";

/** Contents for a place, should the predecessor in question come out otherwise. */
export interface Alternate {
  readonly place: Place;
  /** The place of that predecessor in the line. */
  readonly question: number;
  /** How many predecessors could come out otherwise: the more, the less likely it is that just this one does. */
  readonly openPredecessors: number;
}

/** Of all places, the likeliest first. */
export function alternates(plan: Plan): readonly Alternate[] {
  const known = made.get(plan) ?? alternatesOf(plan);
  made.set(plan, known);
  return known;
}

const made = new WeakMap<Plan, readonly Alternate[]>();

function alternatesOf({ places }: Plan): readonly Alternate[] {
  return places
    .flatMap((place): readonly Alternate[] => {
      // Whoever came to be ahead of it only since it began to land changes nothing about it.
      if (place.isLanding) return [];
      const open = [...place.predecessors].filter((index) => isOpen(places[index]));
      return open.map((question) => ({ place, question, openPredecessors: open.length }));
    })
    .sort((one, other) => one.openPredecessors - other.openPredecessors);
}

/** It has no verdict yet, or is in doubt. What does not merge ahead of others is no better for being tested with them. */
function isOpen(place: Place | undefined): boolean {
  if (place === undefined || place.isLanding) return false;
  const progress = place.run?.progress.kind;
  return progress !== "conflicted" && !(progress === "passed" && place.isValid);
}

/** In the order of the line. */
export function contentsOfAlternate(
  { places }: Plan,
  { place, question }: Pick<Alternate, "place" | "question">,
): readonly ContainedHead[] {
  const isLeftOut = (index: number): boolean => place.leftOut.includes(index) !== (index === question);
  const ahead = [...place.predecessors].flatMap((index) =>
    isLeftOut(index) ? [] : (places[index]?.own ?? []),
  );
  return [...ahead, ...place.own];
}

/** The place in the line of the predecessor about which the hedge of `place` would decide; null when it is no such test. */
export function questionOf(queue: Queue, place: Place, hedge: TestRun): number | null {
  const plan = planOf(queue);
  const known = questions.get(plan) ?? new Map<TestRun, number | null>();
  questions.set(plan, known);
  let question = known.get(hedge);
  if (question === undefined) {
    question = questionInPlan(queue, plan, place, hedge);
    known.set(hedge, question);
  }
  return question;
}

/** Many steps leave plan and hedges as they are. */
const questions = new WeakMap<Plan, Map<TestRun, number | null>>();

function questionInPlan(queue: Queue, plan: Plan, place: Place, hedge: TestRun): number | null {
  const question = firstInQuestion(plan, place, hedge);
  if (question === null || place.isLanding || !isOpen(plan.places[question])) return null;
  if (!place.predecessors.has(question)) return null;
  return isTestOf(queue, hedge, contentsOfAlternate(plan, { place, question })) ? question : null;
}

/** The first one that is only in the run, or only in the plan. */
function firstInQuestion({ places }: Plan, place: Place, run: TestRun): number | null {
  const planned = place.contents;
  const left = leftToLand(run);
  const [few, many] = left.length < planned.length ? [left, planned] : [planned, left];
  const odd = many.find((head, at) => !isSameHead(head, few[at]));
  const index = places.findIndex(({ own }) => own.some((head) => isSameHead(head, odd)));
  return index === -1 ? null : index;
}

/** So many of those that have a slot, the least likely first. */
export function leastLikelyHedges(queue: Queue, count: number): readonly TestRun[] {
  if (count <= 0) return NO_HEDGES;
  const plan = planOf(queue);
  const likeliest = alternates(plan);
  const rank = (hedge: TestRun): number => {
    const place = plan.places.find(({ batch }) => batch.id === hedge.batch);
    const question = place === undefined ? null : questionOf(queue, place, hedge);
    const at = likeliest.findIndex((other) => other.place === place && other.question === question);
    return at === -1 ? Infinity : at;
  };
  return queue.hedges
    .filter(occupiesSlot)
    .map((hedge) => ({ hedge, rank: rank(hedge) }))
    .sort((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank))
    .slice(0, count)
    .map(({ hedge }) => hedge);
}
