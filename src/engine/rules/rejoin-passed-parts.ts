/**
 * A part that passed alone takes the next place in the line, before all that wait. It has to pass there too, since
 * parts that pass alone may fail together; a test of exactly what is tested there counts already. It is smaller than
 * the batch it was split from, so that splitting comes to an end. One that cannot be read now could not land, and waits
 * where it holds up no other.
 */
import { sharedReason, withoutRuns } from "../change.js";
import { concludesEntries } from "../lookup.js";
import { placeOf, planOf } from "../plan.js";
import type { Batch, Queue } from "../queue.js";
import { passedAlone } from "../reasons/verdicts.js";
import type { Step } from "../rule.js";
import { troubleOf } from "../troubles.js";

export function rejoinPassedParts(queue: Queue): Step | null {
  if (queue.beside.length === 0 || !concludesEntries(queue)) return null;
  const { parts } = planOf(queue);
  const passed = parts.flatMap(({ batch, run, isValid }) =>
    isValid && run?.progress.kind === "passed" && isReadable(queue, batch) ? [batch] : [],
  );
  if (passed.length === 0) return null;
  const joined: Queue = {
    ...queue,
    line: [...queue.line, ...passed.map((batch): Batch => ({ ...batch, splitFrom: null }))],
    beside: queue.beside.filter((batch) => !passed.includes(batch)),
  };
  const ended = passed.flatMap(({ id, splitFrom }) => {
    const place = placeOf(joined, id);
    return place?.run == null || place.isValid ? [] : [{ run: place.run, isSplit: splitFrom !== null }];
  });
  const endedRuns = ended.map(({ run }) => run);
  const reasons = new Map(
    ended.flatMap(({ run, isSplit }) => [...sharedReason(run.own, passedAlone(run, isSplit))]),
  );
  return { queue: withoutRuns(joined, endedRuns), endedRuns, reasons };
}

function isReadable(queue: Queue, { entries }: Batch): boolean {
  return entries.every((entry) => troubleOf(queue, entry, "reading") === undefined);
}
