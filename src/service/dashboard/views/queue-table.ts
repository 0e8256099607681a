/** The entries of a queue as a dense table, by lane: as a whole, and row by row and cell by cell for open pages. */
import { html, raw } from "hono/html";
import { MINUTE_MS } from "../../../domain/duration.js";
import { priorityName } from "../../../domain/priority.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Estimate } from "../../../engine/explain/estimates/estimate-landings.js";
import type { Queue } from "../../../engine/model/queue.js";
import type { Addresses } from "../addresses.js";
import type { QueueFilter, QueueRow, QueueView } from "../reading/queue-view.js";
import type { Frame } from "./layout.js";
import { ENTRY_MARKS } from "./state-mark.js";
import { durationText, exactTime } from "./time.js";

/** Times in a table without a script may be this old. */
const REUSED_MS = 5000;

interface Rendered {
  readonly key: string;
  readonly text: string;
}

/** The newest table of each queue: any number of readers of one state cost one rendering. */
const rendered = new WeakMap<Queue, Rendered>();

export interface QueueTableProps {
  readonly frame: Frame;
  readonly view: QueueView;
  readonly filter: QueueFilter;
}

export function QueueTable({ frame, view, filter }: QueueTableProps) {
  const period = Math.floor(frame.now / REUSED_MS);
  const key = JSON.stringify([frame.addresses.base, filter, period, expectedIn(view)]);
  const known = rendered.get(view.queue);
  const text = known?.key === key ? known.text : tableHtml({ ...frame, name: view.name }, lanesOf(view));
  rendered.set(view.queue, { key, text });
  return raw(text);
}

/** All else in a row depends on the queue alone. */
function expectedIn({ rows }: QueueView) {
  return rows.flatMap(({ number, expected }) => (expected === null ? [] : [number, ...rangeOf(expected)]));
}

/** The rows of one group of the table. */
export interface TableLane {
  readonly name: string;
  readonly rows: readonly QueueRow[];
}

export function lanesOf({ rows }: Pick<QueueView, "rows">): readonly TableLane[] {
  return [...Map.groupBy(rows, ({ lane }) => lane)].map(([name, own]) => ({ name, rows: own }));
}

/** What rows need besides their entry. */
export interface TableFrame {
  readonly addresses: Addresses;
  readonly name: QueueName;
  readonly now: number;
}

interface Column {
  readonly heading: string;
  readonly tone: string;
  /** Texts and not JSX: a thousand rows take a tenth of the time, which the queues' decisions would wait for. */
  readonly cell: (row: QueueRow, frame: TableFrame) => string;
  /** What the cell depends on, apart from the time that passes. */
  readonly key: (row: QueueRow) => number | string | null;
}

export const COLUMNS: readonly Column[] = [
  {
    ...{ heading: "#", tone: "number" },
    cell: ({ place }) => String(place ?? "–"),
    key: ({ place }) => place,
  },
  {
    ...{ heading: "State", tone: "" },
    cell: ({ state, stateSince }, { now }) => {
      const { glyph, word, tone } = ENTRY_MARKS[state];
      const mark = `<span class="mark ${tone}"><span aria-hidden="true">${glyph}</span> ${word}</span>`;
      return `${mark} ${since(stateSince, now)}`;
    },
    key: ({ state, stateSince }) => `${state} ${stateSince}`,
  },
  {
    ...{ heading: "Title", tone: "title" },
    cell: ({ number, title }, { addresses, name }) =>
      textOf(html`<a href="${addresses.pullRequest(name, number)}">#${number} ${title}</a>`),
    key: ({ title }) => title,
  },
  {
    ...{ heading: "Author", tone: "author" },
    cell: ({ author }) => textOf(html`${author}`),
    key: ({ author }) => author,
  },
  {
    ...{ heading: "Priority", tone: "" },
    cell: ({ priority }) => priorityText(priority),
    key: ({ priority }) => priority,
  },
  {
    ...{ heading: "Waited", tone: "" },
    cell: ({ submittedAt }, { now }) => since(submittedAt, now),
    key: ({ submittedAt }) => submittedAt,
  },
  {
    ...{ heading: "Expected", tone: "" },
    cell: ({ expected }) => (expected === null ? "" : rangeOf(expected).map(clock).join(" – ")),
    key: ({ expected }) => (expected === null ? null : rangeOf(expected).join(" ")),
  },
  {
    ...{ heading: "Waits for", tone: "waits" },
    cell: ({ waitsFor }) => textOf(html`${waitsFor}`),
    key: ({ waitsFor }) => waitsFor,
  },
  {
    ...{ heading: "Run", tone: "" },
    cell: runLink,
    key: ({ runUrl, run }) => runUrl ?? run,
  },
];

function tableHtml(frame: TableFrame, lanes: readonly TableLane[]): string {
  const heads = COLUMNS.map(({ heading, tone }) => `<th scope="col"${classOf(tone)}>${heading}</th>`);
  const groups = lanes.map(
    (lane) => `<tbody>${headingHtml(lane)}${lane.rows.map((row) => rowHtml(row, frame)).join("")}</tbody>`,
  );
  return `<div class="scroll" role="region" aria-label="Entries" tabindex="0">
<table class="entries"><thead><tr>${heads.join("")}</tr></thead>${groups.join("")}</table></div>`;
}

/** The first row of a lane. */
export function headingHtml({ name, rows }: TableLane): string {
  const count = `${rows.length} ${rows.length === 1 ? "entry" : "entries"}`;
  const head = html`<th scope="rowgroup" colspan="9">${name} <span class="count">· ${count}</span></th>`;
  return `<tr class="lane">${textOf(head)}</tr>`;
}

export function rowHtml(row: QueueRow, frame: TableFrame): string {
  const cells = COLUMNS.map(({ tone, cell }) => `<td${classOf(tone)}>${cell(row, frame)}</td>`);
  return `<tr id="entry-${row.number}">${cells.join("")}</tr>`;
}

/** CI's page of the run or, where it has none, the run on the page of the pull request. */
function runLink({ runUrl, run, number }: QueueRow, { addresses, name }: TableFrame): string {
  const unseen = html`<span class="unseen"> of #${number}</span>`;
  // A web address: `queueView` leaves out others.
  if (runUrl !== null) return textOf(html`<a href="${runUrl}" rel="noreferrer">log${unseen} ↗</a>`);
  return run === null ? "" : textOf(html`<a href="${addresses.run(name, number, run)}">run${unseen}</a>`);
}

function classOf(tone: string): string {
  return tone === "" ? "" : ` class="${tone}"`;
}

function textOf(escaped: { toString(): string }): string {
  return escaped.toString();
}

function since(at: number, now: number): string {
  const exact = exactTime(at);
  return `<time datetime="${exact}" title="${exact}" data-relative="since">${durationText(now - at)}</time>`;
}

/** In whole minutes that contain the range. */
function rangeOf({ from, until }: Estimate): readonly [number, number] {
  return [minuteOf(from), minuteOf(until + MINUTE_MS - 1)];
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

/** UTC until the script runs. */
function clock(at: number): string {
  const exact = exactTime(at);
  return `<time datetime="${exact}" title="${exact}" data-relative="hour">${exact.slice(11, 16)}</time>`;
}

export function priorityText(priority: number): string {
  const name = priorityName(priority);
  return name === "custom" ? String(priority) : name;
}
