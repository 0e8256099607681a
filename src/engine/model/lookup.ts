/**
 * Look-ups that rules use. The line and its runs are indexed once per list, because these lists never change in place;
 * the index of the entries is updated with them.
 */
import { assertNever } from "../../domain/assert-never.js";
import { type Verdict, verdictOn } from "../../domain/check-verdict.js";
import type { BatchId, CommitId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import { indexOf, NumberIndex, remembered } from "../index/queue-index.js";
import type { Batch, Entry, EntryState, Landing, Queue, QueueState, TestRun } from "./queue.js";
import { healthOf, isPausedByItself, type TipTest } from "./target-health.js";

/** The entry of a pull request, unless it has ended. */
export function liveEntry(queue: Queue, pullRequest: PullRequestNumber): Entry | undefined {
  const entry = indexOf(queue.entries).byNumber.get(pullRequest);
  return entry?.ended === null ? entry : undefined;
}

/** The entries of pull requests in the given order, including entries that ended in this decision. */
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

/** The batch of a pull request, in the line or beside it. */
export function batchOf(queue: Queue, pullRequest: PullRequestNumber): Batch | undefined {
  return batchesByEntry(queue.line).get(pullRequest) ?? batchesByEntry(queue.beside).get(pullRequest);
}

/** All batches, those in the line first. */
export function allBatches({ line, beside }: Queue): readonly Batch[] {
  return beside.length === 0 ? line : [...line, ...beside];
}

/** Whether this batch object is in the list, which is `line` or `beside`. */
export function hasBatch(batches: readonly Batch[], batch: Batch): boolean {
  const first = batch.entries[0];
  return first !== undefined && batchesByEntry(batches).get(first) === batch;
}

export function runOf(queue: Queue, batch: BatchId): TestRun | undefined {
  return runsByBatch(queue).get(batch);
}

/** For loops over batches, where `runOf` would search for the index each time. */
export function runsByBatch({ runs }: Queue): NumberIndex<TestRun> {
  return indexOfRuns(runs);
}

/** A run or a hedge by its id. */
export function findRun({ runs, hedges }: Queue, run: TestRunId): TestRun | undefined {
  return runs.find(({ id }) => id === run) ?? hedges.find(({ id }) => id === run);
}

/** All runs, hedges last. */
export function allRuns({ runs, hedges }: Queue): readonly TestRun[] {
  return hedges.length === 0 ? runs : [...runs, ...hedges];
}

/** A test run whose checks are read: of entries, or of the tip alone. */
export type ObservedRun = Pick<
  TestRun,
  "id" | "createdAt" | "requiredStatuses" | "requiredStatusesSource" | "checks" | "trouble"
> & {
  readonly commit: CommitId | undefined;
  readonly own: readonly PullRequestNumber[];
  readonly isRunning: boolean;
};

/** Any live run by its id, also the tip test. */
export function findObserved(queue: Queue, id: TestRunId): ObservedRun | undefined {
  const run = findRun(queue, id);
  if (run !== undefined) return observedRun(run);
  const { test } = healthOf(queue);
  return test?.id === id ? observedTip(test) : undefined;
}

/** All live runs, the tip test last. */
export function observedRuns(queue: Queue): readonly ObservedRun[] {
  const { test } = healthOf(queue);
  const runs = allRuns(queue).map(observedRun);
  return test === null ? runs : [...runs, observedTip(test)];
}

function observedRun(run: TestRun): ObservedRun {
  return { ...run, commit: run.commits.at(-1), isRunning: run.progress.kind === "running" };
}

function observedTip(test: TipTest): ObservedRun {
  return { ...test, own: NOBODY, isRunning: test.startedAt !== null };
}

const NOBODY: readonly PullRequestNumber[] = [];

export function isHedge({ hedges }: Queue, { id }: TestRun): boolean {
  return hedges.some((hedge) => hedge.id === id);
}

export function hedgesOf({ hedges }: Queue, batch: BatchId): readonly TestRun[] {
  return hedges.length === 0 ? NO_HEDGES : hedges.filter((hedge) => hedge.batch === batch);
}

/** Shared by all queues without hedges. */
export const NO_HEDGES: readonly TestRun[] = [];

export function isLanding(queue: Queue, batch: BatchId): boolean {
  return queue.landing?.batches.includes(batch) ?? false;
}

/** The live runs whose tested commits are in what a landing pushes: its own run, and runs of its predecessors. */
export function runsInLanding(queue: Queue, { run, proof }: Landing): readonly TestRun[] {
  if (proof.kind !== "tested" || landsOneByOne(queue)) return [];
  const pushed = new Set(findRun(queue, run)?.commits);
  return allRuns(queue).filter(({ commits }) => {
    const tested = commits.at(-1);
    return tested !== undefined && pushed.has(tested);
  });
}

/** Also true for a direct merge, which has no place in the line. */
export function isLandingEntry({ landing }: Queue, number: PullRequestNumber): boolean {
  return landing?.heads.some(({ pullRequest }) => pullRequest === number) ?? false;
}

/** Whether a report on a push is from the replica that took it over last; earlier versions did not count takeovers. */
export function isOfLastTakeUp({ takeUps = 0 }: Landing, said: number | undefined): boolean {
  return said === undefined || said === takeUps;
}

/** The state of an entry, derived; `entry.state` is only the state that the timeline noted last. */
export function stateOf(queue: Queue, entry: Entry): EntryState {
  if (entry.ended !== null) return entry.ended;
  if (entry.admittedAt === null) return "notReady";
  const { number } = entry.facts;
  // Even if its own run has not passed: the landing run contains it.
  if (isLandingEntry(queue, number)) return "testsPassed";
  const batch = batchesByEntry(queue.line).get(number);
  if (batch !== undefined) return stateUnder(runOf(queue, batch.id));
  const part = batchesByEntry(queue.beside).get(number);
  // The failure is pending until the retry has a verdict.
  if (part !== undefined && isRetry(part) && part.isSuspect) return "pendingFailure";
  return stateUnder(part && runOf(queue, part.id));
}

/** The state of a batch's entries, by its live run. */
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

/** Free test slots of the line; negative after `concurrency` was lowered below the number of active runs. */
export function freeSlots(queue: Queue): number {
  return queue.settings.concurrency - occupiedSlots(queue, batchesInSlotsOfLine(queue));
}

/** Free test slots for bisection. */
export function freeSlotsBeside(queue: Queue): number {
  const { concurrency, bisectionConcurrency } = queue.settings;
  if (sharesSlots(queue)) return freeSlots(queue);
  return (bisectionConcurrency ?? concurrency) - occupiedSlots(queue, bisectedParts(queue));
}

/** The batches whose runs count towards `concurrency`. */
export function batchesInSlotsOfLine(queue: Queue): readonly Batch[] {
  const { line, beside } = queue;
  if (beside.length === 0) return line;
  return line.concat(sharesSlots(queue) ? beside : beside.filter(isRetry));
}

/** Of a batch beside the line: whether it is the retry of a failed single entry, not a part of a split batch. */
export function isRetry({ isRetried, splitFrom }: Batch): boolean {
  return isRetried && splitFrom === null;
}

/** The batches beside the line that are not retries: parts of split batches. */
export function bisectedParts({ beside }: Queue): readonly Batch[] {
  return beside.some(isRetry) ? beside.filter((batch) => !isRetry(batch)) : beside;
}

/** Whether bisection uses the slots of the line. */
export function sharesSlots({ settings }: Queue): boolean {
  return settings.bisectionConcurrency === 0;
}

/** Free slots of the line after its own runs and the hedges; negative if hedges have to end. */
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

/** A paused queue admits, starts, lands and settles nothing; a draining one finishes what it has admitted. */
export function admitsEntries({ state }: Queue): boolean {
  return state === "running";
}

/** Whether waiting entries may take places in the line. */
export function formsBatches({ state }: Queue): boolean {
  return state === "running" || state === "draining";
}

/** Whether batches may be tested. */
export function startsTests(queue: Queue): boolean {
  return effectiveState(queue) !== "paused";
}

/** Whether entries may fail, and batches may be split. */
export function concludesEntries(queue: Queue): boolean {
  return effectiveState(queue) !== "paused";
}

/** Whether passed batches may land. They may if the queue paused by itself: one of them may be the repair. */
export function landsBatches(queue: Queue): boolean {
  return concludesEntries(queue) || isPausedByItself(queue);
}

/** Whether the tip may be tested alone: not if a person paused the queue, nor if nothing waits for the result. */
export function mayTestTip(queue: Queue): boolean {
  if (queue.settings.pauseOnRedTarget !== true || !landsBatches(queue)) return false;
  return queue.entries.length > indexOf(queue.entries).ended.size;
}

/** A queue that was paused remains paused while it switches its mode. */
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

/** The code host merges one pull request at a time: each intermediate tip must have been tested. */
export function landsOneByOne({ settings }: Queue): boolean {
  return settings.landing === "merge";
}

export function mergesOptimistically(queue: Queue): boolean {
  return queue.settings.canOptimisticallyMerge && !landsOneByOne(queue);
}

export type Decided = Exclude<Verdict, { readonly kind: "open" }>;

/** The runs whose checks are decisive, with their verdicts; usually few. */
export const verdictsOn = remembered((runs: readonly TestRun[]): ReadonlyMap<TestRun, Decided> => {
  const decided = new Map<TestRun, Decided>();
  for (const run of runs) {
    const verdict = verdictOn(run);
    if (verdict.kind !== "open") decided.set(run, verdict);
  }
  return decided;
});
