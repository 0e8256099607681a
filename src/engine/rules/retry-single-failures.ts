/**
 * A single entry whose failure is proven is tested once more before it is blamed, since CI flakes: alone, beside the
 * line, which goes on without it. Its place is given up, so that its successors land meanwhile.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { isRetryDue, provenFailures } from "../blame.js";
import { withBatches, withBatchesBeside, withEntries, withoutRuns } from "../change.js";
import { entriesOf } from "../lookup.js";
import { planOf } from "../plan.js";
import type { Entry, Queue } from "../queue.js";
import { testedOnceMore } from "../reasons/restarts.js";
import type { Step } from "../rule.js";

export function retrySingleFailures(queue: Queue): Step | null {
  const failures = provenFailures(queue).filter((failure) => isRetryDue(queue, failure));
  if (failures.length === 0) return null;
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const { run, failure, landedBelow } of failures)
    for (const pullRequest of run.own) reasons.set(pullRequest, testedOnceMore(run, failure, landedBelow));
  const endedRuns = failures.map(({ run }) => run);
  const { parts } = planOf(queue);
  const retried = failures.map(({ place }) => ({
    batch: { ...place.batch, interruptions: 0, isRetried: true, isSuspect: true },
    isPart: parts.includes(place),
  }));
  const left = retried.flatMap(({ batch, isPart }) => (isPart ? [] : [batch]));
  const marked = withBatches(
    queue,
    retried.flatMap(({ batch, isPart }) => (isPart ? [batch] : [])),
  );
  const gone = left.map(({ id }) => id);
  const entries = entriesOf(queue, reasons.keys()).map((entry): Entry => ({ ...entry, isRetried: true }));
  return {
    queue: withoutRuns(withEntries(withBatchesBeside(marked, gone, left), entries), endedRuns),
    endedRuns,
    reasons,
  };
}
