/**
 * While slots are free, each batch without a run is tested on the tip, everything ahead of it in its lane that is
 * expected to land, and itself; those at the front first, but for retries beside the line, which go before all. The parts
 * of split batches have slots of their own. Hedges give way.
 */
import { derivedTestRunId } from "../../domain/ids.js";
import { leastLikelyHedges } from "../alternates.js";
import { withoutRuns } from "../change.js";
import type { Step } from "../decision.js";
import type { Order } from "../effect.js";
import {
  freeSlots,
  freeSlotsBeside,
  freeSlotsForHedges,
  isRetry,
  NO_HEDGES,
  sharesSlots,
  startsTests,
} from "../lookup.js";
import type { Place } from "../place.js";
import { planOf } from "../plan.js";
import type { Batch, ContainedHead, Queue, TestRun, TestRunProgress } from "../queue.js";

export function startTestRuns(queue: Queue): Step | null {
  if (!startsTests(queue)) return null;
  const { places, parts } = planOf(queue);
  const free = freeSlots(queue);
  const { retries, halves } = parts.length === 0 ? NOTHING_BESIDE : startableBeside(queue, parts, free);
  const inLine = firstWithoutRun(places, free - retries.length);
  const endedRuns = hedgesInTheWay(queue, retries.length + inLine.length);
  const waiting = parts.length === 0 ? inLine : [...retries, ...halves, ...inLine];
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

interface Startable {
  /** In slots of the line; with the halves, where both share the slots. */
  readonly retries: readonly Place[];
  readonly halves: readonly Place[];
}

const NOTHING_BESIDE: Startable = { retries: [], halves: [] };

/** What is beside the line has waited longer: it was in the line before. */
function startableBeside(queue: Queue, parts: readonly Place[], free: number): Startable {
  const isInSlotOfLine = ({ batch }: Place): boolean => sharesSlots(queue) || isRetry(batch);
  const halves = parts.filter((part) => !isInSlotOfLine(part));
  return {
    retries: firstWithoutRun(parts.filter(isInSlotOfLine), free),
    halves: halves.length === 0 ? halves : firstWithoutRun(halves, freeSlotsBeside(queue)),
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

const NONE: readonly never[] = [];
const BUILDING: TestRunProgress = { kind: "building" };

/** A test run of the batch as it begins, under the queue's number given. */
export function newRun(
  queue: Queue,
  batch: Batch,
  contains: readonly ContainedHead[],
  number: number,
): TestRun {
  return {
    id: derivedTestRunId(queue.id, number),
    batch: batch.id,
    testedOn: queue.tip,
    contains,
    own: batch.entries,
    createdAt: queue.now,
    standsOn: queue.tip,
    landed: NONE,
    passedBy: NONE,
    commits: NONE,
    tree: null,
    requiredStatuses: NONE,
    requiredStatusesSource: null,
    checks: NONE,
    progress: BUILDING,
  };
}

/** The order to begin it. */
export function startOrder(queue: Queue, { id, testedOn, contains, own }: TestRun): Order {
  const { mergeMethod, requiredStatuses } = queue.settings;
  return { kind: "startTestRun", run: id, testedOn, contains, mergeMethod, requiredStatuses, own };
}
