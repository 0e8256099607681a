/** What may land: it passed, nobody is left out, and whoever is ahead in its lane passed too or is proven by this pass. */
import { mergesOptimistically } from "./lookup.js";
import type { Place, Plan } from "./place.js";
import type { Queue } from "./queue.js";

/** As soon as no other landing is under way. */
export function mayLand(queue: Queue, plan: Plan, place: Place): boolean {
  // A part is back in the line before it lands.
  if (!hasPassed(place) || plan.parts.includes(place)) return false;
  return place.leftOut.length === 0 && areProven(queue, plan, place);
}

export function hasPassed({ run, isValid }: Place): boolean {
  return isValid && run?.progress.kind === "passed";
}

/** Whether it will land on the pass of one behind it. What lands already is settled, whoever came to be ahead since. */
export function isVouchedFor(queue: Queue, plan: Plan, place: Place): boolean {
  const index = plan.places.indexOf(place);
  if (index === -1) return false;
  return plan.decided.some(
    (behind) => behind.predecessors.has(index) && !behind.isLanding && mayLand(queue, plan, behind),
  );
}

function areProven(queue: Queue, { places }: Plan, { predecessors }: Place): boolean {
  if (mergesOptimistically(queue)) return true;
  for (let index = predecessors.next(0); index !== -1; index = predecessors.next(index + 1)) {
    const predecessor = places[index];
    if (predecessor === undefined || !hasPassed(predecessor)) return false;
  }
  return true;
}
