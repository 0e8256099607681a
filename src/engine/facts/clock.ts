/**
 * The clock was set, so instants recorded by it no longer fit the queue's time. Dates that commits were built with
 * (`submittedAt` of contained heads) stay: with another date, the same heads would give another commit.
 */
import { withEntries, withRuns } from "../change.js";
import type { EventOf } from "../event.js";
import { allRuns } from "../lookup.js";
import type { Entry, Queue, TestRun, Trouble } from "../queue.js";

/**
 * Set back: what lies after the corrected time counts as having happened at that time. Set forward: what deadlines are
 * computed from moves along, so that none of them comes sooner for it.
 */
export function recordClockCorrected(queue: Queue, { byMs }: EventOf<"clockCorrected">): Queue {
  const atMostNow = (instant: number): number => Math.min(instant, queue.now);
  const moved = (instant: number): number => atMostNow(instant + Math.max(byMs, 0));
  const entries = queue.entries.map(
    (entry): Entry => ({
      ...entry,
      submittedAt: atMostNow(entry.submittedAt),
      admittedAt: entry.admittedAt === null ? null : moved(entry.admittedAt),
      stateSince: moved(entry.stateSince),
      ...troubleOf(entry, moved),
    }),
  );
  const runs = allRuns(queue).map(
    (run): TestRun => ({
      ...run,
      createdAt: atMostNow(run.createdAt),
      progress: progressOf(run, moved),
      ...troubleOf(run, moved),
    }),
  );
  const { landing } = queue;
  const moving =
    landing === null ? queue : { ...queue, landing: { ...landing, ...troubleOf(landing, moved) } };
  return withRuns(withEntries(moving, entries), runs);
}

function troubleOf({ trouble }: { readonly trouble?: Trouble }, moved: (instant: number) => number) {
  return trouble === undefined ? {} : { trouble: { ...trouble, reportedAt: moved(trouble.reportedAt) } };
}

function progressOf({ progress }: TestRun, moved: (instant: number) => number): TestRun["progress"] {
  return progress.kind === "running" ? { ...progress, startedAt: moved(progress.startedAt) } : progress;
}
