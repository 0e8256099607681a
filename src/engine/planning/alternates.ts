/**
 * Alternates: what would be tested if one predecessor had another outcome than planned. For each place in the line and
 * each undecided predecessor, an alternate drops that predecessor from the contents, or adds it if the plan leaves it
 * out. A hedge is a test run of an alternate, started ahead of time.
 */
import { NO_HEDGES, occupiesSlot } from "../model/lookup.js";
import type { ContainedHead, Queue, TestRun } from "../model/queue.js";
import type { Place, Plan } from "./place.js";
import { planOf } from "./plan.js";
import { isSameHead, isTestOf, leftToLand } from "./tested-heads.js";

/** The contents of a place if the predecessor in question has another outcome. */
export interface Alternate {
  readonly place: Place;
  /** Index of that predecessor in the line. */
  readonly question: number;
  /** Number of undecided predecessors. The more there are, the less likely it is that only this one deviates. */
  readonly openPredecessors: number;
}

/** The alternates of all places, likeliest first. */
export function alternates(plan: Plan): readonly Alternate[] {
  const known = made.get(plan) ?? alternatesOf(plan);
  made.set(plan, known);
  return known;
}

const made = new WeakMap<Plan, readonly Alternate[]>();

function alternatesOf({ places }: Plan): readonly Alternate[] {
  return places
    .flatMap((place): readonly Alternate[] => {
      // The contents of a landing batch are fixed, even if its predecessors change.
      if (place.isLanding) return [];
      const open = [...place.predecessors].filter((index) => isOpen(places[index]));
      return open.map((question) => ({ place, question, openPredecessors: open.length }));
    })
    .sort((one, other) => one.openPredecessors - other.openPredecessors);
}

/** Undecided: without a verdict, or pending failure. Testing with a conflicting predecessor would not help it merge. */
function isOpen(place: Place | undefined): boolean {
  if (place === undefined || place.isLanding) return false;
  const progress = place.run?.progress.kind;
  return progress !== "conflicted" && !(progress === "passed" && place.isValid);
}

/** The heads to test, in the order of the line. */
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

/** Index of the predecessor whose other outcome the hedge assumes; null if it tests no alternate of `place`. */
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

/** Cached per plan: many steps change neither the plan nor the hedges. */
const questions = new WeakMap<Plan, Map<TestRun, number | null>>();

function questionInPlan(queue: Queue, plan: Plan, place: Place, hedge: TestRun): number | null {
  const question = firstInQuestion(plan, place, hedge);
  if (question === null || place.isLanding || !isOpen(plan.places[question])) return null;
  if (!place.predecessors.has(question)) return null;
  return isTestOf(queue, hedge, contentsOfAlternate(plan, { place, question })) ? question : null;
}

/** The first batch that is only in the run, or only in the plan. */
function firstInQuestion({ places }: Plan, place: Place, run: TestRun): number | null {
  const planned = place.contents;
  const left = leftToLand(run);
  const [few, many] = left.length < planned.length ? [left, planned] : [planned, left];
  const odd = many.find((head, at) => !isSameHead(head, few[at]));
  const index = places.findIndex(({ own }) => own.some((head) => isSameHead(head, odd)));
  return index === -1 ? null : index;
}

/** At most `count` hedges that occupy a slot, least likely first. */
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
