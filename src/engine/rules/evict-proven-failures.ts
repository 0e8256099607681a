/**
 * An entry is evicted only for a failure of its own: everything its run was built on has landed. While a predecessor
 * has not, that one may be the culprit, and the entry stays: pending failure. A paused queue evicts nobody, so that
 * what CI broke can be tested again before anyone is blamed.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { withFailed } from "../change.js";
import { concludesEntries } from "../lookup.js";
import { planOf } from "../plan.js";
import type { Queue } from "../queue.js";
import { failedByItself } from "../reasons.js";
import type { Step } from "../rule.js";

export function evictProvenFailures(queue: Queue): Step | null {
  if (!concludesEntries(queue.state)) return null;
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { batch, run, landed, ahead } of planOf(queue).places) {
    if (landed === null || ahead > 0 || run?.progress.kind !== "failed") continue;
    const landedBelow = run.contains.slice(0, landed).map(({ pullRequest }) => pullRequest);
    const reason = failedByItself(run, run.progress.failure, landedBelow);
    for (const pullRequest of batch.entries) reasons.set(pullRequest, reason);
  }
  return reasons.size === 0 ? null : { queue: withFailed(queue, reasons.keys()), reasons };
}
