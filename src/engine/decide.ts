/**
 * START HERE: the engine is one pure function: a queue and an event in, the next queue and effects out. It uses no
 * clock, no randomness and no I/O, so that the event log alone reproduces every decision.
 */
import { effectId } from "../domain/ids.js";
import { record } from "./events/record.js";
import { picture } from "./explain/picture.js";
import { type InitialState, initialStateOf, noteTransitions } from "./explain/timeline.js";
import { indexOf, seal, withoutEnded } from "./index/queue-index.js";
import { checkGraceMs, checksMissingAt, deadlineOf, firstDeadline, runningTests } from "./model/deadlines.js";
import type { Decision, EndedRun, Rule, Step, Transition } from "./model/decision.js";
import type { Effect, NewEffect } from "./model/effect.js";
import type { QueueEvent } from "./model/event.js";
import { allRuns, formsBatches } from "./model/lookup.js";
import type { Queue } from "./model/queue.js";
import { healthOf, retestAt } from "./model/target-health.js";
import { nextGroups } from "./planning/batching.js";
import { givenUpAt } from "./planning/readiness.js";
import { admitReadyEntries } from "./rules/admit-ready-entries.js";
import { bisectFailedBatches } from "./rules/bisect-failed-batches.js";
import { concludeTipTests, tipTestEndsAt } from "./rules/conclude-tip-tests.js";
import { endHedges } from "./rules/end-hedges.js";
import { evictConflicts } from "./rules/evict-conflicts.js";
import { evictProvenFailures } from "./rules/evict-proven-failures.js";
import { expireUnreadyEntries } from "./rules/expire-unready-entries.js";
import { failTestRuns } from "./rules/fail-test-runs.js";
import { forgetEarlierTargets } from "./rules/forget-earlier-targets.js";
import { formBatches, freeSeats } from "./rules/form-batches.js";
import { invalidateTestRuns } from "./rules/invalidate-test-runs.js";
import { landPassedBatches } from "./rules/land-passed-batches.js";
import { mergeDirectly } from "./rules/merge-directly.js";
import { noteMissingChecks } from "./rules/note-missing-checks.js";
import { passTestRuns } from "./rules/pass-test-runs.js";
import { promoteHedges } from "./rules/promote-hedges.js";
import { promoteUrgentEntries } from "./rules/promote-urgent-entries.js";
import { rejoinPassedParts } from "./rules/rejoin-passed-parts.js";
import { removeEndedEntries } from "./rules/remove-ended-entries.js";
import { restartInterruptedRuns } from "./rules/restart-interrupted-runs.js";
import { resumeByItself } from "./rules/resume-by-itself.js";
import { retrySingleFailures } from "./rules/retry-single-failures.js";
import { returnToPlaces } from "./rules/return-to-places.js";
import { splitAtConflicts } from "./rules/split-at-conflicts.js";
import { startHedges } from "./rules/start-hedges.js";
import { startTestRuns } from "./rules/start-test-runs.js";
import { switchModes } from "./rules/switch-modes.js";
import { testTip } from "./rules/test-tip.js";

/**
 * Each rule is correct by itself; the order only reduces the number of rounds until an event is settled. One exception:
 * `forgetEarlierTargets` has to run between the end of a run and the start of the next one.
 */
export const RULES: readonly Rule[] = [
  removeEndedEntries,
  promoteHedges,
  invalidateTestRuns,
  endHedges,
  passTestRuns,
  failTestRuns,
  noteMissingChecks,
  restartInterruptedRuns,
  concludeTipTests,
  resumeByItself,
  // Again: after a verdict clears an entry, hedges that assumed this become the runs of its successors, and all land.
  promoteHedges,
  landPassedBatches,
  retrySingleFailures,
  evictProvenFailures,
  testTip,
  bisectFailedBatches,
  rejoinPassedParts,
  splitAtConflicts,
  evictConflicts,
  forgetEarlierTargets,
  switchModes,
  admitReadyEntries,
  expireUnreadyEntries,
  mergeDirectly,
  promoteUrgentEntries,
  // Again, so that the successors of an urgent entry restart in the same round.
  invalidateTestRuns,
  forgetEarlierTargets,
  returnToPlaces,
  formBatches,
  startTestRuns,
  startHedges,
];

/** Safety limit, far above any observed number of rounds. */
const MAX_ROUNDS = 100;

export function decide(queue: Queue, event: QueueEvent): Decision {
  return decideBy(RULES, queue, event);
}

/**
 * Called after each step, with `record` or the name of the rule, and the decision so far. The draft is valid only until
 * the listener returns, because later steps change its lists in place.
 */
