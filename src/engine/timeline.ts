/**
 * Notes what each step of the queue means for its entries: one whose derived state is no longer the state last
 * noted gets a transition, with the reason that the step gave.
 */
import { assertNever } from "../domain/assert-never.js";
import type { PullRequestNumber, TestRunId } from "../domain/ids.js";
import type { Transition } from "./decision.js";
import { batchOf, runOf, stateOf } from "./lookup.js";
import type { Entry, EntryState, Queue } from "./queue.js";
import type { Step } from "./rule.js";

export interface NotedStep {
  readonly queue: Queue;
  readonly transitions: readonly Transition[];
}

/** Entries are only added at the end during a decision, so whoever is beyond the old length is new. */
export function noteTransitions(before: Queue, step: Step): NotedStep {
  const { queue, reasons } = step;
  const touched = touchedEntries(before, step);
  if (touched.size === 0 && queue.entries === before.entries) return { queue, transitions: [] };
  const noted = new Map<Entry, Entry>();
  const transitions: Transition[] = [];
  queue.entries.forEach((entry, index) => {
    if (entry === before.entries[index] && !touched.has(entry.facts.number)) return;
    const reason = reasons?.get(entry.facts.number) ?? null;
    const from = index < before.entries.length ? entry.state : null;
    const to = stateOf(queue, entry);
    if (to !== from) {
      transitions.push(transition(queue, entry, from, to, reason));
      noted.set(entry, { ...entry, state: to, stateSince: queue.now, reason });
    } else if (reason !== null) {
      noted.set(entry, { ...entry, reason });
    }
  });
  if (noted.size === 0) return { queue, transitions };
  const entries = queue.entries.map((entry) => noted.get(entry) ?? entry);
  return { queue: { ...queue, entries }, transitions };
}

/** Those whose place in the line or whose run may not be what it was, and those that were given a reason. */
function touchedEntries(before: Queue, { queue, reasons }: Step): ReadonlySet<PullRequestNumber> {
  const touched = new Set(reasons?.keys());
  if (before.line === queue.line && before.runs === queue.runs) return touched;
  for (const { entries } of [...before.line, ...queue.line]) for (const entry of entries) touched.add(entry);
  return touched;
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
