/** Changes of a table: applied to the table before, they give the one after, and they are few. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import { Addresses } from "../../../../src/service/dashboard/addresses.js";
import {
  isUnchanged,
  sharedRows,
  type TableChanges,
  tableChanges,
} from "../../../../src/service/dashboard/live/table-changes.js";
import type { QueueRow } from "../../../../src/service/dashboard/reading/queue-view.js";
import {
  headingHtml,
  rowHtml,
  type TableFrame,
  type TableLane,
} from "../../../../src/service/dashboard/views/queue-table.js";
import { MAIN } from "../../../support/api-world.js";
import { BEGINNING } from "../../../support/queue-builder.js";

const FRAME: TableFrame = { addresses: new Addresses(null), name: MAIN, now: BEGINNING + 60_000 };

function rowOf(number: number, more: Partial<QueueRow> = {}): QueueRow {
  return {
    ...{ place: number, number: pullRequestNumber(number), title: `Change ${number}`, author: "mona" },
    ...{ state: "pending" as const, stateSince: BEGINNING, submittedAt: BEGINNING, priority: 100 },
    ...{ lane: "lane 1", waitsFor: "a free test slot", expected: null, runUrl: null, run: null },
    ...more,
  };
}

/** Places count from the front of the table. */
function tableOf(...lanes: readonly (readonly number[])[]): readonly TableLane[] {
  let place = 0;
  return lanes.map((numbers, index) => {
    const name = `lane ${index + 1}`;
    return { name, rows: numbers.map((number) => rowOf(number, { place: ++place, lane: name })) };
  });
}

interface Shown {
  heading: string;
  rows: { readonly number: number; readonly cells: string[] }[];
}

/** As a browser shows it. */
function shownBy(lanes: readonly TableLane[]): Shown[] {
  return lanes.map((lane) => ({
    heading: headingHtml(lane),
    rows: lane.rows.map((row) => parsed(row.number, rowHtml(row, FRAME))),
  }));
}

function parsed(number: number, html: string): Shown["rows"][number] {
  return { number, cells: [...html.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = ""]) => cell) };
}

/** As `live-page.js` applies it. */
function applied(before: readonly TableLane[], { lanes, gone, placed, cells }: TableChanges): Shown[] {
  const old = shownBy(before);
  const rows = new Map(old.flatMap((lane) => lane.rows.map((row) => [row.number, row] as const)));
  const shown =
    lanes.length === 0
      ? old
      : lanes.map(([index, heading]): Shown => {
          const lane = old[index] ?? { heading: "", rows: [] };
          return { ...lane, heading: heading ?? lane.heading };
        });
  const take = (number: number) => {
    for (const lane of shown) lane.rows = lane.rows.filter((row) => row.number !== number);
  };
  for (const number of gone) take(number);
  for (const [number, lane, behind, html] of placed) {
    take(number);
    const row = html === null ? rows.get(number) : parsed(number, html);
    const into = shown[lane]?.rows;
    const at = behind === 0 ? 0 : 1 + (into?.findIndex((one) => one.number === behind) ?? Number.NaN);
    if (row === undefined || (at === 0 && behind !== 0)) throw new Error(`#${number} behind #${behind}`);
    rows.set(number, row);
    into?.splice(at, 0, row);
  }
  for (const [number, column, html] of cells) rows.get(number)?.cells.splice(column, 1, html);
  return shown;
}

const rowsIn = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 14 });
/** Rows in lanes by chance, each with few states. */
const anyTable = fc
  .tuple(rowsIn, fc.infiniteStream(fc.nat(2)), fc.infiniteStream(fc.nat(1)))
  .map(([numbers, lanes, states]): readonly TableLane[] => {
    const rows = numbers.map((number, index) =>
      rowOf(number, {
        place: index + 1,
        lane: `lane ${lanes.next().value}`,
        state: states.next().value === 0 ? "pending" : "testing",
      }),
    );
    return [...Map.groupBy(rows, ({ lane }) => lane)].map(([name, own]) => ({ name, rows: own }));
  });

