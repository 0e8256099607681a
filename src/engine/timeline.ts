/**
 * Notes what each step of the queue means for its entries: one whose derived state is no longer the state last
 * noted gets a transition, with the reason that the step gave.
 */
import { assertNever } from "../domain/assert-never.js";
import type { PullRequestNumber, TestRunId } from "../domain/ids.js";
import type { Transition } from "./decision.js";
import { annotatedEntries, changedBetween, replacedEntries } from "./entry-index.js";
import { allBatches, batchOf, entriesOf, runOf, stateOf } from "./lookup.js";
import type { Entry, EntryState, Queue, TestRun } from "./queue.js";
import type { Step } from "./rule.js";

export interface NotedStep {
  readonly queue: Queue;
  readonly transitions: readonly Transition[];
}

/** Entries are only added at the end during a decision, so whoever is beyond the old length is new. */
export function noteTransitions(before: Queue, step: Step): NotedStep {
  const { queue, reasons } = step;
  const newest = before.entries.at(-1)?.sequence ?? -1;
  const noted: Entry[] = [];
  const transitions: Transition[] = [];
  for (const entry of touchedEntries(before, step)) {
    const reason = reasons?.get(entry.facts.number) ?? null;
    const from = entry.sequence <= newest ? entry.state : null;
    const to = stateOf(queue, entry);
    if (to !== from) {
      transitions.push(transition(queue, entry, from, to, reason));
      noted.push({ ...entry, state: to, stateSince: queue.now, reason });
    } else if (reason !== null) {
      noted.push({ ...entry, reason });
    }
  }
  if (noted.length === 0) return { queue, transitions };
  // A list that this very step made is known to nobody else.
  const isNew = queue.entries !== before.entries;
  const entries = isNew ? annotatedEntries(queue.entries, noted) : replacedEntries(queue.entries, noted);
  return { queue: { ...queue, entries }, transitions };
}

/**
 * In order of submission: those that changed, those whose place, run or landing may not be what it was, and those
 * that were given a reason.
 */
function touchedEntries(before: Queue, { queue, reasons }: Step): readonly Entry[] {
  const numbers = new Set<PullRequestNumber>(reasons?.keys());
  for (const number of changedBetween(before.entries, queue.entries)) numbers.add(number);
  for (const { entries } of onlyInOne(allBatches(before), allBatches(queue))) {
    for (const entry of entries) numbers.add(entry);
  }
  for (const { own } of runsThatChanged(before.runs, queue.runs)) for (const entry of own) numbers.add(entry);
  if (before.landing !== queue.landing) {
    for (const landing of [before.landing, queue.landing]) {
      for (const { pullRequest } of landing?.heads ?? []) numbers.add(pullRequest);
    }
  }
  return [...entriesOf(queue, numbers)].sort((one, other) => one.sequence - other.sequence);
}

function onlyInOne<Item>(some: readonly Item[], others: readonly Item[]): Iterable<Item> {
  if (some === others) return [];
  const only = new Set(some);
  for (const item of others) if (!only.delete(item)) only.add(item);
  return only;
}

/** That began, ended, or are not as far as they were. */
function runsThatChanged(before: readonly TestRun[], after: readonly TestRun[]): Iterable<TestRun> {
  if (before === after) return [];
  const known = new Map(before.map((run) => [run.id, run]));
  const changed: TestRun[] = [];
  for (const run of after) {
    if (known.get(run.id)?.progress.kind !== run.progress.kind) changed.push(run);
    known.delete(run.id);
  }
  changed.push(...known.values());
  return changed;
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

/** The run that is under way, or decided, in this state. */
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
