/** The live runs as a graph: each run a node, with edges to what it is tested on, lane by lane, and time to the right. */
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import { isRetry } from "../../../engine/model/lookup.js";
import type { Queue, TestRun } from "../../../engine/model/queue.js";
import { leftToLand } from "../../../engine/planning/tested-heads.js";
import { lanesByEntry } from "./lanes-by-entry.js";
import { aheadIn } from "./place-of.js";
import { type RunState, runView } from "./run-view.js";

/** More rows are no picture any more; the table has all of them. */
export const MOST_NODES = 40;

/** Beside the line; an alternate is tested in case a predecessor has another outcome. */
export type SideTrack = "retry" | "bisection" | "alternate";

export interface GraphNode {
  readonly id: TestRunId;
  readonly row: number;
  /** As in the table. */
  readonly lane: string;
  /** The pull requests under test; a click opens the first. */
  readonly pullRequests: readonly PullRequestNumber[];
  readonly state: RunState;
  readonly startedAt: number;
  /** The pull requests that it is tested on, front to back. */
  readonly ahead: readonly PullRequestNumber[];
  /**
   * The rows of the runs that it is tested on, without runs that one of these is tested on; empty: the branch itself. Not a
   * run that contains more, as the one that an alternate for the failure of #1 differs from.
   */
  readonly on: readonly number[];
  /** null: in the line. */
  readonly side: SideTrack | null;
  /** Ids of this run and of all that it builds on, for highlighting. */
  readonly path: readonly TestRunId[];
  /** The vertical line, from 0, on which it and the edges to what is tested on it are. */
  readonly track: number;
}

export interface GraphView {
  readonly nodes: readonly GraphNode[];
  readonly tracks: number;
  readonly hidden: number;
  readonly from: number;
  readonly to: number;
}

export function graphView(
  queue: Queue,
  now: number,
  testBranchPrefix: string,
  withAlternates = false,
): GraphView {
  const sideOf = sidesOf(queue);
  const alternates = new Set(withAlternates ? queue.hedges : []);
  const laneOf = lanesByEntry(queue);
  const all = inOrder(queue, [...queue.runs, ...alternates], laneOf);
  const shown = placed(all, new Map(queue.runs.flatMap((run) => run.own.map((own) => [own, run] as const))));
  const { tracks, count } = tracksOf(shown.map(({ on }) => on));
  const nodes = shown.map(({ run, ahead, on, path }, row): GraphNode => {
    return {
      ...{ id: run.id, row, ahead, on, path, pullRequests: run.own },
      lane: laneOfRun(run, laneOf),
      state: runView(run, null, testBranchPrefix).state,
      // `startedAt` moves to the first report of a check, from which the time limit counts.
      startedAt: Math.min(run.createdAt, now),
      side: alternates.has(run) ? "alternate" : (sideOf.get(run.batch) ?? null),
      track: tracks[row] ?? 0,
    };
  });
  const from = nodes.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), now - 60_000);
  return { nodes, tracks: count, hidden: all.length - nodes.length, from, to: now };
}

type LaneOf = (number: PullRequestNumber) => string;

function laneOfRun({ own: [first] }: TestRun, laneOf: LaneOf): string {
  return first === undefined ? "" : laneOf(first);
}

function sidesOf(queue: Queue) {
  return new Map(queue.beside.map((batch) => [batch.id, isRetry(batch) ? "retry" : "bisection"] as const));
}

/** Lanes as in the table, each front to back, an alternate behind what it replaces. */
function inOrder(queue: Queue, runs: readonly TestRun[], laneOf: LaneOf): readonly TestRun[] {
  const batches = [...queue.line, ...queue.beside];
  const order = new Map(batches.map(({ id }, index) => [id, index]));
  const lanes = new Map<string, number>();
  for (const { entries } of batches) {
    for (const number of entries.slice(0, 1)) {
      const lane = laneOf(number);
      if (!lanes.has(lane)) lanes.set(lane, lanes.size);
    }
  }
  const laneAt = (run: TestRun) => lanes.get(laneOfRun(run, laneOf)) ?? lanes.size;
  const placeOf = ({ batch }: TestRun) => order.get(batch) ?? -1;
  return runs.toSorted((one, other) => laneAt(one) - laneAt(other) || placeOf(one) - placeOf(other));
}

interface Placed extends Pick<GraphNode, "ahead" | "on" | "path"> {
  readonly run: TestRun;
}

/** Each run behind what it is tested on: a line that was reordered keeps runs of the order before. */
function placed(runs: readonly TestRun[], runOf: ReadonlyMap<PullRequestNumber, TestRun>): readonly Placed[] {
  const rows: Placed[] = [];
  const rowOf = new Map<TestRun, number>();
  const entered = new Set<TestRun>();
  const place = (run: TestRun): void => {
    if (entered.has(run) || rows.length >= MOST_NODES) return;
    entered.add(run);
    const contained = new Set(run.contains.map(({ pullRequest }) => pullRequest));
    const ahead = aheadIn(run);
    const bases = new Set(
      ahead
        .flatMap((number) => runOf.get(number) ?? [])
        .filter((base) => leftToLand(base).every(({ pullRequest }) => contained.has(pullRequest))),
    );
    for (const base of bases) place(base);
    if (rows.length >= MOST_NODES) return;
    const known = [...bases].flatMap((base) => rowOf.get(base) ?? []);
    const pathOf = (row: number) => rows[row]?.path ?? [];
    const on = known.filter(
      (row) => !known.some((other) => other !== row && pathOf(other).includes(rows[row]?.run.id ?? run.id)),
    );
    rowOf.set(run, rows.length);
    rows.push({ run, ahead, on, path: [...new Set([...on.flatMap(pathOf), run.id])] });
  };
  for (const run of runs) place(run);
  return rows;
}

/** The branch, above the first row. */
const BRANCH = -1;

export interface Tracks {
  /** From 0, which the branch begins on, by row. */
  readonly tracks: readonly number[];
  readonly count: number;
}

/**
 * Each node has a vertical line for its edges, which no edge of another node shares meanwhile. `on`: for each row, the
 * earlier rows that its edges come from; none: the branch.
 */
export function tracksOf(on: readonly (readonly number[])[]): Tracks {
  const lastOf = new Map<number, number>();
  const from = on.map((rows) => (rows.length === 0 ? [BRANCH] : rows));
  for (const [row, bases] of from.entries()) for (const base of bases) lastOf.set(base, row);
  /** For each track, the last row that it is in use at. */
  const usedTo = [lastOf.get(BRANCH) ?? BRANCH];
  const tracks: number[] = [];
  for (const [row, bases] of from.entries()) {
    const ending = bases
      .filter((base) => lastOf.get(base) === row)
      .map((base) => (base === BRANCH ? 0 : (tracks[base] ?? 0)));
    const free = usedTo.findIndex((last) => last < row);
    // The last run on another goes straight on; otherwise the leftmost free track.
    const track = ending.length > 0 ? Math.min(...ending) : free === -1 ? usedTo.length : free;
    usedTo[track] = lastOf.get(row) ?? row;
    tracks.push(track);
  }
  return { tracks, count: usedTo.length };
}
