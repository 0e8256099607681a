/**
 * A single entry whose failure is proven is tested once more before it is blamed, since CI flakes. It keeps its place,
 * and those behind go on without it until it has passed.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { isRetryDue, provenFailures } from "../blame.js";
import { withBatches, withoutRuns } from "../change.js";
import type { Batch, Queue } from "../queue.js";
import { testedOnceMore } from "../reasons/restarts.js";
import type { Step } from "../rule.js";

export function retrySingleFailures(queue: Queue): Step | null {
  const failures = provenFailures(queue).filter((failure) => isRetryDue(queue, failure));
  if (failures.length === 0) return null;
  const endedRuns = failures.map(({ run }) => run);
  const retried = failures.map(
    ({ place }): Batch => ({
      ...place.batch,
      interruptions: 0,
      isRetried: true,
      isSuspect: true,
    }),
  );
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { run, failure, landedBelow } of failures) {
    for (const pullRequest of run.own) reasons.set(pullRequest, testedOnceMore(run, failure, landedBelow));
  }
  return { queue: withoutRuns(withBatches(queue, retried), endedRuns), endedRuns, reasons };
}
