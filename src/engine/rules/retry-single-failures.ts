/**
 * A single entry whose failure is proven is tested once more before it is blamed, since CI flakes. It keeps its place,
 * and those behind go on without it until it has passed.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { isRetryDue, provenFailures } from "../blame.js";
import { withBatches, withoutRuns } from "../change.js";
import type { Batch, Queue } from "../queue.js";
import { testedOnceMore, testedRegardless } from "../reasons/restarts.js";
import type { Step } from "../rule.js";

export function retrySingleFailures(queue: Queue): Step | null {
  const failures = provenFailures(queue).filter((failure) => isRetryDue(queue, failure));
  if (failures.length === 0) return null;
  const endedRuns = failures.flatMap(({ run, regardless }) =>
    regardless === null ? [run] : [run, regardless.hedge],
  );
  const retried = failures.map(
    ({ place }): Batch => ({
      ...place.batch,
      interruptions: 0,
      isRetried: true,
      isSuspect: true,
    }),
  );
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { run, failure, landedBelow, regardless } of failures) {
    const why =
      regardless === null
        ? testedOnceMore(run, failure, landedBelow)
        : testedRegardless(run, failure, regardless.of);
    for (const pullRequest of run.own) reasons.set(pullRequest, why);
  }
  return { queue: withoutRuns(withBatches(queue, retried), endedRuns), endedRuns, reasons };
}
