/**
 * Evicts single entries with a proven failure, after their retry. While a predecessor has not landed, that one may be
 * the culprit, so the entry remains a pending failure; likewise while the tip alone is tested.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { failedByItself, failedByOptimization } from "../explain/reasons/verdicts.js";
import { withFailed } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Queue } from "../model/queue.js";
import { hadRetry, type ProvenFailure } from "../planning/blame.js";
import { settledFailures, withRow } from "../planning/settled-failures.js";

export function evictProvenFailures(queue: Queue): Step | null {
  const reasons = new Map<PullRequestNumber, Reason>();
  const { due, doubted, row } = settledFailures(queue);
  for (const proven of due) {
    const [only] = proven.place.batch.entries;
    if (only !== undefined) reasons.set(only, whyBlamed(queue, proven));
  }
  if (reasons.size === 0) return null;
  return { queue: withFailed(withRow(queue, row, doubted), reasons.keys()), reasons };
}

function whyBlamed(queue: Queue, { place, run, failure, landedBelow }: ProvenFailure): Reason {
  const { splitFrom } = place.batch;
  const isRetried = hadRetry(queue, place.batch);
  return isRetried || splitFrom === null || failure.kind === "noResult"
    ? failedByItself(run, failure, landedBelow, isRetried)
    : failedByOptimization(run, failure);
}
