/**
 * Where a pull request stands in the line, as exactly as it is worth being told: each time that changes costs a call
 * for everybody behind.
 */
import type { PullRequestNumber } from "../../../../domain/ids.js";
import { considered } from "../../../../engine/landable.js";
import type { Queue } from "../../../../engine/queue.js";

/** The last places of the steps; the first three stand for themselves. */
const STEPS = [1, 2, 3, 10, 30];
const LAST_STEP = 30;
export const FURTHER_BACK = "behind 30 others or more";

/** Of those who stand in one of the steps. */
export function positions(queue: Queue): ReadonlyMap<PullRequestNumber, string> {
  const found = new Map<PullRequestNumber, string>();
  for (const { facts } of considered(queue)) {
    found.set(facts.number, stepOf(found.size + 1));
    if (found.size === LAST_STEP) break;
  }
  return found;
}

function stepOf(position: number): string {
  const index = STEPS.findIndex((last) => position <= last);
  const last = STEPS[index] ?? LAST_STEP;
  const first = (STEPS[index - 1] ?? 0) + 1;
  return first === last ? String(first) : `${first} to ${last}`;
}
