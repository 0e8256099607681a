/** What an entry no longer touches counts until its run is over, or its landing, and not for the next one. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { withEntries } from "../change.js";
import { indexOf } from "../entry-index.js";
import { allBatches, isLanding, runOf } from "../lookup.js";
import type { Entry, Queue } from "../queue.js";
import type { Step } from "../rule.js";

export function forgetEarlierTargets(queue: Queue): Step | null {
  const untested: PullRequestNumber[] = [];
  for (const { id, entries } of allBatches(queue)) {
    if (runOf(queue, id) === undefined && !isLanding(queue, id)) untested.push(...entries);
  }
  const forgotten = withoutEarlierTargets(queue, untested);
  return forgotten === queue ? null : { queue: forgotten };
}

/** Also for those who lose their places. */
export function withoutEarlierTargets(queue: Queue, pullRequests: readonly PullRequestNumber[]): Queue {
  const { byNumber } = indexOf(queue.entries);
  const changed: Entry[] = [];
  for (const number of pullRequests) {
    const entry = byNumber.get(number);
    if (entry !== undefined && entry.earlierTargets !== null)
      changed.push({ ...entry, earlierTargets: null });
  }
  return withEntries(queue, changed);
}
