/** When time alone will change something: the earliest deadline that lies ahead. */
import { deadlineOf } from "./lookup.js";
import type { Queue } from "./queue.js";
import { givenUpAt } from "./readiness.js";

export function wakeAt(queue: Queue): number | null {
  let earliest: number | null = null;
  const consider = (at: number | null): void => {
    if (at !== null && at > queue.now && (earliest === null || at < earliest)) earliest = at;
  };
  for (const run of queue.runs) consider(deadlineOf(queue, run));
  for (const entry of queue.entries) consider(givenUpAt(queue, entry));
  return earliest;
}
