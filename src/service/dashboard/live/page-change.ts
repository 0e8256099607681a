/** A queue page in one state, and what turns an open page from one state to another, as a server-sent event. */
import type { QueueId } from "../../../domain/ids.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { Entries, htmlOf, QueueMain, type QueuePageProps, queueParts } from "../pages/queue-page.js";
import { lanesOf, type TableLane } from "../views/queue-table.js";
import { isUnchanged, sharedRows, type TableChanges, tableChanges } from "./table-changes.js";

/** The name of the event. */
const PAGE_CHANGED = "page-changed";

/** What a page shows, as far as later states are compared with it: many of them are kept, and none keeps its queue. */
export interface KnownState {
  readonly id: string;
  readonly page: string;
  readonly queueId: QueueId;
  readonly version: number;
  /** States of a version differ in what the version does not cover, such as the reason for a pause. */
  readonly serial: number;
  readonly total: number;
  readonly lanes: readonly TableLane[];
  readonly parts: ReadonlyMap<string, string>;
}

export class ShownQueue {
  static #made = 0;

  readonly id: string = crypto.randomUUID();
  /** Names everything that the page depends on besides the queue and the time. */
  readonly page: string;
  readonly stored: StoredQueue;
  /** Of a reader without a name: several share it. */
  readonly props: QueuePageProps;
  readonly #serial: number;
  #known: KnownState | null = null;

  /** `before`: a state that it may share rows with. */
  constructor(page: string, stored: StoredQueue, props: QueuePageProps, before: ShownQueue | null = null) {
    const { view } = props;
    const rows = before === null ? view.rows : sharedRows(view.rows, before.props.view.rows);
    this.page = page;
    this.stored = stored;
    this.props = { ...props, view: { ...view, rows } };
    ShownQueue.#made += 1;
    this.#serial = ShownQueue.#made;
  }

  /** Most states of a page that is read once are never compared. `newer`: a state that it may share rows with. */
  known(newer: ShownQueue | null = null): KnownState {
    const { id, page, stored, props } = this;
    const { total, rows } = props.view;
    this.#known ??= {
      ...{ id, page, queueId: stored.queue.id, version: stored.version, serial: this.#serial, total },
      lanes: lanesOf({ rows: newer === null ? rows : sharedRows(rows, newer.props.view.rows) }),
      parts: queueParts(props),
    };
    return this.#known;
  }

  /** Nothing that `known` lacks: it was read later. */
  isOlderThan(known: KnownState): boolean {
    const { queue, version } = this.stored;
    if (queue.id !== known.queueId || version > known.version) return false;
    return version < known.version || this.#serial < known.serial;
  }

  /** The reason for a pause is written soon after the pause. */
  get mayLackReason(): boolean {
    const { pause } = this.props;
    return pause !== null && pause.automatic === null && (pause.note?.reason ?? "") === "";
  }
}

/** The data of an event. */
interface PageChange {
  /** The state that an open page must show for this change; null: any. */
  readonly from: string | null;
  readonly to: string;
  /** For htmx: what replaces which element. */
  readonly parts: string;
  readonly table: TableChanges | null;
}

/** `before`: null replaces all contents of the page. */
export function pageChange(before: KnownState | null, after: ShownQueue): string {
  const change = before === null ? wholeOf(after) : changeOf(before, after, after.known());
  return `id: ${after.id}\nevent: ${PAGE_CHANGED}\ndata: ${JSON.stringify(change)}\n\n`;
}

function wholeOf(after: ShownQueue): PageChange {
  const parts = partial("page", "innerMorph", htmlOf(QueueMain(after.props)));
  return { from: null, to: after.id, parts, table: null };
}

function changeOf(before: KnownState, { props, stored }: ShownQueue, after: KnownState): PageChange {
  const parts = [...after.parts].flatMap(([id, html]) =>
    before.parts.get(id) === html ? [] : [partial(id, "outerMorph", html)],
  );
  const [from, to] = [before.id, after.id];
  if (before.lanes.length === 0 || after.lanes.length === 0) {
    const isEmpty = before.lanes.length === after.lanes.length;
    if (!isEmpty || before.total !== after.total)
      parts.push(partial("entries", "outerMorph", htmlOf(Entries(props))));
    return { from, to, parts: parts.join(""), table: null };
  }
  const { addresses, now } = props.frame;
  const table = tableChanges(before.lanes, after.lanes, { addresses, now, name: stored.name });
  return { from, to, parts: parts.join(""), table: isUnchanged(table) ? null : table };
}

function partial(id: string, swap: "innerMorph" | "outerMorph", html: string): string {
  return `<hx-partial hx-target="#${id}" hx-swap="${swap}">${html}</hx-partial>`;
}
