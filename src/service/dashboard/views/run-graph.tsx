/**
 * The graph of live runs: their edges, their names as a list of links, and their bars on a time axis, side by side, so that
 * names remain in view on a narrow screen. Without a script it is a picture with links; the script lights up paths.
 */
import type { QueueName } from "../../../domain/queue-name.js";
import type { GraphNode, GraphView } from "../reading/graph-view.js";
import type { Frame } from "./layout.js";
import { RUN_MARKS } from "./state-mark.js";
import { durationText } from "./time.js";

/** As in the stylesheet. */
const ROW = 28;
const DOT = 4;
/** From the edge of the picture to the first and behind the last track. */
const PAD = 6;
const WIDEST_STEP = 12;
/** Of all tracks together: a phone keeps room for the names and the bars. */
const WIDEST_TRACKS = 96;
const CURVE = 6;
const TICKS = 4;
/** Percent of the axis: a run that has just begun is seen too. */
const SHORTEST_BAR = 1;
const MOST_NAMED = 2;

interface RunGraphProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly graph: GraphView;
  /** The word for the right edge; absent: now. */
  readonly endLabel?: string;
}

export function RunGraph({ frame, name, graph, endLabel = "now" }: RunGraphProps) {
  const { nodes, to, hidden } = graph;
  if (nodes.length === 0) return null;
  return (
    <section aria-labelledby="graph-title">
      <h2 id="graph-title">Runs</h2>
      <div class="graph">
        <Edges graph={graph} />
        <div class="names">
          <span class="branch">{name.targetBranch}</span>
          <ol aria-label={`${nodes.length} runs on ${name.targetBranch}`}>
            {nodes.map((node) => (
              <li {...(isFirstOfLane(nodes, node) && { class: "first" })}>
                <Name frame={frame} name={name} node={node} to={to} />
              </li>
            ))}
          </ol>
        </div>
        <Bars frame={frame} name={name} graph={graph} endLabel={endLabel} />
      </div>
      {hidden > 0 && <p class="note">{hidden} more runs are in the table.</p>}
    </section>
  );
}

function isFirstOfLane(nodes: readonly GraphNode[], { row, lane }: GraphNode): boolean {
  return row > 0 && nodes[row - 1]?.lane !== lane;
}

/** The branch is in the row above the first. */
function middleOf(row: number): number {
  return (row + 1) * ROW + ROW / 2;
}

function heightOf({ nodes }: GraphView): number {
  return (nodes.length + 1) * ROW;
}

function Edges({ graph }: { readonly graph: GraphView }) {
  const { nodes, tracks } = graph;
  const step = Math.min(WIDEST_STEP, WIDEST_TRACKS / Math.max(tracks - 1, 1));
  const x = (track: number) => PAD + Math.round(track * step * 10) / 10;
  const [width, height] = [Math.ceil(x(tracks - 1) + PAD), heightOf(graph)];
  const turn = Math.min(CURVE, step);
  return (
    <svg class="edges" width={width} height={height} aria-hidden="true">
      {nodes.flatMap((node) => {
        const bases = node.on.length === 0 ? [undefined] : node.on.map((row) => nodes[row]);
        const [endX, endY] = [x(node.track), middleOf(node.row)];
        return bases.map((base) => (
          <path
            class={`edge ${node.side ?? ""}`.trim()}
            data-run={node.id}
            d={edgeBetween(x(base?.track ?? 0), middleOf(base?.row ?? -1), endX, endY, turn)}
          />
        ));
      })}
      <circle class="dot" cx={x(0)} cy={middleOf(-1)} r={DOT} />
      {nodes.map(({ id, track, row, state }) => (
        <circle
          class={`dot ${RUN_MARKS[state].tone}`}
          data-run={id}
          cx={x(track)}
          cy={middleOf(row)}
          r={DOT}
        />
      ))}
    </svg>
  );
}

