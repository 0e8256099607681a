/** Which batches may land: passed, planned with all predecessors, which have passed too or merge optimistically. */
import { indexOf } from "../index/queue-index.js";
import { allBatches, entriesOf, mergesOptimistically } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import type { Place, Plan } from "./place.js";
import { waitingEntries } from "./waiting-entries.js";

/** Whether the batch may land next. A batch with an unreadable pull request waits, and others land meanwhile. */
export function mayLand(queue: Queue, plan: Plan, place: Place): boolean {
  return isLandable(queue, plan, place) && !hasTrouble(queue, place);
}

function hasTrouble({ entries }: Queue, { contents }: Place): boolean {
  const { troubled } = indexOf(entries);
  return (
    troubled.size > 0 && contents.some(({ pullRequest }) => troubled.get(pullRequest)?.trouble !== undefined)
  );
}

/** Whether the batch contains others besides an entry that has to land alone. */
function landsApart({ entries }: Queue, { contents }: Place): boolean {
  const { troubled } = indexOf(entries);
  if (contents.length < 2 || troubled.size === 0) return false;
  return contents.some(({ pullRequest }) => troubled.get(pullRequest)?.isApart === true);
}

function isLandable(queue: Queue, plan: Plan, place: Place): boolean {
  // A part of a split batch rejoins the line before it lands.
  if (!hasPassed(place) || plan.parts.includes(place)) return false;
  return place.leftOut.length === 0 && !landsApart(queue, place) && areProven(queue, plan, place);
}

export function hasPassed({ run, isValid }: Place): boolean {
  return isValid && run?.progress.kind === "passed";
}

/** Whether a passed successor is about to land it. Successors that are already landing do not count. */
export function isVouchedFor(queue: Queue, plan: Plan, place: Place): boolean {
  const index = plan.places.indexOf(place);
  if (index === -1) return false;
  return plan.decided.some(
    (behind) => behind.predecessors.has(index) && !behind.isLanding && isLandable(queue, plan, behind),
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

/** All admitted entries: direct merges, which have no place, then the line, beside the line, and the waiting ones. */
export function* considered(queue: Queue): Iterable<Entry> {
  const { landing } = queue;
  const direct = landing?.proof.kind === "direct" ? landing.heads : [];
  yield* entriesOf(queue, [
    ...direct.map(({ pullRequest }) => pullRequest),
    ...allBatches(queue).flatMap(({ entries }) => entries),
  ]);
  yield* waitingEntries(queue);
}
