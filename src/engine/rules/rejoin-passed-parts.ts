/**
 * What passed alone beside the line takes a place in it again, before all that have no run yet, so that no test is
 * interrupted. It has to pass there too, since what passes alone may fail together; a test of exactly what is tested
 * there counts already. Urgent entries go to the front at once. A part is smaller than the batch it was split from, and a retried entry is not retried again, so
 * that this comes to an end.
 */
import { PRIORITIES } from "../../domain/priority.js";
import { sharedReasons, withoutRuns } from "../change.js";
import type { Step } from "../decision.js";
import { concludesEntries, entriesOf, isLanding, isRetry, runOf } from "../lookup.js";
import { placeOf, planOf } from "../plan.js";
import type { Batch, Queue } from "../queue.js";
import { passedAlone, passedRetry } from "../reasons/verdicts.js";

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

/** Urgent ones behind those that are urgent or landing, the others behind the last one that is urgent or has a run. */
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
