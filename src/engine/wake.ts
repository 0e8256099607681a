/** When time alone will change something: the earliest deadline that lies ahead. */
import { nextGroups } from "./batching.js";
import { indexOf } from "./index/index.js";
import { allRuns, deadlineOf, formsBatches } from "./lookup.js";
import type { Queue } from "./queue.js";
import { givenUpAt } from "./readiness.js";
import { freeSeats } from "./rules/form-batches.js";

export function wakeAt(queue: Queue): number | null {
  let earliest = Infinity;
  const consider = (at: number | null): void => {
    if (at !== null && at > queue.now) earliest = Math.min(earliest, at);
  };
  const { testingTimeoutMinutes, notReadyTimeoutHours, batch } = queue.settings;
  if (testingTimeoutMinutes > 0) for (const run of allRuns(queue)) consider(deadlineOf(queue, run));
  if (notReadyTimeoutHours > 0) {
    for (const entry of indexOf(queue.entries).unready.values()) consider(givenUpAt(queue, entry));
  }
  if (batch && formsBatches(queue)) consider(nextGroups(queue, freeSeats(queue)).nextAt);
  return earliest === Infinity ? null : earliest;
}
