/** The conditions for admission, and how long an entry may wait for them. */
import { HOUR_MS } from "../../domain/duration.js";
import { admitsEntries, formsBatches } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";

export function isReady(queue: Queue, entry: Entry): boolean {
  const { facts, targets } = entry;
  return (
    mayBeAdmitted(queue, entry) &&
    facts.state === "open" &&
    !facts.draft &&
    facts.baseBranch === queue.targetBranch &&
    facts.mergeability === "mergeable" &&
    (queue.settings.mode === "single" || targets !== null)
  );
}

/** A draining queue admits an entry that was admitted before, and returns after an eviction. */
function mayBeAdmitted(queue: Queue, { earlierSequence }: Entry): boolean {
  return admitsEntries(queue) || (earlierSequence !== undefined && formsBatches(queue));
}

/** When an entry that is not ready expires; null: never, or the queue admits no entries now. */
export function givenUpAt(queue: Queue, entry: Entry): number | null {
  const hours = queue.settings.notReadyTimeoutHours;
  const isCounted = hours > 0 && admitsEntries(queue) && entry.admittedAt === null;
  return isCounted && entry.ended === null ? entry.stateSince + hours * HOUR_MS : null;
}
