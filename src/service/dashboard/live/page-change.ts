/** A queue page in one state, and what turns an open page from one state to another, as a server-sent event. */
import type { StoredQueue } from "../../ports/queue-store.js";
import { Entries, htmlOf, QueueMain, type QueuePageProps, queueParts } from "../pages/queue-page.js";
import { lanesOf, type TableLane } from "../views/queue-table.js";
import { isUnchanged, sharedRows, type TableChanges, tableChanges } from "./table-changes.js";

/** The name of the event. */
const PAGE_CHANGED = "page-changed";

export class ShownQueue {
  readonly id: string = crypto.randomUUID();
  /** Names everything that the page depends on besides the queue and the time. */
  readonly page: string;
  readonly stored: StoredQueue;
  /** Of a reader without a name: several share it. */
  readonly props: QueuePageProps;
  readonly lanes: readonly TableLane[];
  #parts: ReadonlyMap<string, string> | null = null;

  /** `before`: a state that it may share rows with. */
  constructor(page: string, stored: StoredQueue, props: QueuePageProps, before: ShownQueue | null = null) {
    const { view } = props;
    const rows = before === null ? view.rows : sharedRows(view.rows, before.props.view.rows);
    this.page = page;
    this.stored = stored;
    this.props = { ...props, view: { ...view, rows } };
    this.lanes = lanesOf({ rows });
  }

  /** Most states of a page that is read once are never compared. */
  get parts(): ReadonlyMap<string, string> {
    this.#parts ??= queueParts(this.props);
    return this.#parts;
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
export function pageChange(before: ShownQueue | null, after: ShownQueue): string {
  const change = before === null ? wholeOf(after) : changeOf(before, after);
  return `id: ${after.id}\nevent: ${PAGE_CHANGED}\ndata: ${JSON.stringify(change)}\n\n`;
}

function wholeOf(after: ShownQueue): PageChange {
  const parts = partial("page", "innerMorph", htmlOf(QueueMain(after.props)));
  return { from: null, to: after.id, parts, table: null };
}

function changeOf(before: ShownQueue, after: ShownQueue): PageChange {
  const parts = [...after.parts].flatMap(([id, html]) =>
    before.parts.get(id) === html ? [] : [partial(id, "outerMorph", html)],
  );
  const [from, to] = [before.id, after.id];
  if (before.lanes.length === 0 || after.lanes.length === 0) {
    const isEmpty = before.lanes.length === after.lanes.length;
    if (!isEmpty || before.props.view.total !== after.props.view.total)
      parts.push(partial("entries", "outerMorph", htmlOf(Entries(after.props))));
    return { from, to, parts: parts.join(""), table: null };
  }
  const { addresses, now } = after.props.frame;
  const table = tableChanges(before.lanes, after.lanes, { addresses, now, name: after.stored.name });
  return { from, to, parts: parts.join(""), table: isUnchanged(table) ? null : table };
}

function partial(id: string, swap: "innerMorph" | "outerMorph", html: string): string {
  return `<hx-partial hx-target="#${id}" hx-swap="${swap}">${html}</hx-partial>`;
}
