/**
 * What turns a table of entries into a later one: rows that left, came and moved, and single cells. The script
 * `live-page.js` applies it, so both change together. It is empty for equal tables.
 */
import type { QueueRow } from "../reading/queue-view.js";
import { COLUMNS, headingHtml, rowHtml, type TableFrame, type TableLane } from "../views/queue-table.js";

export interface TableChanges {
  /** The lanes afterwards: the index of each before, -1 for a new one, and its heading if that differs. Empty: as before. */
  readonly lanes: readonly (readonly [before: number, heading: string | null])[];
  /** Pull requests whose rows are removed. */
  readonly gone: readonly number[];
  /**
   * Rows to place, lane by lane and front to back: behind which row of their lane, 0 for its first, and the HTML of a
   * new row. All other rows of the lane are then in order.
   */
  readonly placed: readonly (readonly [number: number, lane: number, behind: number, html: string | null])[];
  readonly cells: readonly (readonly [number: number, column: number, html: string])[];
}

interface Known {
  readonly row: QueueRow;
  readonly lane: number;
  readonly index: number;
}

export function tableChanges(
  before: readonly TableLane[],
  after: readonly TableLane[],
  frame: TableFrame,
): TableChanges {
  const ends = commonEnds(before, after);
  const known = new Map<number, Known>();
  for (const [lane, { rows }] of before.entries())
    for (const [index, row] of between(rows, ends?.[lane])) known.set(row.number, { row, lane, index });
  const sources = ends === null ? sourcesOf(after, known) : [...after.keys()];
  const gone = new Set(known.keys());
  for (const [lane, { rows }] of after.entries())
    for (const [, { number }] of between(rows, ends?.[lane])) gone.delete(number);
  return {
    lanes: lanesChanged(before, after, sources),
    gone: [...gone],
    placed: after.flatMap(({ rows }, lane) =>
      placedIn(rows, between(rows, ends?.[lane]), lane, sources[lane] ?? -1, known, frame),
    ),
    cells: after.flatMap(({ rows }, lane) =>
      cellsIn(before[lane]?.rows ?? [], rows, ends?.[lane], known, frame),
    ),
  };
}

/** Rows that a lane has at its start and at its end before and after: none of them moves. */
interface Ends {
  readonly start: number;
  readonly end: number;
}

const NO_ENDS: Ends = { start: 0, end: 0 };

/** For each lane; null unless each lane keeps most of its rows there. Most changes of a long table move few rows. */
function commonEnds(before: readonly TableLane[], after: readonly TableLane[]): readonly Ends[] | null {
  if (before.length !== after.length) return null;
  const ends: Ends[] = [];
  for (const [lane, { rows }] of after.entries()) {
    const old = before[lane]?.rows ?? [];
    const most = Math.min(old.length, rows.length);
    let [start, end] = [0, 0];
    while (start < most && old[start]?.number === rows[start]?.number) start += 1;
    while (end < most - start && old.at(-1 - end)?.number === rows.at(-1 - end)?.number) end += 1;
    if (2 * (start + end) < Math.max(old.length, rows.length)) return null;
    ends.push({ start, end });
  }
  return ends;
}

/** The rows between the common ends, with their index in the lane. */
function between(
  rows: readonly QueueRow[],
  { start, end }: Ends = NO_ENDS,
): readonly (readonly [index: number, row: QueueRow])[] {
  return rows.slice(start, rows.length - end).map((row, at) => [start + at, row] as const);
}

export function isUnchanged({ lanes, gone, placed, cells }: TableChanges): boolean {
  return lanes.length + gone.length + placed.length + cells.length === 0;
}

