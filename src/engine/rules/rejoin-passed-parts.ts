/**
 * A batch that passed alone beside the line rejoins it before all batches without a run, so that it interrupts no
 * test. It has to pass there too, since batches that pass alone may fail together; a run of exactly the new contents
 * counts. Urgent entries go to the front. This terminates: a part is smaller than the batch that it was split from,
 * and an entry is retried once.
 */
import { PRIORITIES } from "../../domain/priority.js";
import { passedAlone, passedRetry } from "../explain/reasons/verdicts.js";
import { sharedReasons, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { concludesEntries, entriesOf, isLanding, isRetry, runOf } from "../model/lookup.js";
import type { Batch, Queue } from "../model/queue.js";
import { placeOf, planOf } from "../planning/plan.js";

export function rejoinPassedParts(queue: Queue): Step | null {
  if (queue.beside.length === 0 || !concludesEntries(queue)) return null;
  const { parts } = planOf(queue);
  const passed = parts.flatMap(({ batch, run, isValid }) =>
    isValid && run?.progress.kind === "passed" ? [batch] : [],
  );
  if (passed.length === 0) return null;
  const back = passed.map((batch): Batch => ({ ...batch, interruptions: 0, splitFrom: null }));
  const joined: Queue = {
    ...queue,
    line: withPlaces(queue, back),
    beside: queue.beside.filter((batch) => !passed.includes(batch)),
  };
  const ended = passed.flatMap((batch) => {
    const place = placeOf(joined, batch.id);
    return place?.run == null || place.isValid ? [] : [{ run: place.run, batch }];
  });
  const endedRuns = ended.map(({ run }) => run);
  const reasons = sharedReasons(
    ended.map(({ run, batch }) => {
      const why = isRetry(batch) ? passedRetry(run) : passedAlone(run, batch.splitFrom !== null);
      return [run.own, why];
    }),
  );
  return { queue: withoutRuns(joined, endedRuns), endedRuns, reasons };
}

/** Urgent batches go behind urgent and landing ones, the others behind the last batch that is urgent or has a run. */
function withPlaces(queue: Queue, back: readonly Batch[]): readonly Batch[] {
  const { line } = queue;
  const isUrgent = ({ entries }: Batch): boolean =>
    entriesOf(queue, entries).some(({ priority }) => priority === PRIORITIES.urgent);
  const inFront = line.findLastIndex((batch) => isLanding(queue, batch.id) || isUrgent(batch)) + 1;
  const tested = line.findLastIndex(({ id }) => runOf(queue, id) !== undefined) + 1;
  const others = back.filter((batch) => !isUrgent(batch));
  return line
    .toSpliced(Math.max(tested, inFront), 0, ...others)
    .toSpliced(inFront, 0, ...back.filter(isUrgent));
}
