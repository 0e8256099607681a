/** What an entry no longer touches counts until its run is over, or its landing, and not for the next one. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { withEntries } from "../change.js";
import { allBatches, entriesOf, isLanding, runOf } from "../lookup.js";
import type { Entry, Queue } from "../queue.js";
import type { Step } from "../rule.js";

export function forgetEarlierTargets(queue: Queue): Step | null {
  const untested = allBatches(queue).filter(
    ({ id }) => runOf(queue, id) === undefined && !isLanding(queue, id),
  );
  const forgotten = withoutEarlierTargets(
    queue,
    untested.flatMap(({ entries }) => entries),
  );
  return forgotten === queue ? null : { queue: forgotten };
}

/** Also for those who lose their places. */
export function withoutEarlierTargets(queue: Queue, pullRequests: readonly PullRequestNumber[]): Queue {
  const changed = entriesOf(queue, pullRequests).filter(({ earlierTargets }) => earlierTargets !== null);
  return withEntries(
    queue,
    changed.map((entry): Entry => ({ ...entry, earlierTargets: null })),
  );
}
