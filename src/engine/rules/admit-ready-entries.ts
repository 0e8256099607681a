/**
 * Admits ready entries while the queue runs. An admitted entry can only leave, with one exception: it is unready again
 * after it lost approvals to a head push that was taken back (`events/head-pushes.ts`).
 */

import { nowReady } from "../explain/reasons/pull-requests.js";
import { indexOf } from "../index/queue-index.js";
import { withEntries } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { formsBatches } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import { isReady } from "../planning/readiness.js";

export function admitReadyEntries(queue: Queue): Step | null {
  if (!formsBatches(queue)) return null;
  const ready = [...indexOf(queue.entries).unready.values()].filter((entry) => isReady(queue, entry));
  if (ready.length === 0) return null;
  return {
    queue: withEntries(
      queue,
      ready.map((entry): Entry => ({ ...entry, admittedAt: queue.now })),
    ),
    reasons: new Map(ready.map(({ facts }) => [facts.number, nowReady(facts.number)] as const)),
  };
}
