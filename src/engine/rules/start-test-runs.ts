/**
 * While slots are free, each batch without a run is tested on the tip, everything ahead of it in its lane that is
 * expected to land, and itself; those at the front first, but for retries beside the line, which go before all. The parts
 * of split batches have slots of their own. Hedges give way.
 */
import { leastLikelyHedges } from "../alternates.js";
import { withoutRuns } from "../change.js";
import {
  freeSlots,
  freeSlotsBeside,
  freeSlotsForHedges,
  isRetry,
  NO_HEDGES,
  sharesSlots,
  startsTests,
} from "../lookup.js";
import { newRun, startOrder } from "../new-run.js";
import type { Place } from "../place.js";
import { planOf } from "../plan.js";
import type { Queue, TestRun } from "../queue.js";
import type { Step } from "../rule.js";

export function startTestRuns(queue: Queue): Step | null {
  if (!startsTests(queue)) return null;
  const { places, parts } = planOf(queue);
  const isInSlotOfLine = ({ batch }: Place): boolean => sharesSlots(queue) || isRetry(batch);
  // These have waited longer: they were in the line before.
  const first = firstWithoutRun(parts.filter(isInSlotOfLine), freeSlots(queue));
  const inLine = firstWithoutRun(places, freeSlots(queue) - first.length);
  const others = parts.filter((part) => !isInSlotOfLine(part));
  const beside = others.length === 0 ? others : firstWithoutRun(others, freeSlotsBeside(queue));
  const endedRuns = hedgesInTheWay(queue, first.length + inLine.length);
  const waiting = [...first, ...beside, ...inLine];
  if (waiting.length === 0 && endedRuns.length === 0) return null;
  const started = waiting.map((place, index) =>
    newRun(queue, place.batch, place.contents, queue.nextNumber + index),
  );
  const rest = withoutRuns(queue, endedRuns);
  return {
    queue: {
      ...rest,
      runs: started.length === 0 ? rest.runs : rest.runs.concat(started),
      nextNumber: queue.nextNumber + started.length,
    },
    endedRuns,
    orders: started.map((run) => startOrder(queue, run)),
  };
}

/** No run of the line waits for a hedge. */
function hedgesInTheWay(queue: Queue, startedInLine: number): readonly TestRun[] {
  if (queue.hedges.length === 0) return NO_HEDGES;
  return leastLikelyHedges(queue, startedInLine - freeSlotsForHedges(queue));
}

function firstWithoutRun(places: readonly Place[], slots: number): readonly Place[] {
  const first: Place[] = [];
  for (const place of places) {
    if (first.length >= slots) break;
    if (place.run === null && !place.isLanding) first.push(place);
  }
  return first;
}
