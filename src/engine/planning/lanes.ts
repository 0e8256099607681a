/**
 * The lanes of the line: for each batch, its predecessors, direct and indirect. Lanes are not stored but derived from
 * the order of the line and the impacted targets of its entries.
 */
import type { BatchId } from "../../domain/ids.js";
import type { QueueMode, QueueSettings } from "../../domain/queue-settings.js";
import {
  indexOf,
  lookUpInOrder,
  type Mark,
  markOf,
  PlaceSet,
  replannedSince,
  TargetGraph,
} from "../index/queue-index.js";
import { batchOf } from "../model/lookup.js";
import type { Batch, Queue } from "../model/queue.js";
import { type Touched, touchedBy } from "./overlap.js";

/** The predecessors of each place in the line, front to back. */
export type Lanes = readonly PlaceSet[];

/** The targets of all entries of a batch. */
export function touchedByBatch(queue: Queue, { entries }: Batch): readonly Touched[] {
  const { byNumber } = indexOf(queue.entries);
  return entries.flatMap((pullRequest) => {
    const entry = byNumber.get(pullRequest);
    return entry === undefined ? [] : touchedBy(queue.settings.mode, entry);
  });
}

/** The newest lanes per queue, keyed by its settings: that object is the same from decision to decision. */
const known = new WeakMap<QueueSettings, LaneGraph>();

interface LaneGraph {
  readonly graph: TargetGraph<BatchId>;
  readonly lanes: Lanes;
  readonly read: LineRead;
}

/** The input of the cached lanes: the line, the targets of its batches, and a mark in the list of entries. */
interface LineRead {
  readonly mode: QueueMode;
  readonly line: readonly Batch[];
  readonly touched: readonly (readonly Touched[])[];
  readonly mark: Mark;
}

export function lanesOf(queue: Queue): Lanes {
  return queue.settings.mode === "single" ? oneLane(queue.line.length) : lanesByTargets(queue);
}

/** In single mode each batch depends on all batches ahead of it, even without common targets. */
function oneLane(length: number): Lanes {
  if (longestLane.length < length) {
    const behindOneAnother = Array.from({ length: 2 * length }, (_, place) =>
      place === 0 ? [] : [place - 1],
    );
    longestLane = closed([], behindOneAnother);
  }
  return longestLane.slice(0, length);
}

let longestLane: Lanes = [];

function lanesByTargets(queue: Queue): Lanes {
  const before = known.get(queue.settings);
  if (before !== undefined && isAsRead(queue, before.read)) return before.lanes;
  const { line } = queue;
  const touched = touchedByLine(queue, before?.read);
  const graph = before?.graph ?? new TargetGraph<BatchId>();
  const first = graph.follow(
    line.map(({ id }) => id),
    touched,
  );
  const unchanged = before?.lanes ?? [];
  const lanes = first === null ? unchanged : closed(unchanged.slice(0, first), graph.nextAhead(first));
  const read = { mode: queue.settings.mode, line, touched, mark: markOf(queue.entries) };
  known.set(queue.settings, { graph, lanes, read });
  return lanes;
}

/** Most steps change neither the line nor any targets. */
function isAsRead({ line, settings, entries }: Queue, read: LineRead): boolean {
  return (
    line === read.line && settings.mode === read.mode && replannedSince(read.mark, entries)?.length === 0
  );
}

/** Reuses the targets of batches whose entries did not change since. */
function touchedByLine(queue: Queue, before: LineRead | undefined): readonly (readonly Touched[])[] {
  const changed = before?.mode === queue.settings.mode ? replannedSince(before.mark, queue.entries) : null;
  if (before === undefined || changed === null)
    return queue.line.map((batch) => touchedByBatch(queue, batch));
  const touchedBefore = lookUpInOrder(before.line, before.touched);
  const changedBatches = new Set(changed.map((number) => batchOf(queue, number)));
  return queue.line.map((batch) => {
    const touched = changedBatches.has(batch) ? undefined : touchedBefore(batch);
    return touched ?? touchedByBatch(queue, batch);
  });
}

/** Whether a batch in the line shares one of these targets. */
export function meetsLine(queue: Queue, touched: readonly Touched[]): boolean {
  if (queue.settings.mode === "single") return queue.line.length > 0 && touched.length > 0;
  lanesByTargets(queue);
  return known.get(queue.settings)?.graph.meets(touched) === true;
}

/** Moves the cached lanes to changed settings. */
export function handLanesOver(from: QueueSettings, to: QueueSettings): void {
  const lane = known.get(from);
  known.delete(from);
  if (lane !== undefined) known.set(to, lane);
}

/** Extends the lanes of the first places: predecessors are the next ones ahead, and theirs. */
function closed(inFront: Lanes, nextAhead: readonly (readonly number[])[]): Lanes {
  const lanes = [...inFront];
  for (const lane of PlaceSet.growing(inFront.length, nextAhead.length)) {
    for (const ahead of nextAhead[lanes.length - inFront.length] ?? []) {
      lane.add(ahead);
      const further = lanes[ahead];
      if (further !== undefined) lane.addAll(further);
    }
    lanes.push(lane);
  }
  return lanes;
}
