/** The conditions for admission, and how long an entry may wait for them. */
import { admitsEntries } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";

const HOUR_MS = 3_600_000;

export function isReady(queue: Queue, { facts, targets }: Entry): boolean {
  return (
    admitsEntries(queue) &&
    facts.state === "open" &&
    !facts.draft &&
    facts.baseBranch === queue.targetBranch &&
    facts.mergeability === "mergeable" &&
    (queue.settings.mode === "single" || targets !== null)
  );
}

/** When an entry that is not ready expires; null: never, or the queue admits no entries now. */
export function givenUpAt(queue: Queue, entry: Entry): number | null {
  const hours = queue.settings.notReadyTimeoutHours;
  const isCounted = hours > 0 && admitsEntries(queue) && entry.admittedAt === null;
  return isCounted && entry.ended === null ? entry.stateSince + hours * HOUR_MS : null;
}
