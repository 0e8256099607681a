/** Copies of a queue with one change. Unchanged lists keep their identity. */
import { type BatchId, batchId, type PullRequestNumber } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import { replacedEntries } from "../index/queue-index.js";
import type { Reasons, Step } from "./decision.js";
import { allBatches, entriesOf } from "./lookup.js";
import type { Batch, Entry, Queue, TestRun } from "./queue.js";
import { healthOf, type TargetHealth } from "./target-health.js";

/**
 * Replaces entries by sequence. During a decision the list may be changed in place, so callers continue with the
 * result and no longer read the entries of the earlier queue.
 */
export function withEntries(queue: Queue, changed: readonly Entry[]): Queue {
  if (changed.length === 0) return queue;
  return { ...queue, entries: replacedEntries(queue.entries, changed) };
}

/** Ends the entries as failed. */
export function withFailed(queue: Queue, pullRequests: Iterable<PullRequestNumber>): Queue {
  const failed = entriesOf(queue, pullRequests).map((entry): Entry => ({ ...entry, ended: "failed" }));
  return withEntries(queue, failed);
}

export function withHealth(queue: Queue, changed: Partial<TargetHealth>): Queue {
  return { ...queue, health: { ...healthOf(queue), ...changed } };
}

/** Replaces runs and hedges by id. */
export function withRuns(queue: Queue, changed: readonly TestRun[]): Queue {
  if (changed.length === 0) return queue;
  return { ...queue, runs: exchanged(queue.runs, changed), hedges: exchanged(queue.hedges, changed) };
}

/** Returns the same list if it contains none of the changed items. */
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

/** Removes runs and hedges. */
export function withoutRuns(queue: Queue, ended: readonly TestRun[]): Queue {
  if (ended.length === 0) return queue;
  const ids = new Set(ended.map(({ id }) => id));
  const others = (runs: readonly TestRun[]): readonly TestRun[] =>
    runs.some(({ id }) => ids.has(id)) ? runs.filter(({ id }) => !ids.has(id)) : runs;
  return { ...queue, runs: others(queue.runs), hedges: others(queue.hedges) };
}

/** Ends hedges that got no verdict and counts them for their batches. */
export function withoutLostHedges(queue: Queue, lost: readonly TestRun[]): Queue {
  if (lost.length === 0) return queue;
  const batches = queue.line.flatMap((batch): readonly Batch[] => {
    const count = lost.filter((hedge) => hedge.batch === batch.id).length;
    return count === 0 ? [] : [{ ...batch, lostHedges: batch.lostHedges + count }];
  });
  return withoutRuns(withBatches(queue, batches), lost);
}

/** One reason for all of them. */
export function sharedReason(pullRequests: readonly PullRequestNumber[], reason: Reason): Reasons {
  return sharedReasons([[pullRequests, reason]]);
}

/** One reason per group. */
export function sharedReasons(
  groups: readonly (readonly [group: readonly PullRequestNumber[], reason: Reason])[],
): Reasons {
  const reasons = new Map<PullRequestNumber, Reason>();
  for (const [group, reason] of groups) for (const pullRequest of group) reasons.set(pullRequest, reason);
  return reasons;
}

/** Replaces batches by id, in the line and beside it. */
export function withBatches(queue: Queue, changed: readonly Batch[]): Queue {
  return { ...queue, line: exchanged(queue.line, changed), beside: exchanged(queue.beside, changed) };
}

/** Replaces batches by any number of others, in the line and beside it. */
export function withBatchesInstead(queue: Queue, instead: ReadonlyMap<BatchId, readonly Batch[]>): Queue {
  const exchanged = (batches: readonly Batch[]): readonly Batch[] =>
    batches.some(({ id }) => instead.has(id))
      ? batches.flatMap((batch) => instead.get(batch.id) ?? [batch])
      : batches;
  return { ...queue, line: exchanged(queue.line), beside: exchanged(queue.beside) };
}

/** Removes entries from their batches, and batches that become empty with their runs. */
export function withoutPlaces(
  queue: Queue,
  gone: Pick<ReadonlySet<PullRequestNumber>, "has" | "size">,
): Required<Pick<Step, "queue" | "endedRuns">> {
  const isGone = (entry: PullRequestNumber): boolean => gone.has(entry);
  const holdsOne = ({ entries }: Batch): boolean => entries.some(isGone);
  if (gone.size === 0 || !allBatches(queue).some(holdsOne)) return { queue, endedRuns: [] };
  const shrunk = (batches: readonly Batch[]): readonly Batch[] =>
    batches.some(holdsOne)
      ? batches
          .map((batch) =>
            holdsOne(batch) ? { ...batch, entries: batch.entries.filter((entry) => !isGone(entry)) } : batch,
          )
          .filter(({ entries }) => entries.length > 0)
      : batches;
  const left: Queue = { ...queue, line: shrunk(queue.line), beside: shrunk(queue.beside) };
  const batches = new Set(allBatches(left).map(({ id }) => id));
  const endedRuns = queue.runs.filter(({ batch }) => !batches.has(batch));
  return { queue: withoutRuns(left, endedRuns), endedRuns };
}

/** Removes batches from the line and beside it, and appends others beside the line. */
export function withBatchesBeside(queue: Queue, gone: readonly BatchId[], added: readonly Batch[]): Queue {
  const left = withBatchesInstead(queue, new Map(gone.map((id) => [id, []])));
  return { ...left, beside: [...left.beside, ...added] };
}

/**
 * Bisects batches: each half is tested alone beside the line to find the culprit. A batch of one entry moves beside
 * the line as it is.
 */
export function inHalves(
  queue: Queue,
  batches: readonly Batch[],
  /** Whether each batch is known to contain a culprit. */
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

/** An untested batch with the given number as its id. */
export function newBatch(
  number: number,
  entries: readonly PullRequestNumber[],
  splitFrom: BatchId | null = null,
): Batch {
  const id = batchId(number);
  return { id, entries, interruptions: 0, lostHedges: 0, isRetried: false, isSuspect: false, splitFrom };
}