export type StepListener = (by: string, soFar: Draft) => void;

/** Records the event, then runs the rules in order until a round changes nothing. */
export function decideBy(
  rules: readonly Rule[],
  queue: Queue,
  event: QueueEvent,
  onStep?: StepListener,
): Decision {
  seal(queue.entries);
  const now = event.kind === "clockCorrected" ? event.at : Math.max(queue.now, event.at);
  const draft = blank(queue);
  let initial = initialStateOf(queue);
  take(draft, initial, record({ ...queue, now }, event));
  onStep?.(record.name, draft);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isSettled = true;
    for (const rule of rules) {
      if (initial.queue !== draft.queue) initial = initialStateOf(draft.queue);
      const step = rule(draft.queue);
      if (step === null) continue;
      isSettled = false;
      take(draft, initial, step);
      onStep?.(rule.name, draft);
    }
    if (isSettled) return conclude(draft);
  }
  throw new Error(`the rules come to no end after ${event.kind}: ${picture(draft.queue)}`);
}

/** The sum of the steps so far. */
export type Draft = Pick<Decision, "queue" | "effects" | "transitions" | "endedRuns" | "landed">;

/** A draft that grows in place: one event may end and start a hundred runs, and copying the lists would be slow. */
interface GrowingDraft extends Draft {
  queue: Queue;
  readonly effects: Effect[];
  readonly transitions: Transition[];
  readonly endedRuns: EndedRun[];
  landed: Draft["landed"];
}

function blank(queue: Queue): GrowingDraft {
  return { queue, effects: [], transitions: [], endedRuns: [], landed: null };
}

function take(draft: GrowingDraft, initial: InitialState, step: Step): void {
  const { endedRuns = NOTHING, effects = NOTHING, landed = draft.landed } = step;
  const { queue, transitions } = noteTransitions(initial, step);
  for (const transition of transitions) draft.transitions.push(transition);
  let { nextNumber } = queue;
  for (const run of endedRuns) {
    draft.endedRuns.push({ run, endedAt: queue.now });
    draft.effects.push({ id: effectId(nextNumber++), kind: "discardTestRun", run: run.id, own: run.own });
  }
  for (const effect of effects) draft.effects.push(numbered(nextNumber++, effect));
  draft.queue = nextNumber === queue.nextNumber ? queue : { ...queue, nextNumber };
  draft.landed = landed;
}

const NOTHING: readonly never[] = [];

/** `startTestRun` is written out: it comes by the hundred, and spreading it after the id takes ten times as long. */
function numbered(number: number, effect: NewEffect): Effect {
  const id = effectId(number);
  if (effect.kind !== "startTestRun") return { id, ...effect };
  const { kind, run, testedOn, contains, mergeMethod, requiredStatuses, own } = effect;
  return { id, kind, run, testedOn, contains, mergeMethod, requiredStatuses, own };
}

function conclude(draft: Draft): Decision {
  const concluded = [...indexOf(draft.queue.entries).ended.values()];
  concluded.sort((one, other) => one.sequence - other.sequence);
  const queue = { ...draft.queue, entries: withoutEnded(draft.queue.entries) };
  seal(queue.entries);
  return { ...draft, queue, concluded, wakeAt: wakeAt(queue) };
}

/** The next moment at which time alone changes something: the earliest future deadline. */
export function wakeAt(queue: Queue): number | null {
  let earliest = Infinity;
  const consider = (at: number | null): void => {
    if (at !== null && at > queue.now) earliest = Math.min(earliest, at);
  };
  const { notReadyTimeoutHours, batch } = queue.settings;
  const first = firstDeadline(queue);
  if (first > queue.now) consider(first);
  else for (const run of allRuns(queue)) consider(deadlineOf(queue, run));
  const graceMs = checkGraceMs(queue);
  for (const run of [...runningTests(queue.runs).silent, ...runningTests(queue.hedges).silent]) {
    const missingAt = checksMissingAt(queue, run);
    if (missingAt === null) continue;
    consider(missingAt);
    consider(missingAt + graceMs);
  }
  const { test, pause } = healthOf(queue);
  if (test !== null) consider(tipTestEndsAt(queue, test));
  else if (pause !== null) consider(retestAt(pause));
  if (notReadyTimeoutHours > 0) {
    for (const entry of indexOf(queue.entries).unready.values()) consider(givenUpAt(queue, entry));
  }
  if (batch && formsBatches(queue)) consider(nextGroups(queue, freeSeats(queue)).nextAt);
  return earliest === Infinity ? null : earliest;
}
