/**
 * The published position of a pull request in the queue. It is coarse, because each change costs a call for every entry
 * behind.
 */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Queue } from "../../../engine/model/queue.js";
import { considered } from "../../../engine/planning/landable.js";

/** Last position of each step; the first three positions are exact. */
const STEPS = [1, 2, 3, 10, 30];
const LAST_STEP = 30;
export const FURTHER_BACK = "31 or later";

/** Positions of the entries in one of the steps. */
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