/** Down on the track of what is tested on, then across: crossings are straight, and what ends here has a curve. */
function edgeBetween(fromX: number, fromY: number, toX: number, toY: number, turn: number): string {
  if (fromX === toX) return `M ${fromX} ${fromY} V ${toY}`;
  const across = toX > fromX ? turn : -turn;
  return `M ${fromX} ${fromY} V ${toY - turn} Q ${fromX} ${toY} ${fromX + across} ${toY} H ${toX}`;
}

interface NameProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly node: GraphNode;
  readonly to: number;
}

function Name({ frame, name, node, to }: NameProps) {
  const { id, side, path, pullRequests, state, startedAt, lane, ahead } = node;
  const mark = RUN_MARKS[state];
  const base = [name.targetBranch, ...ahead.map((number) => `#${number}`)].join(" + ");
  return (
    <a
      href={frame.addresses.pullRequest(name, pullRequests[0] ?? 0)}
      class={`node ${mark.tone} ${side ?? ""}`.trim()}
      data-run={id}
      data-path={path.join(" ")}
      title={`${numbersText(pullRequests)} on ${base}`}
    >
      <span class="mark" aria-hidden="true">
        {mark.glyph}
      </span>{" "}
      {side !== null && <>{side} </>}
      <span class="numbers">
        {numbersText(pullRequests.slice(0, MOST_NAMED))}
        {pullRequests.length > MOST_NAMED && ` +${pullRequests.length - MOST_NAMED}`}
      </span>{" "}
      {durationText(to - startedAt)}
      <span class="unseen">
        : {mark.word}, {lane}, tested on {base}
      </span>
    </a>
  );
}

function numbersText(numbers: readonly number[]): string {
  return numbers.map((number) => `#${number}`).join(" ");
}

/** Each bar repeats the link of its name for the pointer. Percentages, so the axis is as wide as the screen permits. */
function Bars({ frame, name, graph, endLabel = "now" }: RunGraphProps) {
  const { nodes, from, to } = graph;
  const height = heightOf(graph);
  const percentOf = (at: number) => Math.round(((at - from) / Math.max(to - from, 1)) * 10_000) / 100;
  return (
    <svg class="bars" width="100%" height={height} aria-hidden="true">
      {Array.from({ length: TICKS + 1 }, (_, index) => (
        <g class={index % TICKS === 0 ? "tick" : "tick between"}>
          <line x1={`${(index * 100) / TICKS}%`} x2={`${(index * 100) / TICKS}%`} y1={ROW} y2={height} />
          <text x={`${(index * 100) / TICKS}%`} y={18} text-anchor={ANCHORS[index] ?? "middle"}>
            {index === TICKS ? endLabel : `-${durationText(((to - from) * (TICKS - index)) / TICKS)}`}
          </text>
        </g>
      ))}
      {nodes.flatMap((node) =>
        isFirstOfLane(nodes, node)
          ? [
              <line
                class="lane-line"
                x1="0"
                x2="100%"
                y1={middleOf(node.row) - ROW / 2}
                y2={middleOf(node.row) - ROW / 2}
              />,
            ]
          : [],
      )}
      {nodes.map(({ id, side, state, startedAt, row, pullRequests }) => {
        const start = Math.min(percentOf(startedAt), 100 - SHORTEST_BAR);
        return (
          <a href={frame.addresses.pullRequest(name, pullRequests[0] ?? 0)} tabindex={-1}>
            <rect
              class={`run-bar ${RUN_MARKS[state].tone} ${side ?? ""}`.trim()}
              data-run={id}
              x={`${start}%`}
              y={middleOf(row) - 9}
              width={`${Math.round((100 - start) * 100) / 100}%`}
              height={18}
              rx={3}
            />
          </a>
        );
      })}
    </svg>
  );
}

/** Its first and last text do not leave the picture. */
const ANCHORS: Readonly<Record<number, string>> = { 0: "start", [TICKS]: "end" };
