/**
 * Questions that rules ask about a queue. The line and its runs have indexes, made once per list since these lists are
 * never changed in place; the index of the entries goes along with them.
 */
import { assertNever } from "../domain/assert-never.js";
import { type Verdict, verdictOn } from "../domain/check.js";
import type { BatchId, PullRequestNumber, TestRunId } from "../domain/ids.js";
import { indexOf, NumberIndex, remembered } from "./index/index.js";
import type { Batch, Entry, EntryState, Landing, Queue, QueueState, TestRun } from "./queue.js";

const MINUTE_MS = 60_000;

/** The entry of a pull request that has not ended. */
export function liveEntry(queue: Queue, pullRequest: PullRequestNumber): Entry | undefined {
  const entry = indexOf(queue.entries).byNumber.get(pullRequest);
  return entry?.ended === null ? entry : undefined;
}

/** The entries of pull requests, as they are given, also those that ended in this very decision. */
export function entriesOf(
  { entries: all }: Queue,
  pullRequests: Iterable<PullRequestNumber>,
): readonly Entry[] {
  const { byNumber } = indexOf(all);
  const entries: Entry[] = [];
  for (const pullRequest of new Set(pullRequests)) {
    const entry = byNumber.get(pullRequest);
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

/** In the line or beside it. */
export function batchOf(queue: Queue, pullRequest: PullRequestNumber): Batch | undefined {
  return batchesByEntry(queue.line).get(pullRequest) ?? batchesByEntry(queue.beside).get(pullRequest);
}

/** Every batch there is, those in the line first. */
export function allBatches({ line, beside }: Queue): readonly Batch[] {
  return beside.length === 0 ? line : [...line, ...beside];
}

/** Whether the very batch is in the list, which is the line or what is beside it. */
export function hasBatch(batches: readonly Batch[], batch: Batch): boolean {
  const first = batch.entries[0];
  return first !== undefined && batchesByEntry(batches).get(first) === batch;
}

export function runOf(queue: Queue, batch: BatchId): TestRun | undefined {
  return runsByBatch(queue).get(batch);
}

/** For loops over batches, where `runOf` would look the index up for each. */
export function runsByBatch({ runs }: Queue): NumberIndex<TestRun> {
  return indexOfRuns(runs);
}

/** Also a hedge. */
export function findRun({ runs, hedges }: Queue, run: TestRunId): TestRun | undefined {
  return runs.find(({ id }) => id === run) ?? hedges.find(({ id }) => id === run);
}

/** Every run there is, the hedges last. */
export function allRuns({ runs, hedges }: Queue): readonly TestRun[] {
  return hedges.length === 0 ? runs : [...runs, ...hedges];
}

export function isHedge({ hedges }: Queue, { id }: TestRun): boolean {
  return hedges.some((hedge) => hedge.id === id);
}

export function hedgesOf({ hedges }: Queue, batch: BatchId): readonly TestRun[] {
  return hedges.length === 0 ? NO_HEDGES : hedges.filter((hedge) => hedge.batch === batch);
}

/** One list for all queues that have none. */
export const NO_HEDGES: readonly TestRun[] = [];

export function isLanding(queue: Queue, batch: BatchId): boolean {
  return queue.landing?.batches.includes(batch) ?? false;
}

/** Also one that lands without a place in the line. */
export function isLandingEntry({ landing }: Queue, number: PullRequestNumber): boolean {
  return landing?.heads.some(({ pullRequest }) => pullRequest === number) ?? false;
}

/** Whether what is said after so many take-ups of a push is by whoever took it up last; versions before did not count. */
export function isOfLastTakeUp({ takeUps = 0 }: Landing, said: number | undefined): boolean {
  return said === undefined || said === takeUps;
}

/** Where an entry is, derived from what it waits for; `entry.state` only remembers what was last noted. */
export function stateOf(queue: Queue, entry: Entry): EntryState {
  if (entry.ended !== null) return entry.ended;
  if (entry.admittedAt === null) return "notReady";
  const { number } = entry.facts;
  // Whatever its own run says: what lands was tested with it.
  if (isLandingEntry(queue, number)) return "testsPassed";
  const batch = batchesByEntry(queue.line).get(number);
  if (batch !== undefined) return stateUnder(runOf(queue, batch.id));
  const part = batchesByEntry(queue.beside).get(number);
  // Its failure is settled by what the retry comes to.
  if (part !== undefined && isRetry(part) && part.isSuspect) return "pendingFailure";
  return stateUnder(part && runOf(queue, part.id));
}

/** Where the entries of a batch are by its live run, or without one. */
export function stateUnder(run: TestRun | undefined): EntryState {
  if (run === undefined) return "pending";
  const { progress } = run;
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

/** Test runs of the line that may still start: negative after concurrency was lowered below what is under way. */
export function freeSlots(queue: Queue): number {
  return queue.settings.concurrency - occupiedSlots(queue, batchesInSlotsOfLine(queue));
}

/** The same for the parts of split batches. */
export function freeSlotsBeside(queue: Queue): number {
  const { concurrency, bisectionConcurrency } = queue.settings;
  if (sharesSlots(queue)) return freeSlots(queue);
  return (bisectionConcurrency ?? concurrency) - occupiedSlots(queue, bisectedParts(queue));
}

/** The batches that `concurrency` counts. */
export function batchesInSlotsOfLine(queue: Queue): readonly Batch[] {
  const { line, beside } = queue;
  if (beside.length === 0) return line;
  return line.concat(sharesSlots(queue) ? beside : beside.filter(isRetry));
}

/** Of a batch beside the line: a single entry that failed in the line, and no part of a split batch. */
export function isRetry({ isRetried, splitFrom }: Batch): boolean {
  return isRetried && splitFrom === null;
}

/** What else is tested beside the line. */
export function bisectedParts({ beside }: Queue): readonly Batch[] {
  return beside.some(isRetry) ? beside.filter((batch) => !isRetry(batch)) : beside;
}

/** No slots of their own for the parts of split batches. */
export function sharesSlots({ settings }: Queue): boolean {
  return settings.bisectionConcurrency === 0;
}

/** Slots of the line that its own runs leave to hedges; negative when these have to give way. */
export function freeSlotsForHedges(queue: Queue): number {
  return freeSlots(queue) - queue.hedges.filter(occupiesSlot).length;
}

function occupiedSlots(queue: Queue, batches: readonly Batch[]): number {
  const runs = runsByBatch(queue);
  let occupied = 0;
  for (const { id } of batches) {
    const run = runs.get(id);
    if (run !== undefined && occupiesSlot(run)) occupied += 1;
  }
  return occupied;
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
export function admitsEntries({ state }: Queue): boolean {
  return state === "running";
}

/** Whether what waits may be given a place in the line. */
export function formsBatches({ state }: Queue): boolean {
  return state === "running" || state === "draining";
}

/** Whether what has a place may be tested. */
export function startsTests(queue: Queue): boolean {
  return effectiveState(queue) !== "paused";
}

/** Whether anything may land, be blamed or be split. */
export function concludesEntries(queue: Queue): boolean {
  return effectiveState(queue) !== "paused";
}

/** A queue that was paused stays so while it switches its mode. */
function effectiveState({ state, modeSwitch }: Queue): QueueState {
  return modeSwitch?.resume === "paused" ? "paused" : state;
}

const batchesByEntry = remembered((line: readonly Batch[]) => {
  const index = new NumberIndex<Batch>(line.reduce((sum, { entries }) => sum + entries.length, 0));
  for (const batch of line) for (const pullRequest of batch.entries) index.set(pullRequest, batch);
  return index;
});

const indexOfRuns = remembered((runs: readonly TestRun[]) => {
  const index = new NumberIndex<TestRun>(runs.length);
  for (const run of runs) index.set(run.batch, run);
  return index;
});

/** The code host merges them: nothing untested may be on the branch between two of them. */
export function landsOneByOne({ settings }: Queue): boolean {
  return settings.landing === "merge";
}

export function mergesOptimistically(queue: Queue): boolean {
  return queue.settings.canOptimisticallyMerge && !landsOneByOne(queue);
}

export type Decided = Exclude<Verdict, { readonly kind: "open" }>;

/** The runs whose checks decide by now, with the verdict on each: mostly few. */
export const verdictsOn = remembered((runs: readonly TestRun[]): ReadonlyMap<TestRun, Decided> => {
  const decided = new Map<TestRun, Decided>();
  for (const run of runs) {
    const verdict = verdictOn(run);
    if (verdict.kind !== "open") decided.set(run, verdict);
  }
  return decided;
});