describe("changes of a table", () => {
  it("turn any table into any other", () => {
    fc.assert(
      fc.property(anyTable, anyTable, (before, after) => {
        const changes = tableChanges(before, after, FRAME);
        expect(applied(before, changes)).toEqual(shownBy(after));
        expect(isUnchanged(tableChanges(after, after, FRAME))).toBe(true);
        const [old, rows] = [before, after].map((lanes) => lanes.flatMap((lane) => lane.rows));
        expect(sharedRows(rows ?? [], old ?? [])).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });

  it("turn a long table into one in which few rows differ", () => {
    const half = Array.from({ length: 30 }, (_, index) => index + 1);
    const before = tableOf(half, [40, 41, 42]);
    const anyEdit = fc.record({ from: fc.nat(29), to: fc.nat(29), number: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 4 }), (edits) => {
        const numbers = [...half];
        for (const { from, to, number } of edits) {
          const moved = numbers.splice(from, 1);
          if (number > 40 && !numbers.includes(number)) numbers.splice(to, 0, number);
          else if (number % 2 === 0) numbers.splice(to, 0, ...moved);
        }
        const last = [40, 41, 42].filter((number) => !numbers.includes(number));
        const after = tableOf(numbers, last.length === 0 ? [99] : last);
        const changes = tableChanges(before, after, FRAME);
        expect(applied(before, changes)).toEqual(shownBy(after));
        expect(changes.placed.length).toBeLessThanOrEqual(2 * edits.length);
      }),
      { numRuns: 300 },
    );
  });

  it("are a place for each row behind one that left, and no row", () => {
    const all = Array.from({ length: 1000 }, (_, index) => index + 1);
    const { gone, placed, cells } = tableChanges(tableOf(all), tableOf(all.slice(1)), FRAME);
    expect([gone, placed, cells.length, cells[0]]).toEqual([[1], [], 999, [2, 0, "1"]]);
  });

  it.each([
    ["forwards", [1, 5, 2, 3, 4, 6], [5, 0, 1, null]],
    ["backwards", [1, 3, 4, 5, 2, 6], [2, 0, 5, null]],
    ["to the front", [6, 1, 2, 3, 4, 5], [6, 0, 0, null]],
  ] as const)("move one row that moved %s", (_, numbers, move) => {
    expect(tableChanges(tableOf([1, 2, 3, 4, 5, 6]), tableOf(numbers), FRAME).placed).toEqual([move]);
  });

  it("move no row when the first lane ends and the others take its name", () => {
    const { lanes, gone, placed } = tableChanges(tableOf([1], [2, 3], [4]), tableOf([2, 3], [4]), FRAME);
    expect([lanes.map(([index]) => index), gone, placed]).toEqual([[1, 2], [1], []]);
    expect(lanes.map(([, heading]) => heading?.replace(/<[^>]+>/g, ""))).toEqual([
      "lane 1 · 2 entries",
      "lane 2 · 1 entry",
    ]);
  });

  it("keep the longer part of a lane in its place", () => {
    const { lanes, placed } = tableChanges(tableOf([1], [2, 3, 4, 5]), tableOf([2], [3, 4, 5]), FRAME);
    expect([lanes.map(([index]) => index), placed]).toEqual([[-1, 1], [[2, 0, 0, null]]]);
  });

  it("have text of people as text", () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const [lane] = tableOf([1]);
    const after = [{ name: "lane 1", rows: [rowOf(1, { title: hostile, author: hostile })] }];
    const { cells } = tableChanges(lane === undefined ? [] : [lane], after, FRAME);
    expect(cells.map(([, column]) => column)).toEqual([2, 3]);
    expect(JSON.stringify(cells)).not.toContain("<img");
  });

  it("do not contain times that pass", () => {
    const later = { ...FRAME, now: FRAME.now + 3_600_000 };
    expect(isUnchanged(tableChanges(tableOf([1, 2]), tableOf([1, 2]), later))).toBe(true);
  });
});
