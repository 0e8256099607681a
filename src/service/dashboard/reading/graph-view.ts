/** The live runs as a graph: each run a node, with an edge to what it is tested on, and time to the right. */
import { isRetry } from "../../../engine/model/lookup.js";
import type { Queue } from "../../../engine/model/queue.js";
import { aheadIn } from "./place-of.js";
import { type RunState, runView } from "./run-view.js";

/** More rows are no picture any more; the table has all of them. */
export const MOST_NODES = 40;

/** Beside the line; an alternate is tested in case a predecessor has another outcome. */
export type SideTrack = "retry" | "bisection" | "alternate";

export interface GraphNode {
  readonly id: string;
  readonly row: number;
  readonly label: string;
  /** The pull request that a click opens. */
  readonly pullRequest: number;
  readonly state: RunState;
  readonly startedAt: number;
  /** The row of the run that it is tested on; null: the branch itself. */
  readonly on: number | null;
  /** null: in the line. */
  readonly side: SideTrack | null;
  /** Ids of this run and those that it builds on, for highlighting. */
  readonly path: readonly string[];
}

export interface GraphView {
  readonly nodes: readonly GraphNode[];
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
  const order = new Map([...queue.line, ...queue.beside].map(({ id }, index) => [id, index]));
  const inLine = queue.runs.toSorted(
    (one, other) => (order.get(one.batch) ?? 0) - (order.get(other.batch) ?? 0),
  );
  const beside = new Map(
    queue.beside.map((batch) => [batch.id, isRetry(batch) ? "retry" : "bisection"] as const),
  );
  const alternates = new Set(withAlternates ? queue.hedges : []);
  const runs = [...inLine, ...alternates];
  const shown = runs.slice(0, MOST_NODES);
  const rowOfTail = new Map(
    shown.flatMap((run, row) => (alternates.has(run) ? [] : [[run.own.at(-1), row] as const])),
  );
  const nodes: GraphNode[] = [];
  for (const [row, run] of shown.entries()) {
    const on = rowOfTail.get(aheadIn(run).at(-1)) ?? null;
    const base = on === null ? undefined : nodes[on];
    const { state } = runView(run, null, testBranchPrefix);
    nodes.push({
      ...{ id: run.id, row, state, on: base === undefined ? null : on },
      label: run.own.map((number) => `#${number}`).join(" "),
      pullRequest: run.own[0] ?? 0,
      // `startedAt` moves to the first report of a check, from which the time limit counts.
      startedAt: Math.min(run.createdAt, now),
      side: alternates.has(run) ? "alternate" : (beside.get(run.batch) ?? null),
      path: [...(base?.path ?? []), run.id],
    });
  }
  const from = nodes.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), now - 60_000);
  return { nodes, hidden: runs.length - shown.length, from, to: now };
}
