/** Records what people and the forge do to pull requests: submit, cancel, push, close, retarget, merge. */
import { derivedUuid, entryId } from "../../domain/ids.js";
import type { PullRequestFacts, UnmetRule } from "../../domain/pull-request.js";
import type { Reason } from "../../domain/reason.js";
import {
  baseBranchChanged,
  closed,
  convertedToDraft,
  disappeared,
  mergedByHand,
  mergedElsewhere,
  pushedTo,
  rulesMet,
  rulesNoLongerMet,
  rulesUnmet,
  submitted,
} from "../explain/reasons/pull-requests.js";
import { appendedEntry } from "../index/queue-index.js";
import { sharedReason, withEntries } from "../model/change.js";
import type { Step } from "../model/decision.js";
import type { EventOf } from "../model/event.js";
import { isLandingEntry, liveEntry } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";
import { withoutTrouble } from "../model/queue.js";
import { isOwnHeadPush } from "./head-pushes.js";
import { withoutReturning } from "./readmission.js";

export interface Departure {
  readonly ended: "merged" | "cancelled" | "failed";
  readonly reason: Reason;
}

/**
 * A live entry keeps its id, place and head; only priority and batching change. If it was to leave after the landing
 * under way, a submission with the same head revokes that.
 */
export function recordSubmission(queue: Queue, event: EventOf<"entrySubmitted">): Step {
  const { facts, priority, noBatch } = event;
  const live = liveEntry(queue, facts.number);
  if (live !== undefined) {
    const usedDefaultPriority = live.usedDefaultPriority || event.usedDefaultPriority;
    const stays = live.facts.headSha === facts.headSha;
    const leaving = stays ? null : live.leaving;
    // The trouble that it was to leave for is counted from zero.
    const known = stays && live.leaving !== null ? withoutTrouble(live) : live;
    return { queue: withEntries(queue, [{ ...known, priority, noBatch, usedDefaultPriority, leaving }]) };
  }
  const entry: Entry = {
    id: event.earlierEntry ?? entryId(derivedUuid(queue.id, queue.nextNumber)),
    facts,
    priority,
    usedDefaultPriority: event.usedDefaultPriority,
    noBatch,
    needsTests: false,
    targets: event.targets,
    earlierTargets: null,
    sequence: queue.nextNumber,
    submittedAt: queue.now,
    admittedAt: null,
    leaving: null,
    ended: null,
    state: "notReady",
    stateSince: queue.now,
    reason: null,
    verifiedBy: null,
  };
  const rest = withoutReturning(queue, facts.number);
  return {
    queue: { ...rest, entries: appendedEntry(rest.entries, entry), nextNumber: rest.nextNumber + 1 },
    reasons: sharedReason([facts.number], submitted(facts.number, event.by, facts.unmetRules)),
  };
}

export function recordCancellation(queue: Queue, { pullRequest, reason }: EventOf<"entryCancelled">): Step {
  const entry = liveEntry(queue, pullRequest);
  return entry === undefined ? { queue } : leave(queue, entry, { ended: "cancelled", reason });
}

export function recordObservation(
  queue: Queue,
  { pullRequest, facts }: EventOf<"pullRequestObserved">,
): Step {
  const entry = liveEntry(queue, pullRequest);
  if (entry === undefined) return { queue };
  if (facts === null) return leave(queue, entry, { ended: "cancelled", reason: disappeared(pullRequest) });
  if (isOwnHeadPush(queue, entry, facts)) return { queue };
  const departure = departureOf(queue, entry, facts);
  if (departure !== null) return leave(queue, entry, departure);
  const isSameHead = facts.headSha === entry.facts.headSha;
  const ofHead = isSameHead ? {} : { targets: null, earlierTargets: null, needsTests: false };
  const known = isSameHead ? entry : withoutTrouble(entry);
  const seen = withEntries(queue, [{ ...known, facts, ...ofHead }]);
  const reason = entry.admittedAt === null ? readinessReason(queue, entry.facts, facts) : null;
  return reason === null ? { queue: seen } : { queue: seen, reasons: sharedReason([pullRequest], reason) };
}

/** null if the same rules are unmet as before. */
function readinessReason(
  { targetBranch }: Queue,
  before: PullRequestFacts,
  { number, unmetRules = [] }: PullRequestFacts,
): Reason | null {
  if (areSame(before.unmetRules ?? [], unmetRules)) return null;
  return unmetRules.length === 0 ? rulesMet(number, targetBranch) : rulesUnmet(number, unmetRules);
}

function areSame(before: readonly UnmetRule[], now: readonly UnmetRule[]): boolean {
  return before.length === now.length && before.every(({ words }, index) => words === now[index]?.words);
}

/** Why the pull request has to leave the queue. Before admission it may change freely while it is open. */
function departureOf(queue: Queue, entry: Entry, facts: PullRequestFacts): Departure | null {
  const { number, headSha } = entry.facts;
  const cancelled = (reason: Reason): Departure => ({ ended: "cancelled", reason });
  const isElsewhere = facts.baseBranch !== queue.targetBranch;
  if (facts.state === "merged" && !isElsewhere)
    return { ended: "merged", reason: mergedByHand(number, facts.merge) };
  if (facts.state === "merged") return cancelled(mergedElsewhere(number, facts.baseBranch));
  if (facts.state === "closed") return cancelled(closed(number));
  if (entry.admittedAt === null) return null;
  if (isElsewhere) return cancelled(baseBranchChanged(number, facts.baseBranch));
  if (facts.headSha !== headSha) return cancelled(pushedTo(number, facts.headSha));
  if (facts.draft) return cancelled(convertedToDraft(number));
  // Checked only at the landing: an approval that is dismissed and given again earlier has no effect.
  const broken = (facts.unmetRules ?? []).filter(({ rule }) => rule === "pullRequest");
  // Approvals that were lost to a head push keep the entry waiting, but do not end it.
  if (queue.landing?.areHeadsBack === true) return null;
  if (broken.length === 0 || !isLandingEntry(queue, number)) return null;
  return { ended: "failed", reason: rulesNoLongerMet(number, queue.targetBranch, broken) };
}

/** During its landing the departure is only noted: the result decides. A merge observed then is the landing itself. */
export function leave(queue: Queue, entry: Entry, { ended, reason }: Departure): Step {
  const pullRequest = entry.facts.number;
  if (!isLandingEntry(queue, pullRequest)) {
    return { queue: withEntries(queue, [{ ...entry, ended }]), reasons: sharedReason([pullRequest], reason) };
  }
  if (ended === "merged" || entry.leaving !== null) return { queue };
  return { queue: withEntries(queue, [{ ...entry, leaving: reason }]) };
}
