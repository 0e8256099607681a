/**
 * Questions that rules ask about a queue. The line and its runs have indexes, made once per list since lists are never
 * changed in place; entries, of which ten thousand may wait, are looked through at most once per question.
 */
import { assertNever } from "../domain/assert-never.js";
import type { BatchId, PullRequestNumber, TestRunId } from "../domain/ids.js";
import type { Batch, Entry, EntryState, Queue, QueueState, TestRun, TestRunProgress } from "./queue.js";

const MINUTE_MS = 60_000;

/** The entry of a pull request that has not ended. */
export function liveEntry(queue: Queue, pullRequest: PullRequestNumber): Entry | undefined {
  return queue.entries.find(({ facts, ended }) => facts.number === pullRequest && ended === null);
}

/** The entries of pull requests, in order of submission, also those that ended in this very decision. */
export function entriesOf(queue: Queue, pullRequests: Iterable<PullRequestNumber>): readonly Entry[] {
  const wanted = new Set(pullRequests);
  return wanted.size === 0 ? [] : queue.entries.filter(({ facts }) => wanted.has(facts.number));
}

export function batchOf(queue: Queue, pullRequest: PullRequestNumber): Batch | undefined {
  return batchesByEntry(queue.line).get(pullRequest);
}

export function runOf(queue: Queue, batch: BatchId): TestRun | undefined {
  return runsByBatch(queue.runs).get(batch);
}

export function findRun(queue: Queue, run: TestRunId): TestRun | undefined {
  return queue.runs.find(({ id }) => id === run);
}

export function isLanding(queue: Queue, batch: BatchId): boolean {
  return queue.landing?.batches.includes(batch) ?? false;
}

/** Where an entry is, derived from what it waits for; `entry.state` only remembers what was last noted. */
export function stateOf(queue: Queue, entry: Entry): EntryState {
  if (entry.ended !== null) return entry.ended;
  if (entry.admittedAt === null) return "notReady";
  const batch = batchOf(queue, entry.facts.number);
  const run = batch && runOf(queue, batch.id);
  return run === undefined ? "pending" : stateUnder(run.progress);
}

function stateUnder(progress: TestRunProgress): EntryState {
  switch (progress.kind) {
    case "building":
    case "conflicted":
      return "pending";
    case "running":
      return "testing";
    case "passed":
      return "testsPassed";
    case "failed":
      return "pendingFailure";
    default:
      return assertNever(progress);
  }
}

/** The first admitted entries without a place in the line: by priority, then in the order of submission. */
export function waitingEntries(queue: Queue, limit = Infinity): readonly Entry[] {
  const byPriority = new Map<number, Entry[]>();
  for (const entry of queue.entries) {
    if (!isWaiting(queue, entry)) continue;
    const equals = byPriority.get(entry.priority);
    if (equals === undefined) byPriority.set(entry.priority, [entry]);
    else if (equals.length < limit) equals.push(entry);
  }
  const priorities = [...byPriority.keys()].sort((one, other) => one - other);
  return priorities.flatMap((priority) => byPriority.get(priority) ?? []).slice(0, limit);
}

function isWaiting(queue: Queue, entry: Entry): boolean {
  return (
    entry.admittedAt !== null && entry.ended === null && batchOf(queue, entry.facts.number) === undefined
  );
}

/** Test runs that may still start: negative after concurrency was lowered below what is under way. */
export function freeSlots(queue: Queue): number {
  return queue.settings.concurrency - queue.runs.filter(occupiesSlot).length;
}

export function occupiesSlot(run: TestRun): boolean {
  return run.progress.kind === "building" || run.progress.kind === "running";
}

/** When a run has taken too long; null for never, or not yet known. */
export function deadlineOf(queue: Queue, run: TestRun): number | null {
  const minutes = queue.settings.testingTimeoutMinutes;
  return run.progress.kind === "running" && minutes > 0 ? run.progress.startedAt + minutes * MINUTE_MS : null;
}

/** Paused, a queue admits, starts, lands and settles nothing; draining, it works off what it has admitted. */
export function admitsEntries(state: QueueState): boolean {
  return state === "running";
}

export function startsTests(state: QueueState): boolean {
  return state === "running" || state === "draining";
}

export function concludesEntries(state: QueueState): boolean {
  return state !== "paused";
}

const batchesByEntry = remembered((line: readonly Batch[]) => {
  const index = new Map<PullRequestNumber, Batch>();
  for (const batch of line) for (const pullRequest of batch.entries) index.set(pullRequest, batch);
  return index;
});

const runsByBatch = remembered((runs: readonly TestRun[]) => {
  const index = new Map<BatchId, TestRun>();
  for (const run of runs) index.set(run.batch, run);
  return index;
});

function remembered<List extends object, Index>(indexOf: (list: List) => Index): (list: List) => Index {
  const known = new WeakMap<List, Index>();
  return (list) => {
    const index = known.get(list) ?? indexOf(list);
    known.set(list, index);
    return index;
  };
}
