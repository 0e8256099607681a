/**
 * Ends invalidated runs, which do not test what the plan has now. The entries keep their places and are tested
 * again. The cause is a predecessor that left, failed or was added, or a push of commits that were not tested. A
 * landing of tested commits invalidates no run that contains them.
 */
import { sharedReasons, withoutRuns } from "../change.js";
import type { Step } from "../decision.js";
import { planOf } from "../plan.js";
import type { Queue } from "../queue.js";
import { findRefutations } from "../refutation.js";

export function refuteTestRuns(queue: Queue): Step | null {
  const refutations = findRefutations(queue, planOf(queue));
  if (refutations.length === 0) return null;
  const endedRuns = refutations.map(({ run }) => run);
  const reasons = sharedReasons(refutations.map(({ own, reason }) => [own, reason]));
  return { queue: withoutRuns(queue, endedRuns), endedRuns, reasons };
}