/** Equal rows as the objects before: states that are kept then share them, and are compared in no time. */
export function sharedRows(rows: readonly QueueRow[], before: readonly QueueRow[]): readonly QueueRow[] {
  let known: ReadonlyMap<number, QueueRow> | null = null;
  return rows.map((row, index) => {
    if (row === before[index]) return row;
    known ??= new Map(before.map((one) => [one.number, one]));
    const old = known.get(row.number);
    const isSame = old?.lane === row.lane && COLUMNS.every(({ key }) => key(old) === key(row));
    return isSame ? old : row;
  });
}

/** For each lane, the one before that has the most of its rows: names of lanes shift when the first one ends. */
function sourcesOf(after: readonly TableLane[], known: ReadonlyMap<number, Known>): readonly number[] {
  const pairs: { readonly lane: number; readonly source: number; readonly count: number }[] = [];
  for (const [lane, { rows }] of after.entries()) {
    const counts = new Map<number, number>();
    for (const { number } of rows) {
      const source = known.get(number)?.lane;
      if (source !== undefined) counts.set(source, (counts.get(source) ?? 0) + 1);
    }
    for (const [source, count] of counts) pairs.push({ lane, source, count });
  }
  pairs.sort((one, other) => other.count - one.count);
  const sources = after.map(() => -1);
  const taken = new Set<number>();
  for (const { lane, source } of pairs) {
    if (sources[lane] !== -1 || taken.has(source)) continue;
    sources[lane] = source;
    taken.add(source);
  }
  return sources;
}

function lanesChanged(
  before: readonly TableLane[],
  after: readonly TableLane[],
  sources: readonly number[],
): TableChanges["lanes"] {
  const lanes = after.map((lane, index) => {
    const source = sources[index] ?? -1;
    const old = before[source];
    const isSame = old?.name === lane.name && old.rows.length === lane.rows.length;
    return [source, isSame ? null : headingHtml(lane)] as const;
  });
  const isSame =
    before.length === after.length &&
    lanes.every(([source, heading], index) => source === index && heading === null);
  return isSame ? [] : lanes;
}

function placedIn(
  rows: readonly QueueRow[],
  moving: ReturnType<typeof between>,
  lane: number,
  source: number,
  known: ReadonlyMap<number, Known>,
  frame: TableFrame,
): TableChanges["placed"] {
  const indexes = moving.map(([, { number }]) => {
    const old = known.get(number);
    return old?.lane === source ? old.index : null;
  });
  const resting = longestAscent(indexes);
  return moving.flatMap(([index, row], at) => {
    if (resting.has(at)) return [];
    const behind = rows[index - 1]?.number ?? 0;
    return [[row.number, lane, behind, known.has(row.number) ? null : rowHtml(row, frame)] as const];
  });
}

/** Positions of a longest ascending subsequence: the rows that need not move. Skips nulls. */
function longestAscent(values: readonly (number | null)[]): ReadonlySet<number> {
  /** For each length, the position at which the lowest ascent of this length ends. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low === 0 ? undefined : ends[low - 1];
    ends[low] = at;
  }
  const positions = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) positions.add(at);
  return positions;
}

/** Rows at the common ends are compared with the rows at the same ends before. */
function cellsIn(
  before: readonly QueueRow[],
  rows: readonly QueueRow[],
  { start, end }: Ends = NO_ENDS,
  known: ReadonlyMap<number, Known>,
  frame: TableFrame,
): TableChanges["cells"] {
  const shift = before.length - rows.length;
  return rows.flatMap((row, index) => {
    if (index < start) return cellsChanged(before[index], row, frame);
    const isAtEnd = index >= rows.length - end;
    return cellsChanged(isAtEnd ? before[index + shift] : known.get(row.number)?.row, row, frame);
  });
}

function cellsChanged(
  before: QueueRow | undefined,
  after: QueueRow,
  frame: TableFrame,
): TableChanges["cells"] {
  if (before === undefined || before === after) return [];
  return COLUMNS.flatMap(({ key, cell }, column) =>
    key(before) === key(after) ? [] : [[after.number, column, cell(after, frame)] as const],
  );
}
