/**
 * Which failures are proven to be the batch's own: everything its run was built on has landed, nobody ahead in its
 * lane is left, and no successor is still tested whose pass could clear it.
 */
import type { PullRequestNumber } from "../domain/ids.js";
import { concludesEntries } from "./lookup.js";
import type { Place } from "./place.js";
import { hasOpenWitness, planOf } from "./plan.js";
import type { Queue, TestRun, TestRunFailure } from "./queue.js";

export interface ProvenFailure {
  readonly place: Place;
  readonly run: TestRun;
  readonly failure: TestRunFailure;
  /** Those that were on the test branch too, and have landed. */
  readonly landedBelow: readonly PullRequestNumber[];
}

/** In the line and beside it. A paused queue blames nobody, so that what CI broke can be tested again first. */
export function provenFailures(queue: Queue): readonly ProvenFailure[] {
  if (!concludesEntries(queue)) return [];
  const plan = planOf(queue);
  return [...plan.places, ...plan.parts].flatMap((place) => {
    const { run, isValid, isLanding, predecessors } = place;
    if (run?.progress.kind !== "failed" || !isValid || isLanding || !predecessors.isEmpty()) return [];
    if (hasOpenWitness(plan, place)) return [];
    return [{ place, run, failure: run.progress.failure, landedBelow: run.landed }];
  });
}

/** Whether one more test decides: nobody is blamed for what may be a flake of CI. */
export function isRetryDue({ settings }: Queue, { place }: ProvenFailure): boolean {
  const { batch } = place;
  const isSkipped = settings.optimizationMode !== "off" && batch.splitFrom !== null;
  return batch.entries.length === 1 && !batch.isRetried && !isSkipped;
}
