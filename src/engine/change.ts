/** Copies of a queue with one thing changed. Lists that stay the same stay the same object. */
import { type BatchId, batchId, type PullRequestNumber } from "../domain/ids.js";
import type { Reason } from "../domain/reason.js";
import type { Reasons, Step } from "./decision.js";
import { replacedEntries } from "./index/index.js";
import { entriesOf } from "./lookup.js";
import type { Batch, Entry, Queue, TestRun } from "./queue.js";

/**
 * Puts each entry in the place of the one of the same stay. During a decision the list may be changed in place, so
 * whoever asks for it hands the result back, and nobody goes on with the entries of the queue before.
 */
export function withEntries(queue: Queue, changed: readonly Entry[]): Queue {
  if (changed.length === 0) return queue;
  return { ...queue, entries: replacedEntries(queue.entries, changed) };
}

/** The entries are over: failed. */
export function withFailed(queue: Queue, pullRequests: Iterable<PullRequestNumber>): Queue {
  const failed = entriesOf(queue, pullRequests).map((entry): Entry => ({ ...entry, ended: "failed" }));
  return withEntries(queue, failed);
}

/** Puts each run, or hedge, in the place of the one with the same id. */
export function withRuns(queue: Queue, changed: readonly TestRun[]): Queue {
  if (changed.length === 0) return queue;
  return { ...queue, runs: exchanged(queue.runs, changed), hedges: exchanged(queue.hedges, changed) };
}

/** The very list where none of these is in it. */
function exchanged<Item extends TestRun | Batch>(
  all: readonly Item[],
  changed: readonly Item[],
): readonly Item[] {
  const [only] = changed;
  if (only === undefined) return all;
  if (changed.length === 1) {
    const at = all.findIndex(({ id }) => id === only.id);
    return at === -1 ? all : all.with(at, only);
  }
  const byId = new Map(changed.map((item) => [item.id, item]));
  return all.some(({ id }) => byId.has(id)) ? all.map((item) => byId.get(item.id) ?? item) : all;
}

/** Also of hedges. */
export function withoutRuns(queue: Queue, ended: readonly TestRun[]): Queue {
  if (ended.length === 0) return queue;
  const ids = new Set(ended.map(({ id }) => id));
  const others = (runs: readonly TestRun[]): readonly TestRun[] =>
    runs.some(({ id }) => ids.has(id)) ? runs.filter(({ id }) => !ids.has(id)) : runs;
  return { ...queue, runs: others(queue.runs), hedges: others(queue.hedges) };
}

/** Hedges that came to nothing end, and their batches remember it. */
export function withoutLostHedges(queue: Queue, lost: readonly TestRun[]): Queue {
  if (lost.length === 0) return queue;
  const batches = queue.line.flatMap((batch): readonly Batch[] => {
    const count = lost.filter((hedge) => hedge.batch === batch.id).length;
    return count === 0 ? [] : [{ ...batch, lostHedges: batch.lostHedges + count }];
  });
  return withoutRuns(withBatches(queue, batches), lost);
}

/** The same reason for each. */
export function sharedReason(pullRequests: readonly PullRequestNumber[], reason: Reason): Reasons {
  return sharedReasons([[pullRequests, reason]]);
}

/** For each of a group the same reason. */
export function sharedReasons(
  groups: readonly (readonly [group: readonly PullRequestNumber[], reason: Reason])[],
): Reasons {
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const [group, reason] of groups) for (const pullRequest of group) reasons.set(pullRequest, reason);
  return reasons;
}

/** Puts each batch, in the line or beside it, in the place of the one with the same id. */
export function withBatches(queue: Queue, changed: readonly Batch[]): Queue {
  return { ...queue, line: exchanged(queue.line, changed), beside: exchanged(queue.beside, changed) };
}

/** Puts others in the place of batches, in the line or beside it; none takes it away. */
export function withBatchesInstead(queue: Queue, instead: ReadonlyMap<BatchId, readonly Batch[]>): Queue {
  const exchanged = (batches: readonly Batch[]): readonly Batch[] =>
    batches.some(({ id }) => instead.has(id))
      ? batches.flatMap((batch) => instead.get(batch.id) ?? [batch])
      : batches;
  return { ...queue, line: exchanged(queue.line), beside: exchanged(queue.beside) };
}

/** Takes batches away, from the line or beside it, and puts others behind those that are beside it. */
export function withBatchesBeside(queue: Queue, gone: readonly BatchId[], added: readonly Batch[]): Queue {
  const left = withBatchesInstead(queue, new Map(gone.map((id) => [id, []])));
  return { ...left, beside: [...left.beside, ...added] };
}

/**
 * Takes batches in two halves, each of which is tested alone beside the line, to find out whom something is about. One of
 * a single entry goes beside the line as it is. Wherever they are, the others go on without them.
 */
export function inHalves(
  queue: Queue,
  batches: readonly Batch[],
  /** Whether each is known to hold a culprit. */
  isProven: boolean,
): Required<Pick<Step, "queue" | "endedRuns">> {
  const gone = batches.map(({ id }) => id);
  const halves = batches.flatMap((batch, index) => halvesOf(batch, queue.nextNumber + 2 * index, isProven));
  const endedRuns = queue.runs.filter(({ batch }) => gone.includes(batch));
  const nextNumber = queue.nextNumber + 2 * batches.length;
  return {
    queue: withoutRuns({ ...withBatchesBeside(queue, gone, halves), nextNumber }, endedRuns),
    endedRuns,
  };
}

function halvesOf({ id, entries }: Batch, number: number, isProven: boolean): readonly Batch[] {
  const middle = Math.ceil(entries.length / 2);
  const splitFrom = isProven ? id : null;
  return [entries.slice(0, middle), entries.slice(middle)].flatMap((half, index) =>
    half.length === 0 ? [] : [newBatch(number + index, half, splitFrom)],
  );
}

/** A batch that was not tested yet, under the queue's number given. */
export function newBatch(
  number: number,
  entries: readonly PullRequestNumber[],
  splitFrom: BatchId | null = null,
): Batch {
  const id = batchId(number);
  return { id, entries, interruptions: 0, lostHedges: 0, isRetried: false, isSuspect: false, splitFrom };
}
