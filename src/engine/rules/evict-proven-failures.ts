/**
 * Evicts single entries with a proven failure, after their retry. While a predecessor has not landed, that one may be
 * the culprit, so the entry remains a pending failure.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { failedByItself, failedByOptimization } from "../explain/reasons/verdicts.js";
import { withFailed } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { Queue } from "../model/queue.js";
import { isRetryDue, type ProvenFailure, provenFailures, wasRetried } from "../planning/blame.js";

export function evictProvenFailures(queue: Queue): Step | null {
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const proven of provenFailures(queue)) {
    const { batch } = proven.place;
    const [only] = batch.entries;
    if (only === undefined || batch.entries.length > 1 || isRetryDue(queue, proven)) continue;
    reasons.set(only, whyBlamed(queue, proven));
  }
  return reasons.size === 0 ? null : { queue: withFailed(queue, reasons.keys()), reasons };
}

function whyBlamed(queue: Queue, { place, run, failure, landedBelow }: ProvenFailure): Reason {
  const { splitFrom } = place.batch;
  const isRetried = wasRetried(queue, place.batch);
  return isRetried || splitFrom === null
    ? failedByItself(run, failure, landedBelow, isRetried)
    : failedByOptimization(run, failure);
}
