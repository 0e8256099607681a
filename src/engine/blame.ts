/**
 * Which failures are proven to be the batch's own: everything its run was built on has landed, nobody ahead in its
 * lane is left, and no successor is still tested whose pass could clear it, or has passed and lands it as soon as the
 * landing of another lane is over. Where only one is left ahead of a batch of several, and it failed with and without that
 * one, it does not matter what becomes of that one. A single entry waits for it, and holds up nobody.
 */
import type { PullRequestNumber } from "../domain/ids.js";
import { questionOf } from "./alternates.js";
import { isVouchedFor } from "./landable.js";
import { concludesEntries, entriesOf, hedgesOf, occupiesSlot } from "./lookup.js";
import type { Place } from "./place.js";
import { hasOpenWitness, planOf } from "./plan.js";
import type { Batch, Queue, TestRun, TestRunFailure } from "./queue.js";
import { isSameHead, leftToLand } from "./tested-heads.js";

export interface ProvenFailure {
  readonly place: Place;
  readonly run: TestRun;
  readonly failure: TestRunFailure;
  /** Those that were on the test branch too, and have landed. */
  readonly landedBelow: readonly PullRequestNumber[];
  /** The hedge that failed too, and those that only one of the two runs contains; null where nobody is ahead. */
  readonly regardless: Regardless | null;
}

interface Regardless {
  readonly hedge: TestRun;
  readonly of: readonly PullRequestNumber[];
}

/** In the line and beside it. A paused queue blames nobody, so that what CI broke can be tested again first. */
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

/** Of the only one that is left ahead, whose end is open. A pass of a witness would speak for it, whatever the run is worth. */
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

/** One that passed, or is still tested, with it; hedges of witnesses are witnesses too. */
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

/** Whether one more test decides: nobody is blamed for what may be a flake of CI. */
export function isRetryDue(queue: Queue, { place }: ProvenFailure): boolean {
  const { batch } = place;
  const isSkipped = queue.settings.optimizationMode !== "off" && batch.splitFrom !== null;
  return batch.entries.length === 1 && !wasRetried(queue, batch) && !isSkipped;
}

/** Also before it lost its place to an urgent entry, or to a switch of the mode. */
export function wasRetried(queue: Queue, { isRetried, entries }: Batch): boolean {
  return isRetried || entriesOf(queue, entries).some((entry) => entry.isRetried === true);
}
