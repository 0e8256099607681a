/** How the queue pauses by itself, and what it tests again when such a pause ends. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { sharedReasons, withBatches, withEntries, withHealth, withoutRuns } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { allBatches, allRuns, entriesOf, isHedge, isLanding, isRetry } from "../model/lookup.js";
import type { Batch, Entry, Queue, QueueState, TestRun } from "../model/queue.js";
import { type AutomaticPause, healthOf, type PauseCause } from "../model/target-health.js";

/** The queue after a test of `testedTip` that found this: paused, or still paused. */
export function pausedFor(queue: Queue, cause: PauseCause, testedTip = queue.tip): Queue {
  const { pause } = healthOf(queue);
  const tested = { testedTip, testedAt: queue.now };
  if (pause !== null) {
    const isOther = pause.cause.kind === "ci" && cause.kind === "targetBranch";
    const tests = isOther ? 1 : pause.tests + 1;
    return withHealth(queue, {
      pause: { ...pause, ...tested, cause: knownCause(pause.cause, cause), tests },
    });
  }
  const resume = stateToResume(queue);
  if (resume === "paused") return queue;
  return withHealth(withState(queue, "paused"), {
    pause: { ...tested, cause, resume, since: queue.now, tests: 1 },
  });
}

/** A broken branch is named with its first broken tip. It remains the cause while a later test has no result. */
function knownCause(known: PauseCause, found: PauseCause): PauseCause {
  if (known.kind === "ci") return found;
  return found.kind === "ci" ? known : { ...found, tip: known.tip };
}

function stateToResume({ state, modeSwitch }: Queue): AutomaticPause["resume"] | "paused" {
  if (modeSwitch !== null) return modeSwitch.resume;
  return state === "draining" || state === "paused" ? state : "running";
}

/** While the queue switches its mode, the state is the one that it has afterwards. */
export function withState(queue: Queue, state: Exclude<QueueState, "switchingModes">): Queue {
  const { modeSwitch } = queue;
  return modeSwitch === null
    ? { ...queue, state }
    : { ...queue, modeSwitch: { ...modeSwitch, resume: state } };
}

/**
 * Ends the pause without a new state. Failures under it prove nothing, so their entries are tested again, and have a
 * retry again.
 */
export function pauseEnded(
  queue: Queue,
  why: (own: readonly PullRequestNumber[]) => Reason,
): Required<Pick<Step, "queue" | "endedRuns" | "reasons">> {
  const failed = allRuns(queue).filter(
    ({ progress, batch }) => progress.kind === "failed" && !isLanding(queue, batch),
  );
  const batches = allBatches(queue).filter(
    ({ id, interruptions, isRetried, isSuspect }) =>
      (interruptions > 0 || isRetried || isSuspect) && !isLanding(queue, id),
  );
  const entries = allBatches(queue).flatMap((batch) => batch.entries);
  const step = startedOver(queue, { runs: failed, batches, entries }, why);
  return { ...step, queue: withHealth(step.queue, { pause: null, silence: null }) };
}

export interface Fruitless {
  /** Failed, and proving nothing. */
  readonly runs: readonly TestRun[];
  readonly batches: readonly Batch[];
  readonly entries: readonly PullRequestNumber[];
}

/** Ends the runs. The batches are tested again, and have all their attempts and retries again. */
export function startedOver(
  queue: Queue,
  { runs, batches, entries }: Fruitless,
  why: (own: readonly PullRequestNumber[]) => Reason,
): Required<Pick<Step, "queue" | "endedRuns" | "reasons">> {
  const retried = entriesOf(queue, entries).filter(({ isRetried }) => isRetried === true);
  const own = runs.filter((run) => !isHedge(queue, run)).map((run) => run.own);
  const retries = batches.filter((batch) => isRetry(batch)).map((batch) => batch.entries);
  const fresh = withBatches(
    withEntries(queue, retried.map(withoutRetry)),
    batches.map((batch): Batch => ({ ...batch, interruptions: 0, isRetried: false, isSuspect: false })),
  );
  return {
    queue: withoutRuns(fresh, runs),
    endedRuns: runs,
    reasons: sharedReasons([...own, ...retries].map((some) => [some, why(some)])),
  };
}

function withoutRetry({ isRetried: _had, ...entry }: Entry): Entry {
  return entry;
}
