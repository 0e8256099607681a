/**
 * After an outcome that the plan did not expect, a hedge that tests exactly the new contents becomes the run of its
 * batch, with its progress. The replaced run becomes a hedge, in case the outcome changes again.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { goneOnWith } from "../explain/reasons/restarts.js";
import { mayHaveFailedByItself, testsPassed } from "../explain/reasons/verdicts.js";
import { sharedReason, withBatches } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { hedgesOf } from "../model/lookup.js";
import type { Queue, TestRun } from "../model/queue.js";
import { invalidationOf } from "../planning/invalidation.js";
import type { Place } from "../planning/place.js";
import { planOf } from "../planning/plan.js";
import { isTestOf } from "../planning/tested-heads.js";

export function promoteHedges(queue: Queue): Step | null {
  if (queue.hedges.length === 0) return null;
  let promoted = queue;
  const reasons = new Map<PullRequestNumber, Reason>();
  // Front to back: the verdict of a promoted hedge may change the contents of its successors.
  for (const index of queue.line.keys()) {
    const place = planOf(promoted).places[index];
    const hedge = place === undefined ? undefined : hedgeFor(promoted, place);
    if (place === undefined || hedge === undefined) continue;
    const why = whyPromoted(promoted, place, hedge);
    if (why !== null)
      for (const [number, reason] of sharedReason(hedge.own, why)) reasons.set(number, reason);
    promoted = withPromotion(promoted, place, hedge);
  }
  return promoted === queue ? null : { queue: promoted, reasons };
}

function hedgeFor(queue: Queue, place: Place): TestRun | undefined {
  if (place.isValid || place.isLanding) return undefined;
  return hedgesOf(queue, place.batch.id).find((run) => isTestOf(queue, run, place.contents));
}

function withPromotion(queue: Queue, { batch, run }: Place, hedge: TestRun): Queue {
  const hedges = queue.hedges.filter((other) => other !== hedge);
  const isCleared = batch.isSuspect && hedge.progress.kind === "passed";
  return {
    ...withBatches(queue, isCleared ? [{ ...batch, isSuspect: false }] : []),
    runs: [...queue.runs.filter((other) => other !== run), hedge],
    hedges: run === null ? hedges : [...hedges, run],
  };
}

/** null if the batch had no run before: starting a test needs no reason. */
function whyPromoted(queue: Queue, place: Place, hedge: TestRun): Reason | null {
  const { ahead, run } = place;
  const { progress } = hedge;
  const numbers = ahead.map(({ pullRequest }) => pullRequest);
  if (progress.kind === "passed") return testsPassed(hedge, numbers);
  if (progress.kind === "failed") return mayHaveFailedByItself(hedge, progress.failure, numbers);
  if (run === null) return null;
  const invalidation = invalidationOf(queue, planOf(queue), place);
  return invalidation === null ? null : goneOnWith(run, hedge, invalidation.reason.code);
}
