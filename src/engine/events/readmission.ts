/** Records that an evicted entry returns: the target branch was broken, not the entry. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { readmitted } from "../explain/reasons/target-branch.js";
import { appendedEntry } from "../index/queue-index.js";
import { sharedReason, withHealth } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import { liveEntry } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import { type EvictedEntry, type EvictionRow, healthOf } from "../model/target-health.js";

/** It returns once, with the head that failed, unless it was submitted meanwhile. Later it is admitted like others. */
export function recordReadmission(
  queue: Queue,
  { pullRequest, facts, targets }: EventOf<"entryReadmitted">,
): Step {
  const { returning, pause } = healthOf(queue);
  const evicted = returning.find((one) => one.pullRequest === pullRequest);
  if (evicted === undefined) return { queue };
  const rest = withoutReturning(queue, pullRequest);
  const isAsBefore = facts?.headSha === evicted.headSha && facts.state === "open";
  if (facts === null || !isAsBefore || liveEntry(queue, pullRequest) !== undefined) return { queue: rest };
  const entry = entryOf(rest, evicted, facts, targets);
  return {
    queue: { ...rest, entries: appendedEntry(rest.entries, entry), nextNumber: rest.nextNumber + 1 },
    reasons: sharedReason([pullRequest], readmitted(queue, pause, pullRequest)),
  };
}

/** Also called for a submission of the pull request, which replaces its return. */
export function withoutReturning(queue: Queue, pullRequest: PullRequestNumber): Queue {
  const { returning, row, test } = healthOf(queue);
  const isOf = (one: EvictedEntry): boolean => one.pullRequest === pullRequest;
  const rows = [row, test?.row].flatMap((one) => one ?? []);
  const isInRow = rows.some(({ evicted }) => evicted.some((one) => isOf(one) && one.isResubmitted !== true));
  if (!isInRow && !returning.some(isOf)) return queue;
  // It counts toward the row still, or entries that are submitted again and again would never make one.
  const marked = (one: EvictionRow): EvictionRow => ({
    ...one,
    evicted: one.evicted.map((evicted) => (isOf(evicted) ? { ...evicted, isResubmitted: true } : evicted)),
  });
  return withHealth(queue, {
    returning: returning.filter((one) => !isOf(one)),
    ...(row !== null && { row: marked(row) }),
    ...(test?.row !== undefined && { test: { ...test, row: marked(test.row) } }),
  });
}

function entryOf(
  queue: Queue,
  { entry: id, priority, usedDefaultPriority, noBatch, sequence, submittedAt }: EvictedEntry,
  facts: Entry["facts"],
  targets: Entry["targets"],
): Entry {
  return {
    id,
    facts,
    priority,
    usedDefaultPriority,
    noBatch,
    needsTests: false,
    targets,
    earlierTargets: null,
    sequence: queue.nextNumber,
    earlierSequence: sequence,
    submittedAt: Math.min(submittedAt, queue.now),
    admittedAt: null,
    leaving: null,
    ended: null,
    state: "notReady",
    stateSince: queue.now,
    reason: null,
    verifiedBy: null,
  };
}
