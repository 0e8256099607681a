/**
 * The lanes of the line: for each batch, everybody ahead that it depends on, directly or through others. Nothing of
 * this is stored: the order of the line and the impacted targets of its entries tell it.
 */
import type { BatchId } from "../domain/ids.js";
import type { QueueMode, QueueSettings } from "../domain/queue-settings.js";
import { indexOf, inOrder, type Mark, markOf, PlaceSet, replannedSince, TargetGraph } from "./index/index.js";
import { batchOf } from "./lookup.js";
import { type Touched, touchedBy } from "./overlap.js";
import type { Batch, Queue } from "./queue.js";

/** For each place of the line, front to back, the places of its predecessors. */
export type Lanes = readonly PlaceSet[];

/** What a batch touches: that of all its entries. */
export function touchedByBatch(queue: Queue, { entries }: Batch): readonly Touched[] {
  const { byNumber } = indexOf(queue.entries);
  return entries.flatMap((pullRequest) => {
    const entry = byNumber.get(pullRequest);
    return entry === undefined ? [] : touchedBy(queue.settings.mode, entry);
  });
}

/** Of each queue the newest lanes, by what stays the same object from decision to decision. */
const known = new WeakMap<QueueSettings, LaneGraph>();

interface LaneGraph {
  readonly graph: TargetGraph<BatchId>;
  readonly lanes: Lanes;
  readonly read: LineRead;
}

/** A line as it was read last: what its batches touched, and how far the entries had come. */
interface LineRead {
  readonly mode: QueueMode;
  readonly line: readonly Batch[];
  readonly touched: readonly (readonly Touched[])[];
  readonly mark: Mark;
}

export function lanesOf(queue: Queue): Lanes {
  return queue.settings.mode === "single" ? oneLane(queue.line.length) : lanesByTargets(queue);
}

/** Nobody's targets matter where everybody depends on all ahead. */
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

/** Most steps change nobody's targets, and no place. */
function isAsRead({ line, settings, entries }: Queue, read: LineRead): boolean {
  return (
    line === read.line && settings.mode === read.mode && replannedSince(read.mark, entries)?.length === 0
  );
}

/** Of the batches that were in the line before, only those with an entry that was changed since are looked at again. */
function touchedByLine(queue: Queue, before: LineRead | undefined): readonly (readonly Touched[])[] {
  const changed = before?.mode === queue.settings.mode ? replannedSince(before.mark, queue.entries) : null;
  if (before === undefined || changed === null)
    return queue.line.map((batch) => touchedByBatch(queue, batch));
  const touchedBefore = inOrder(before.line, before.touched);
  const changedBatches = new Set(changed.map((number) => batchOf(queue, number)));
  return queue.line.map((batch) => {
    const touched = changedBatches.has(batch) ? undefined : touchedBefore(batch);
    return touched ?? touchedByBatch(queue, batch);
  });
}

/** Whether anybody with a place in the line shares one of these with it. */
export function meetsLine(queue: Queue, touched: readonly Touched[]): boolean {
  if (queue.settings.mode === "single") return queue.line.length > 0 && touched.length > 0;
  lanesByTargets(queue);
  return known.get(queue.settings)?.graph.meets(touched) === true;
}

/** The queue goes on with other settings. */
export function handLanesOver(from: QueueSettings, to: QueueSettings): void {
  const lane = known.get(from);
  known.delete(from);
  if (lane !== undefined) known.set(to, lane);
}

/** Goes on from the lanes of those in front. */
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
