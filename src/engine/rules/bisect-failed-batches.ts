/**
 * A batch with a proven failure leaves the line, which continues without it. Its halves are tested alone beside the
 * line and split again on failure, down to single entries. With `bisection_skip_redundant_tests`, a half is split
 * untested once the other half has passed: the culprit must be in it.
 */
import type { Reason } from "../../domain/reason.js";
import { bisected } from "../explain/reasons/verdicts.js";
import { inHalves, sharedReasons } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { concludesEntries, runOf } from "../model/lookup.js";
import type { Batch, Queue } from "../model/queue.js";
import { provenFailures } from "../planning/blame.js";
import { planOf } from "../planning/plan.js";

export function bisectFailedBatches(queue: Queue): Step | null {
  const failures = provenFailures(queue);
  const failed = failures.map(({ place }) => place.batch);
  const batches = [...new Set([...failed, ...knownCulprits(queue)])].filter(
    ({ entries }) => entries.length > 1,
  );
  if (batches.length === 0) return null;
  const whySplit = ({ id, entries }: Batch): Reason => {
    const regardless = failures.find(({ place }) => place.batch.id === id)?.regardless;
    return bisected(entries, runOf(queue, id), regardless?.of ?? []);
  };
  const reasons = sharedReasons(batches.map((batch) => [batch.entries, whySplit(batch)]));
  return { ...inHalves(queue, batches, true), reasons };
}

/** Parts whose other half has passed alone. */
function knownCulprits(queue: Queue): readonly Batch[] {
  if (queue.settings.optimizationMode === "off" || !concludesEntries(queue)) return [];
  const { parts } = planOf(queue);
  const passed = parts.filter(({ run, isValid }) => isValid && run?.progress.kind === "passed");
  const proven = new Set(passed.map(({ batch }) => batch.splitFrom));
  return parts.flatMap((part) => {
    const { batch } = part;
    return batch.splitFrom !== null && proven.has(batch.splitFrom) && !passed.includes(part) ? [batch] : [];
  });
}
