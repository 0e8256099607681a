/**
 * While slots are free, each batch without a run is tested on the tip, everything ahead of it that is expected to
 * land, and itself; those at the front first.
 */
import { derivedUuid, testRunId } from "../../domain/ids.js";
import type { Order } from "../effect.js";
import { freeSlots, startsTests } from "../lookup.js";
import { contentsAt, type Place, type Plan, planOf } from "../plan.js";
import type { Queue, TestRun } from "../queue.js";
import type { Step } from "../rule.js";

export function startTestRuns(queue: Queue): Step | null {
  if (!startsTests(queue.state)) return null;
  const plan = planOf(queue);
  const waiting = plan.places.filter(({ run }) => run === null).slice(0, Math.max(freeSlots(queue), 0));
  if (waiting.length === 0) return null;
  const started = waiting.map((place, index) => newRun(queue, plan, place, queue.nextNumber + index));
  return {
    queue: {
      ...queue,
      runs: [...queue.runs, ...started],
      nextNumber: queue.nextNumber + started.length,
    },
    orders: started.map((run) => startOrder(queue, run)),
  };
}

function newRun(queue: Queue, plan: Plan, place: Place, number: number): TestRun {
  return {
    id: testRunId(derivedUuid(queue.id, number)),
    batch: place.batch.id,
    testedOn: queue.tip,
    contains: contentsAt(plan, place),
    own: place.batch.entries,
    createdAt: queue.now,
    commits: commitsKnownAhead(plan, place),
    tree: null,
    requiredStatuses: [],
    requiredStatusesSource: null,
    checks: [],
    progress: { kind: "building" },
  };
}

/**
 * The run ahead builds the same commits first. Knowing them, a landing of those ahead leaves this run standing
 * though it is not built yet; should it come out differently, it is refuted then.
 */
function commitsKnownAhead({ places }: Plan, place: Place): TestRun["commits"] {
  for (let index = places.indexOf(place) - 1; index >= 0; index--) {
    const { run, landed, isDoubtful } = places[index] ?? place;
    if (run !== null && landed !== null && !isDoubtful) return run.commits.slice(landed);
  }
  return [];
}

function startOrder(queue: Queue, { id, testedOn, contains, own }: TestRun): Order {
  const { mergeMethod, requiredStatuses } = queue.settings;
  return { kind: "startTestRun", run: id, testedOn, contains, mergeMethod, requiredStatuses, own };
}
