/** The graph of runs: its rows by lane, what each run is tested on, and edges that no one mistakes for one another. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type PullRequestNumber, testRunId } from "../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../src/domain/queue-settings.js";
import type { Queue, TestRun } from "../../../../src/engine/model/queue.js";
import { leftToLand } from "../../../../src/engine/planning/tested-heads.js";
import { Addresses } from "../../../../src/service/dashboard/addresses.js";
import { htmlOf } from "../../../../src/service/dashboard/pages/queue-page.js";
import {
  type GraphNode,
  type GraphView,
  graphView,
  MOST_NODES,
  tracksOf,
} from "../../../../src/service/dashboard/reading/graph-view.js";
import { RunGraph } from "../../../../src/service/dashboard/views/run-graph.js";
import { MAIN } from "../../../support/api-world.js";
import { after, aQueue, failed, submitted, touching } from "../../../support/queue-builder.js";
import { bySize } from "../../../support/test-size.js";

const PARALLEL = { mode: "parallel", concurrency: 12 } as const;

interface Edge {
  readonly run: string;
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** What the picture shows: the ends of each edge, and the dots. */
function drawn(graph: GraphView) {
  const assets = { version: "1", find: () => undefined };
  const frame = { addresses: new Addresses(null), assets, reader: null, now: graph.to, path: "/" };
  const html = htmlOf(RunGraph({ frame, name: MAIN, graph }) ?? "");
  const edges = [...html.matchAll(/<path class="edge[^"]*" data-run="([^"]*)" d="([^"]*)"/g)].map(
    ([, run = "", d = ""]): Edge => {
      const [, fromX, fromY] = /^M ([\d.]+) ([\d.]+)/.exec(d)?.map(Number) ?? [];
      const [, toY] = (/ Q [\d.]+ ([\d.]+)/.exec(d) ?? / V ([\d.]+)$/.exec(d))?.map(Number) ?? [];
      const toX = Number(/ H ([\d.]+)$/.exec(d)?.[1] ?? fromX);
      return { run, fromX: fromX ?? NaN, fromY: fromY ?? NaN, toX, toY: toY ?? NaN };
    },
  );
  const dots = [...html.matchAll(/<circle class="dot[^"]*"[^>]*? cx="([\d.]+)" cy="([\d.]+)"/g)].map(
    ([, x, y]) => ({ x: Number(x), y: Number(y) }),
  );
  const width = Number(/<svg class="edges" width="([\d.]+)"/.exec(html)?.[1]);
  return { html, edges, dots, width };
}

function graphOf(queue: Queue, withAlternates = false): GraphView {
  return graphView(queue, queue.now, "mq/", withAlternates);
}

/** `#3 on #1 #2` for each row. */
function rowsOf({ nodes }: GraphView): readonly string[] {
  const numbers = ({ pullRequests }: GraphNode) => pullRequests.map((number) => `#${number}`).join(" ");
  return nodes.map((node) => {
    const bases = node.on.flatMap((row) => nodes[row] ?? []).map(numbers);
    return `${node.lane}: ${numbers(node)} on ${bases.length === 0 ? "main" : bases.join(" and ")}`;
  });
}

const parts = fc.subarray(["web", "core", "docs", "till", "shelf", "stock"], { minLength: 1, maxLength: 2 });
/** Submissions, and for some of them the failure of a run that is then live. */
const lives = fc.array(fc.record({ parts, fails: fc.option(fc.nat(11), { freq: 3 }) }), {
  minLength: 1,
  maxLength: 12,
});

function containedIn(run: TestRun): readonly PullRequestNumber[] {
  return leftToLand(run).map(({ pullRequest }) => pullRequest);
}

function lived(life: readonly { readonly parts: readonly string[]; readonly fails: number | null }[]): Queue {
  let queue = aQueue({ ...PARALLEL, hedging: true });
  for (const [index, { parts: names, fails }] of life.entries()) {
    queue = after(queue, submitted(index + 1, touching(...names)));
    const run = fails === null ? undefined : queue.runs[fails % queue.runs.length];
    if (run?.progress.kind !== "running") continue;
    queue = after(
      queue,
      failed(
        leftToLand(run)
          .map(({ pullRequest }) => pullRequest)
          .join("+"),
      ),
    );
  }
  return queue;
}

function expectReadable({ edges, dots, width }: ReturnType<typeof drawn>): void {
  for (const one of edges) {
    for (const other of edges) {
      const isSameParent = one.fromX === other.fromX && one.fromY === other.fromY;
      if (one === other || isSameParent || one.fromX !== other.fromX) continue;
      const overlap = Math.min(one.toY, other.toY) - Math.max(one.fromY, other.fromY);
      // One may begin at the dot at which the other ends.
      expect(overlap).toBeLessThanOrEqual(0);
    }
    // A dot inside of an edge would be taken for what the edge comes from.
    expect(
      dots.filter(
        ({ x, y }) => x === one.fromX && y > one.fromY && y < one.toY && !isChildOf(one, x, y, edges),
      ),
    ).toEqual([]);
    expect(dots).toContainEqual({ x: one.fromX, y: one.fromY });
    expect(dots).toContainEqual({ x: one.toX, y: one.toY });
  }
  // With the widest names, half of the 328 pixels that a phone of 360 has: see the stylesheet.
  expect(width).toBeLessThanOrEqual(108);
}

