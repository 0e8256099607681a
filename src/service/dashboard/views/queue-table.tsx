/** The entries of a queue as a dense table, by lane. */
import { html, raw } from "hono/html";
import { priorityName } from "../../../domain/priority.js";
import type { Estimate } from "../../../engine/explain/estimates/estimate-landings.js";
import type { Queue } from "../../../engine/model/queue.js";
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
  const key = JSON.stringify([frame.addresses.base, filter, Math.floor(frame.now / REUSED_MS)]);
  const known = rendered.get(view.queue);
  const text = known?.key === key ? known.text : htmlOf(Table({ frame, view }));
  rendered.set(view.queue, { key, text });
  return raw(text);
}

function htmlOf(node: { toString(): string }): string {
  return node.toString();
}

function Table({ frame, view }: { readonly frame: Frame; readonly view: QueueView }) {
  const groups = [...Map.groupBy(view.rows, ({ lane }) => lane)];
  return (
    <div class="scroll" role="region" aria-label="Entries" tabindex={0}>
      <table class="entries">
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">State</th>
            <th scope="col">Title</th>
            <th scope="col">Author</th>
            <th scope="col">Priority</th>
            <th scope="col">Waited</th>
            <th scope="col">Expected</th>
            <th scope="col">Waits for</th>
            <th scope="col">Run</th>
          </tr>
        </thead>
        {groups.map(([lane, rows]) => (
          <tbody>
            <tr class="lane">
              <th scope="rowgroup" colspan={9}>
                {lane} <span class="count">{rows.length}</span>
              </th>
            </tr>
            {rows.map((row) => rowOf(frame, view, row))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** A template and not JSX: a thousand rows take a tenth of the time, which the queues' decisions would wait for. */
function rowOf({ addresses, now }: Frame, { name }: QueueView, row: QueueRow) {
  const { glyph, word, tone } = ENTRY_MARKS[row.state];
  return html`<tr id="entry-${row.number}">
<td class="number">${row.place ?? "–"}</td>
<td><span class="mark ${tone}"><span aria-hidden="true">${glyph}</span> ${word}</span> ${since(row.stateSince, now)}</td>
<td class="title"><a href="${addresses.pullRequest(name, row.number)}">#${row.number} ${row.title}</a></td>
<td class="author">${row.author}</td>
<td>${priorityText(row.priority)}</td>
<td>${since(row.submittedAt, now)}</td>
<td>${row.expected === null ? "" : expectedCell(row.expected)}</td>
<td class="waits">${row.waitsFor}</td>
<td>${row.runUrl === null ? "" : logLink(row.runUrl, row.number)}</td>
</tr>`;
}

function since(at: number, now: number) {
  const exact = exactTime(at);
  return html`<time datetime="${exact}" title="${exact}" data-relative="since">${durationText(now - at)}</time>`;
}

/** UTC until the script runs. */
function expectedCell({ from, until }: Estimate) {
  return html`${clock(from)} – ${clock(until + MINUTE_MS - 1)}`;
}

function clock(at: number) {
  const exact = exactTime(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  return html`<time datetime="${exact}" title="${exact}" data-relative="hour">${exact.slice(11, 16)}</time>`;
}

const MINUTE_MS = 60_000;

/** `url` is a web address: `queueView` leaves out others. */
function logLink(url: string, number: number) {
  return html`<a href="${url}" rel="noreferrer">log<span class="unseen"> of #${number}</span> ↗</a>`;
}

export function priorityText(priority: number): string {
  const name = priorityName(priority);
  return name === "custom" ? String(priority) : name;
}
