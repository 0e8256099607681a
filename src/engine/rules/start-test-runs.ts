/**
 * While slots are free, each batch without a run is tested on the tip, everything ahead of it in its lane that is
 * expected to land, and itself; those at the front first. The parts of split batches have slots of their own.
 */
import { derivedUuid, testRunId } from "../../domain/ids.js";
import type { Order } from "../effect.js";
import { freeSlots, freeSlotsBeside, sharesSlots, startsTests } from "../lookup.js";
import type { Place } from "../place.js";
import { contentsOf, planOf } from "../plan.js";
import type { Queue, TestRun } from "../queue.js";
import type { Step } from "../rule.js";

export function startTestRuns(queue: Queue): Step | null {
  if (!startsTests(queue)) return null;
  const { places, parts } = planOf(queue);
  // Where both share the slots, the parts have waited longer: they were in the line before.
  const beside = firstWithoutRun(parts, freeSlotsBeside(queue));
  const taken = sharesSlots(queue) ? beside.length : 0;
  const waiting = [...beside, ...firstWithoutRun(places, freeSlots(queue) - taken)];
  if (waiting.length === 0) return null;
  const started = waiting.map((place, index) => newRun(queue, place, queue.nextNumber + index));
  return {
    queue: {
      ...queue,
      runs: [...queue.runs, ...started],
      nextNumber: queue.nextNumber + started.length,
    },
    orders: started.map((run) => startOrder(queue, run)),
  };
}

function firstWithoutRun(places: readonly Place[], slots: number): readonly Place[] {
  return slots <= 0 ? [] : places.filter(({ run, isLanding }) => run === null && !isLanding).slice(0, slots);
}

function newRun(queue: Queue, place: Place, number: number): TestRun {
  return {
    id: testRunId(derivedUuid(queue.id, number)),
    batch: place.batch.id,
    testedOn: queue.tip,
    contains: contentsOf(place),
    own: place.batch.entries,
    createdAt: queue.now,
    standsOn: queue.tip,
    landed: [],
    passedBy: [],
    commits: [],
    tree: null,
    requiredStatuses: [],
    requiredStatusesSource: null,
    checks: [],
    progress: { kind: "building" },
  };
}

function startOrder(queue: Queue, { id, testedOn, contains, own }: TestRun): Order {
  const { mergeMethod, requiredStatuses } = queue.settings;
  return { kind: "startTestRun", run: id, testedOn, contains, mergeMethod, requiredStatuses, own };
}
