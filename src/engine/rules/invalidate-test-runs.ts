/**
 * Ends invalidated runs, which do not test what the plan has now. The entries keep their places and are tested
 * again. The cause is a predecessor that left, failed or was added, or a push of commits that were not tested. A
 * landing of tested commits invalidates no run that contains them.
 */
import { sharedReasons, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Queue } from "../model/queue.js";
import { findInvalidations } from "../planning/invalidation.js";
import { planOf } from "../planning/plan.js";

export function invalidateTestRuns(queue: Queue): Step | null {
  const invalidations = findInvalidations(queue, planOf(queue));
  if (invalidations.length === 0) return null;
  const endedRuns = invalidations.map(({ run }) => run);
  const reasons = sharedReasons(invalidations.map(({ own, reason }) => [own, reason]));
  return { queue: withoutRuns(queue, endedRuns), endedRuns, reasons };
}
