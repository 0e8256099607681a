/**
 * Removes ended entries from their batches; an empty batch is removed with its run. The plan then invalidates the runs
 * of others that contain such an entry.
 */

import { indexOf } from "../index/queue-index.js";
import { withoutPlaces } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Queue } from "../model/queue.js";

export function removeEndedEntries(queue: Queue): Step | null {
  const step = withoutPlaces(queue, indexOf(queue.entries).ended);
  return step.queue === queue ? null : step;
}
