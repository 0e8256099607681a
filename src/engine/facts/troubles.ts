/**
 * Failures that only one pull request has. It is set aside so that the others go on without it, and is given up when
 * trying again is in vain or has been for ten minutes.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { newBatch, sharedReason, withBatches } from "../change.js";
import type { EventOf } from "../event.js";
import { inHalves } from "../halves.js";
import { batchOf, findRun, hasBatch, isHedge, isLanding, liveEntry } from "../lookup.js";
import { aheadOf } from "../plan.js";
import type { Queue, Trouble, TroubleKind } from "../queue.js";
import { toldOf } from "../reasons/pull-requests.js";
import { notTestable, setApart } from "../reasons/verdicts.js";
import type { Step } from "../rule.js";
import {
  isLasting,
  isLastingForAll,
  isPastHope,
  troubleOf,
  withoutTrouble,
  withTrouble,
} from "../troubles.js";
import { leave } from "./pull-request.js";

/** Tests go on meanwhile: only a landing needs to know what the pull request is now. */
export function recordUnreadable(
  queue: Queue,
  { pullRequest, reason, mayPass }: EventOf<"pullRequestUnreadable">,
): Step {
  const marked = withTrouble(queue, [pullRequest], "reading");
  const isOver = !mayPass || hasNoHope(marked, pullRequest, "reading");
  return isOver ? givenUp(marked, pullRequest, reason) : { queue: marked };
}

export function recordReadable(queue: Queue, { pullRequest }: EventOf<"pullRequestReadable">): Queue {
  return withoutTrouble(queue, [pullRequest], "reading");
}

/** What is tested alone beside the line keeps nobody waiting but itself. A hedge that is not decided does no harm. */
export function recordUnreadableChecks(
  queue: Queue,
  { run: id, reason, othersWork }: EventOf<"checksUnreadable">,
): Step {
  const run = findRun(queue, id);
  const batch = run?.own[0] === undefined ? undefined : batchOf(queue, run.own[0]);
  if (run?.progress.kind !== "running" || batch === undefined) return { queue };
  if (isHedge(queue, run) || isLanding(queue, batch.id)) return { queue };
  const marked = withTrouble(queue, batch.entries, "testing");
  const [first] = batch.entries;
  if (batch.entries.length === 1 && first !== undefined && hasBatch(queue.beside, batch)) {
    return hasNoHope(marked, first, "testing") ? givenUp(marked, first, reason) : { queue: marked };
  }
  const isLong = othersWork ? isLasting : isLastingForAll;
  const lasts = batch.entries.some((entry) => {
    const trouble = troubleOf(marked, entry, "testing");
    return trouble !== undefined && isLong(trouble, queue.now);
  });
  if (!lasts) return { queue: marked };
  const why = notTestable(batch.entries, aheadOf(queue, batch.id), reason);
  return { ...inHalves(marked, [batch], false), reasons: sharedReason(batch.entries, why) };
}

export interface Cause {
  readonly reason: Reason;
  readonly mayPass: boolean;
  /** Failures that were counted elsewhere before. */
  readonly earlier?: Trouble | undefined;
}

/** The pull request alone is the cause. */
export function troubled(
  queue: Queue,
  pullRequest: PullRequestNumber,
  kind: TroubleKind,
  { reason, mayPass, earlier }: Cause,
): Step {
  const marked = withTrouble(queue, [pullRequest], kind, earlier);
  const isOver = !mayPass || hasNoHope(marked, pullRequest, kind);
  return isOver ? givenUp(marked, pullRequest, reason) : setAside(marked, pullRequest, reason);
}

function hasNoHope(queue: Queue, pullRequest: PullRequestNumber, kind: TroubleKind): boolean {
  const trouble = troubleOf(queue, pullRequest, kind);
  return trouble !== undefined && isPastHope(trouble, queue.now);
}

function givenUp(queue: Queue, pullRequest: PullRequestNumber, why: Reason): Step {
  const entry = liveEntry(queue, pullRequest);
  if (entry === undefined) return { queue };
  return leave(queue, entry, { ended: "failed", reason: toldOf([pullRequest], why) });
}

/** Tested alone beside the line, and those that were tested with it without it. */
function setAside(queue: Queue, pullRequest: PullRequestNumber, why: Reason): Step {
  const batch = batchOf(queue, pullRequest);
  if (batch === undefined || isLanding(queue, batch.id)) return { queue };
  const reasons = sharedReason([pullRequest], setApart(pullRequest, why));
  if (batch.entries.length === 1) return { ...inHalves(queue, [batch], false), reasons };
  const others = batch.entries.filter((entry) => entry !== pullRequest);
  const without = withBatches(queue, [{ ...batch, entries: others }]);
  const { nextNumber } = queue;
  const beside = [...without.beside, newBatch(nextNumber, [pullRequest])];
  return { queue: { ...without, beside, nextNumber: nextNumber + 1 }, reasons };
}
