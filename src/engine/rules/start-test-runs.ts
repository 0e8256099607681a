/**
 * While slots are free, starts a run for each batch without one: the tip, its predecessors that are expected to land,
 * and its own heads. Retries start first, then the line from the front. Bisection has separate slots. Hedges give way.
 */
import { derivedTestRunId } from "../../domain/ids.js";
import { withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { NewEffect } from "../model/effect.js";
import {
  freeSlots,
  freeSlotsBeside,
  freeSlotsForHedges,
  isRetry,
  NO_HEDGES,
  sharesSlots,
  startsTests,
} from "../model/lookup.js";
import type { Batch, ContainedHead, Queue, TestRun, TestRunProgress } from "../model/queue.js";
import { leastLikelyHedges } from "../planning/alternates.js";
import type { Place } from "../planning/place.js";
import { planOf } from "../planning/plan.js";

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
    effects: started.map((run) => startTestRunEffect(queue, run)),
  };
}

interface Startable {
  /** Started in slots of the line; includes the halves if both share them. */
  readonly retries: readonly Place[];
  readonly halves: readonly Place[];
}

const NOTHING_BESIDE: Startable = { retries: [], halves: [] };

/** Batches beside the line go first: they were in the line before and have waited longer. */
function startableBeside(queue: Queue, parts: readonly Place[], free: number): Startable {
  const isInSlotOfLine = ({ batch }: Place): boolean => sharesSlots(queue) || isRetry(batch);
  const halves = parts.filter((part) => !isInSlotOfLine(part));
  return {
    retries: firstWithoutRun(parts.filter(isInSlotOfLine), free),
    halves: halves.length === 0 ? halves : firstWithoutRun(halves, freeSlotsBeside(queue)),
  };
}

/** The hedges to end, so that no run of the line waits for one. */
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

/** A new test run of the batch, with an id derived from the given number. */
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
    validForTip: queue.tip,
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

/** The effect that starts it. */
export function startTestRunEffect(queue: Queue, { id, testedOn, contains, own }: TestRun): NewEffect {
  const { mergeMethod, requiredStatuses } = queue.settings;
  return { kind: "startTestRun", run: id, testedOn, contains, mergeMethod, requiredStatuses, own };
}
