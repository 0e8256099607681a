/**
 * Retries a single entry with a proven failure once before it is blamed, since CI flakes. The retry runs alone beside
 * the line, where the entry has no place, so that its successors land meanwhile.
 */

import { testedOnceMore } from "../explain/reasons/restarts.js";
import { sharedReasons, withBatches, withBatchesBeside, withEntries, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { entriesOf } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import { isRetryDue, isShownByResult, provenFailures } from "../planning/blame.js";
import { planOf } from "../planning/plan.js";

export function retrySingleFailures(queue: Queue): Step | null {
  const failures = provenFailures(queue).filter((failure) => isRetryDue(queue, failure));
  if (failures.length === 0) return null;
  const reasons = sharedReasons(
    failures.map(({ run, failure, landedBelow }) => [run.own, testedOnceMore(run, failure, landedBelow)]),
  );
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
  const failed = failures.filter((failure) => isShownByResult(queue, failure)).flatMap(({ run }) => run.own);
  const entries = entriesOf(queue, failed).map((entry): Entry => ({ ...entry, isRetried: true }));
  return {
    queue: withoutRuns(withEntries(withBatchesBeside(marked, gone, left), entries), endedRuns),
    endedRuns,
    reasons,
  };
}
