/**
 * A run that is no test of what would be tested now proves nothing: it ends at once and its entries are tested again
 * in the same places. That is so when something it was built on left, came to doubt, or was put in, or when the
 * branch moved by other commits than those tested. What landed as it was tested refutes nothing.
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
