/** Cancels entries that are not ready within `notReadyTimeoutHours`. None expires while the queue admits no entries. */

import { notReadyForTooLong } from "../explain/reasons/pull-requests.js";
import { indexOf } from "../index/queue-index.js";
import { withEntries } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Entry, Queue } from "../model/queue.js";
import { givenUpAt } from "../planning/readiness.js";

export function expireUnreadyEntries(queue: Queue): Step | null {
  const hours = queue.settings.notReadyTimeoutHours;
  if (hours === 0) return null;
  const expired = [...indexOf(queue.entries).unready.values()].filter((entry) => {
    const deadline = givenUpAt(queue, entry);
    return deadline !== null && deadline <= queue.now;
  });
  if (expired.length === 0) return null;
  return {
    queue: withEntries(
      queue,
      expired.map((entry): Entry => ({ ...entry, ended: "cancelled" })),
    ),
    reasons: new Map(
      expired.map(({ facts }) => [facts.number, notReadyForTooLong(facts.number, hours)] as const),
    ),
  };
}
