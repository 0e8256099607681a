/**
 * Adjusts recorded instants after the clock was set. `submittedAt` of contained heads is unchanged: it is a commit
 * date, and another date would produce another commit.
 */
import { withEntries, withHealth, withRuns } from "../model/change.js";
import type { EventOf } from "../model/event.js";
import { allRuns } from "../model/lookup.js";
import type { Entry, Queue, TestRun, Trouble } from "../model/queue.js";

/**
 * Set back: later instants become the corrected time. Set forward: the instants that deadlines are computed from move
 * along, so that no deadline comes sooner.
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
      ...(entry.takenBack !== undefined && {
        takenBack: { ...entry.takenBack, at: moved(entry.takenBack.at) },
      }),
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
  return withRuns(withEntries(withHealthMoved(withSeen(moving, atMostNow), moved), entries), runs);
}

function withSeen(queue: Queue, atMostNow: (instant: number) => number): Queue {
  const { checksSeen } = queue;
  if (checksSeen === undefined) return queue;
  const seen = Object.entries(checksSeen).map(([name, at]) => [name, atMostNow(at)] as const);
  return { ...queue, checksSeen: Object.fromEntries(seen) };
}

function withHealthMoved(queue: Queue, moved: (instant: number) => number): Queue {
  const { health } = queue;
  if (health === undefined) return queue;
  const { silence, sound, pause, test } = health;
  return withHealth(queue, {
    silence: silence && { ...silence, latestAt: moved(silence.latestAt) },
    sound: sound && { ...sound, at: moved(sound.at) },
    pause: pause && { ...pause, since: moved(pause.since), testedAt: moved(pause.testedAt) },
    test: test && {
      ...test,
      createdAt: Math.min(test.createdAt, queue.now),
      startedAt: test.startedAt === null ? null : moved(test.startedAt),
    },
  });
}

function troubleOf({ trouble }: { readonly trouble?: Trouble }, moved: (instant: number) => number) {
  return trouble === undefined ? {} : { trouble: { ...trouble, reportedAt: moved(trouble.reportedAt) } };
}

function progressOf({ progress }: TestRun, moved: (instant: number) => number): TestRun["progress"] {
  return progress.kind === "running" ? { ...progress, startedAt: moved(progress.startedAt) } : progress;
}
