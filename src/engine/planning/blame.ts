/**
 * A failure is proven to be the batch's own if its run was built only on landed predecessors, its lane has no other
 * predecessors, and no successor's run can clear it, neither an open run nor a passed run that lands it next.
 * With one predecessor left, the failure of a batch of several entries is also proven if the batch failed with and
 * without that predecessor. A single entry waits for the predecessor instead, which delays no other entry.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import { concludesEntries, entriesOf, hedgesOf, occupiesSlot } from "../model/lookup.js";
import type { Batch, Queue, TestRun, TestRunFailure } from "../model/queue.js";
import { questionOf } from "./alternates.js";
import { hasNoResult } from "./has-no-result.js";
import { isVouchedFor } from "./landable.js";
import type { Place } from "./place.js";
import { hasOpenWitness, planOf } from "./plan.js";
import { isSameHead, leftToLand } from "./tested-heads.js";

export interface ProvenFailure {
  readonly place: Place;
  readonly run: TestRun;
  readonly failure: TestRunFailure;
  /** Predecessors on the test branch that have landed. */
  readonly landedBelow: readonly PullRequestNumber[];
  /** If the batch failed with and without its only predecessor: the failed hedge, and the predecessor's entries. */
  readonly regardless: Regardless | null;
}

interface Regardless {
  readonly hedge: TestRun;
  readonly of: readonly PullRequestNumber[];
}

/** Failures in the line and beside it. A paused queue proves none, so failures caused by CI can be tested again first. */
export function provenFailures(queue: Queue): readonly ProvenFailure[] {
  if (!concludesEntries(queue)) return [];
  const plan = planOf(queue);
  const proven: ProvenFailure[] = [];
  for (const place of plan.decided) {
    const { run, isValid, isLanding, predecessors } = place;
    if (run?.progress.kind !== "failed" || !isValid || isLanding) continue;
    const regardless = failedRegardless(queue, place);
    if (!predecessors.isEmpty() && regardless === null) continue;
    if (hasOpenWitness(plan, place) || isVouchedFor(queue, plan, place)) continue;
    proven.push({ place, run, failure: run.progress.failure, landedBelow: run.landed, regardless });
  }
  return proven;
}

/** Whether the batch failed with and without its only, undecided predecessor, and no witness can clear it. */
function failedRegardless(queue: Queue, place: Place): Regardless | null {
  if (place.batch.entries.length === 1) return null;
  const hedge = hedgesOf(queue, place.batch.id).find(({ progress }) => progress.kind === "failed");
  if (hedge === undefined) return null;
  const ahead = place.predecessors.toArray();
  if (ahead.length !== 1) return null;
  if (questionOf(queue, place, hedge) === null || hasFavourableWitness(queue, place)) return null;
  const { places } = planOf(queue);
  return { hedge, of: ahead.flatMap((index) => places[index]?.batch.entries ?? NOBODY) };
}

const NOBODY: readonly PullRequestNumber[] = [];

/** Whether a run of a successor that contains the batch passed or is open. Hedges of successors count. */
function hasFavourableWitness(queue: Queue, place: Place): boolean {
  const { places } = planOf(queue);
  const index = places.indexOf(place);
  return places.some(({ batch, predecessors, leftOut, run }) => {
    if (!predecessors.has(index) || leftOut.includes(index)) return false;
    return [...hedgesOf(queue, batch.id), run].some(
      (test) =>
        test !== null &&
        (occupiesSlot(test) || test.progress.kind === "passed") &&
        leftToLand(test).some((head) => isSameHead(head, place.own[0])),
    );
  });
}

/** Whether the entry is tested once more before it is blamed, because the failure may be a flake. */
export function isRetryDue(queue: Queue, proven: ProvenFailure): boolean {
  const { batch } = proven.place;
  const isShown = isShownByResult(queue, proven);
  const isSkipped = isShown && queue.settings.optimizationMode !== "off" && batch.splitFrom !== null;
  const wasTried = isShown ? hadRetry(queue, batch) : wasRetried(queue, batch);
  return batch.entries.length === 1 && !wasTried && !isSkipped;
}

/** Whether CI gave a result. Otherwise the failure shows nothing, so its repetition is not the retry of a failure. */
export function isShownByResult({ settings }: Queue, { run, failure }: ProvenFailure): boolean {
  return settings.pauseOnRedTarget === true ? !hasNoResult(run) : failure.kind !== "noResult";
}

/** Whether a failure was retried. */
export function hadRetry(queue: Queue, batch: Batch): boolean {
  return wasRetried(queue, batch) && !wasOnlyRepeated(queue, batch);
}

/** Whether the retry only repeated a run without a result, so that a failure is still the first one. */
function wasOnlyRepeated(queue: Queue, { isRetried, entries }: Batch): boolean {
  if (queue.settings.pauseOnRedTarget !== true || !isRetried) return false;
  return entriesOf(queue, entries).every((entry) => entry.isRetried !== true);
}

/** Also true if the retry was in an earlier batch, which an urgent entry or a mode switch dissolved. */
export function wasRetried(queue: Queue, { isRetried, entries }: Batch): boolean {
  return isRetried || entriesOf(queue, entries).some((entry) => entry.isRetried === true);
}