/** The children of one parent may end on its own line. */
function isChildOf(edge: Edge, x: number, y: number, edges: readonly Edge[]): boolean {
  return edges.some(
    ({ fromX, fromY, toX, toY }) => fromX === edge.fromX && fromY === edge.fromY && toX === x && toY === y,
  );
}

describe("the rows", () => {
  it("are sorted by lane, as the table is", () => {
    const queue = after(
      aQueue(PARALLEL),
      submitted(1, touching("web")),
      submitted(2, touching("docs")),
      submitted(3, touching("web")),
      submitted(4, touching("docs")),
      submitted(5, touching("web")),
    );
    expect(rowsOf(graphOf(queue))).toEqual([
      "lane 1: #1 on main",
      "lane 1: #3 on #1",
      "lane 1: #5 on #3",
      "lane 2: #2 on main",
      "lane 2: #4 on #2",
    ]);
  });

  it("have every run that one is tested on, and its path has all of them", () => {
    const queue = after(
      aQueue(PARALLEL),
      submitted(1, touching("web")),
      submitted(2, touching("docs")),
      submitted(3, touching("web", "docs")),
      submitted(4, touching("docs")),
    );
    const graph = graphOf(queue);
    expect(rowsOf(graph)).toEqual([
      "lane 1: #1 on main",
      "lane 1: #2 on main",
      "lane 1: #3 on #1 and #2",
      "lane 1: #4 on #3",
    ]);
    expect(graph.nodes.map(({ path }) => path.length)).toEqual([1, 1, 3, 4]);
  });

  it("end behind forty, and what a row is tested on is before it", () => {
    const queue = after(
      aQueue({ ...PARALLEL, concurrency: 60 }),
      ...Array.from({ length: 50 }, (_, index) => submitted(index + 1, touching(`part ${index % 3}`))),
    );
    const { nodes, hidden } = graphOf(queue);
    expect([nodes.length, hidden]).toEqual([MOST_NODES, 10]);
    for (const { on, row } of nodes) expect(on.every((base) => base < row)).toBe(true);
  });
});

describe("the edges", () => {
  it("of lanes that live at random are told apart, and lead to exactly what a run is tested on", () => {
    fc.assert(
      fc.property(lives, (life) => {
        const queue = lived(life);
        const graph = graphOf(queue, true);
        if (graph.nodes.length === 0) return;
        const picture = drawn(graph);
        expectReadable(picture);
        const byId = new Map([...queue.runs, ...queue.hedges].map((run) => [run.id, run]));
        for (const { id, path } of graph.nodes) {
          const run = byId.get(id);
          const contained = run === undefined ? [] : containedIn(run);
          const onPath = path.flatMap((one) => byId.get(one)?.own ?? []);
          expect(contained).toEqual(expect.arrayContaining(onPath));
          // A predecessor without a live run has no row, and one with more predecessors is no part of this.
          const tested = queue.runs.filter((other) =>
            containedIn(other).every((one) => contained.includes(one)),
          );
          expect(onPath).toEqual(
            expect.arrayContaining(tested.flatMap(({ own }) => own.filter((one) => contained.includes(one)))),
          );
        }
      }),
      { numRuns: bySize({ reduced: 10, share: 40, full: 500 }) },
    );
  });

  it("of any forty runs are told apart, and leave a phone room for the names", () => {
    const forests = fc
      .array(fc.array(fc.nat(39), { maxLength: 2 }), { minLength: 1, maxLength: 40 })
      .map((all) => all.map((some, row) => [...new Set(row === 0 ? [] : some.map((base) => base % row))]));
    fc.assert(
      fc.property(forests, (on) => {
        const { tracks, count } = tracksOf(on);
        const nodes = on.map((bases, row): GraphNode => {
          const id = testRunId(`0c9b7a3e-5d14-4f0e-8f8b-${String(row).padStart(12, "0")}`);
          return {
            ...{
              id,
              row,
              lane: "lane 1",
              pullRequests: [],
              ahead: [],
              state: "running",
              startedAt: 0,
              on: bases,
            },
            ...{ side: null, path: [], track: tracks[row] ?? NaN },
          };
        });
        expectReadable(drawn({ nodes, tracks: count, hidden: 0, from: 0, to: 60_000 }));
      }),
      { numRuns: bySize({ reduced: 25, share: 100, full: 1000 }) },
    );
  });

  it("of one line need one track, and those of two lanes need two", () => {
    const chain = [[], [0], [1], [2]];
    expect(tracksOf(chain)).toEqual({ tracks: [0, 0, 0, 0], count: 1 });
    expect(tracksOf([[], [0], [], [2]])).toEqual({ tracks: [1, 1, 0, 0], count: 2 });
  });
});

describe("a name", () => {
  const settings: Partial<QueueSettings> = { batch: true, batchingMinSize: 4, concurrency: 4 };
  it("is short for a batch, and complete for a screen reader", () => {
    const queue = after(aQueue(settings), ...[1, 2, 3, 4].map((number) => submitted(number)));
    const { html } = drawn(graphOf(queue));
    expect(html).toContain('title="#1 #2 #3 #4 on main"');
    expect(html).toContain("#1 #2 +2</span> 0s");
    expect(html).toContain(": testing, lane 1, tested on main</span>");
  });
});
