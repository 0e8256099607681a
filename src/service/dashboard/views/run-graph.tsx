/** The graph of live runs as an SVG: without a script it is a picture with links; the script lights up paths. */
import type { QueueName } from "../../../domain/queue-name.js";
import type { GraphNode, GraphView } from "../reading/graph-view.js";
import type { Frame } from "./layout.js";
import { RUN_MARKS } from "./state-mark.js";
import { durationText } from "./time.js";

const WIDTH = 1040;
const ROW = 32;
const TOP = 32;
/** Room for the branch's name on the left and for labels on the right. */
const LEFT = 96;
const RIGHT = 200;
const TICKS = 4;
const LONGEST_LABEL = 22;

interface RunGraphProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly graph: GraphView;
  /** The word for the right edge; absent: now. */
  readonly endLabel?: string;
}

export function RunGraph({ frame, name, graph, endLabel = "now" }: RunGraphProps) {
  const { nodes, from, to, hidden } = graph;
  if (nodes.length === 0) return null;
  const height = TOP + nodes.length * ROW + 8;
  const spanMs = Math.max(to - from, 1);
  // Tenths of a pixel: open pages receive a graph again when a position differs.
  const x = (at: number) => LEFT + Math.round((at - from) * (10 / spanMs) * (WIDTH - LEFT - RIGHT)) / 10;
  return (
    <section aria-labelledby="graph-title">
      <h2 id="graph-title">Runs</h2>
      <div class="scroll" role="region" aria-label="Graph of the runs" tabindex={0}>
        <svg
          class="graph"
          viewBox={`0 0 ${WIDTH} ${height}`}
          width={WIDTH}
          height={height}
          role="group"
          aria-label={`${nodes.length} runs on ${name.targetBranch}`}
        >
          {ticksOf(from, to).map((at) => (
            <g class="tick" aria-hidden="true">
              <line x1={x(at)} x2={x(at)} y1={TOP - 8} y2={height} />
              <text x={x(at)} y={16} text-anchor="middle">
                {at === to ? endLabel : `-${durationText(to - at)}`}
              </text>
            </g>
          ))}
          <text class="branch" x={0} y={TOP + 20}>
            {cut(name.targetBranch, 12)}
          </text>
          {nodes.map((node) => (
            <Edge node={node} on={node.on === null ? undefined : nodes[node.on]} x={x} />
          ))}
          {nodes.map((node) => (
            <Node frame={frame} name={name} node={node} x={x} to={to} />
          ))}
        </svg>
      </div>
      {hidden > 0 && <p class="note">{hidden} more runs are in the table.</p>}
    </section>
  );
}

function ticksOf(from: number, to: number): readonly number[] {
  return Array.from({ length: TICKS + 1 }, (_, index) => from + ((to - from) * index) / TICKS);
}

function middleOf(row: number): number {
  return TOP + row * ROW + ROW / 2;
}

interface EdgeProps {
  readonly node: GraphNode;
  readonly on: GraphNode | undefined;
  readonly x: (at: number) => number;
}

/** From the start of the run that it builds on, or from the branch, to its own start. */
function Edge({ node, on, x }: EdgeProps) {
  const [endX, endY] = [x(node.startedAt), middleOf(node.row)];
  const startX = on === undefined ? LEFT - 12 : Math.min(x(on.startedAt) - 6, endX - 6);
  const startY = on === undefined ? middleOf(0) : middleOf(on.row);
  return (
    <path
      class={`edge ${node.side ?? ""}`.trim()}
      data-run={node.id}
      data-path={node.path.join(" ")}
      d={`M ${startX} ${startY} V ${endY} H ${endX}`}
    />
  );
}

interface NodeProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly node: GraphNode;
  readonly x: (at: number) => number;
  readonly to: number;
}

function Node({ frame, name, node, x, to }: NodeProps) {
  const mark = RUN_MARKS[node.state];
  const startX = x(node.startedAt);
  const width = Math.max(x(to) - startX, 4);
  const what = node.side === null ? node.label : `${node.side} ${node.label}`;
  const text = `${mark.glyph} ${cut(what, LONGEST_LABEL)} ${durationText(to - node.startedAt)}`;
  return (
    <a
      href={frame.addresses.pullRequest(name, node.pullRequest)}
      class={`node ${mark.tone} ${node.side ?? ""}`.trim()}
      data-run={node.id}
      data-path={node.path.join(" ")}
      aria-label={`${text}: ${mark.word}`}
    >
      <rect x={startX} y={middleOf(node.row) - 10} width={width} height={20} rx={3} />
      <text x={x(to) + 8} y={middleOf(node.row) + 5}>
        {text}
      </text>
    </a>
  );
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
