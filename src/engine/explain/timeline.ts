/**
 * Notes the state changes of a step: an entry whose derived state differs from the noted one gets a transition with
 * the reason that the step gave.
 */
import { assertNever } from "../../domain/assert-never.js";
import type { PullRequestNumber, TestRunId } from "../../domain/ids.js";
import { changedSince, indexOf, type Mark, markOf, replacedEntries } from "../index/queue-index.js";
import type { Step, Transition } from "../model/decision.js";
import { batchOf, hasBatch, runOf, stateOf, stateUnder } from "../model/lookup.js";
import type { Batch, Entry, EntryState, Queue, TestRun } from "../model/queue.js";

export interface NotedStep {
  readonly queue: Queue;
  readonly transitions: readonly Transition[];
}

/** The queue before a step, which may change the list of its entries in place. */
export interface InitialState {
  readonly queue: Queue;
  readonly mark: Mark;
  /** The sequence of its newest entry. Entries with a higher one are new. */
  readonly newest: number;
}

export function initialStateOf(queue: Queue): InitialState {
  return { queue, mark: markOf(queue.entries), newest: queue.entries.at(-1)?.sequence ?? -1 };
}

export function noteTransitions(initial: InitialState, step: Step): NotedStep {
  const { queue, reasons } = step;
  const noted: Entry[] = [];
  const transitions: Transition[] = [];
  for (const entry of touchedEntries(initial, step)) {
    const reason = reasons?.get(entry.facts.number) ?? null;
    const from = entry.sequence <= initial.newest ? entry.state : null;
    const to = stateOf(queue, entry);
    if (to !== from) {
      transitions.push(transition(queue, entry, from, to, reason));
      noted.push({ ...entry, state: to, stateSince: queue.now, reason });
    } else if (reason !== null) {
      noted.push({ ...entry, reason });
    }
  }
  if (noted.length === 0) return { queue, transitions };
  return { queue: { ...queue, entries: replacedEntries(queue.entries, noted) }, transitions };
}

/**
 * The entries whose state may have changed, in order of submission: changed entries, those whose batch, run or landing
 * changed, and those with a reason.
 */
function touchedEntries({ queue: before, mark }: InitialState, { queue, reasons }: Step): readonly Entry[] {
  const { byNumber } = indexOf(queue.entries);
  const touched = new Set<Entry>();
  const touch = (number: PullRequestNumber): void => {
    const entry = byNumber.get(number);
    if (entry !== undefined) touched.add(entry);
  };
  reasons?.forEach((_, number) => {
    touch(number);
  });
  (changedSince(mark, queue.entries) ?? numbersOf(queue)).forEach(touch);
  touchMoved(before.line, queue.line, touch);
  touchMoved(before.beside, queue.beside, touch);
  for (const { own } of runsWithNewState(before.runs, queue.runs)) own.forEach(touch);
  if (before.landing !== queue.landing) {
    for (const landing of [before.landing, queue.landing]) {
      for (const { pullRequest } of landing?.heads ?? NOTHING) touch(pullRequest);
    }
  }
  return [...touched].sort((one, other) => one.sequence - other.sequence);
}

/** Touches the entries of batches that only one of the lists has, such as batches that moved beside the line. */
function touchMoved(
  before: readonly Batch[],
  after: readonly Batch[],
  touch: (number: PullRequestNumber) => void,
): void {
  if (before === after) return;
  for (const batch of before) if (!hasBatch(after, batch)) batch.entries.forEach(touch);
  for (const batch of after) if (!hasBatch(before, batch)) batch.entries.forEach(touch);
}

function numbersOf({ entries }: Queue): readonly PullRequestNumber[] {
  return entries.map(({ facts }) => facts.number);
}

const NOTHING: readonly never[] = [];

/** Runs that put their entries into another state than before; a superset if the order changed. */
function runsWithNewState(before: readonly TestRun[], after: readonly TestRun[]): readonly TestRun[] {
  if (before === after) return NOTHING;
  const telling: TestRun[] = [];
  let at = 0;
  for (const run of before) {
    const now = after[at]?.id === run.id ? after[at++] : undefined;
    if (now !== run && stateUnder(now) !== stateUnder(run)) telling.push(run);
  }
  for (const run of after.slice(at)) if (stateUnder(run) !== stateUnder(undefined)) telling.push(run);
  return telling;
}

function transition(
  queue: Queue,
  entry: Entry,
  from: EntryState | null,
  to: EntryState,
  reason: Transition["reason"],
): Transition {
  const { id, facts } = entry;
  const run = runBehind(queue, entry, to);
  return { at: queue.now, entry: id, pullRequest: facts.number, from, to, reason, run };
}

/** The active or decisive run of this state. */
function runBehind(queue: Queue, entry: Entry, state: EntryState): TestRunId | null {
  switch (state) {
    case "notReady":
    case "pending":
    case "cancelled":
      return null;
    case "merged":
      return entry.verifiedBy;
    case "testing":
    case "testsPassed":
    case "pendingFailure":
    case "failed": {
      const batch = batchOf(queue, entry.facts.number);
      return (batch && runOf(queue, batch.id)?.id) ?? null;
    }
    default:
      return assertNever(state);
  }
}
