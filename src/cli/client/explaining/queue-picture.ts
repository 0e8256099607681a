/** A queue as lines for a terminal: its state, then its pull requests in order, each with a glyph, a word and a colour. */
import { styleText } from "node:util";
import type { ReadReplyOf } from "../../../contract/endpoints.js";
import { hasColours } from "../../colours.js";
import { plainText } from "../../plain-text.js";
import { fitting, type Screen } from "../screen.js";

export type QueueReply = ReadReplyOf<"getQueue">;
export type QueueItem = NonNullable<QueueReply["enqueuedPullRequests"]>[number];

export interface PictureOptions {
  readonly columns: number;
  readonly rows: number;
  readonly isColoured: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The pull request to mark; null: none. */
  readonly marked: number | null;
}

type Style = Parameters<typeof styleText>[0];

const STATES: Readonly<Record<string, readonly [glyph: string, style: Style]>> = {
  NOT_READY: ["⋯", "gray"],
  PENDING: ["○", "gray"],
  TESTING: ["◐", "blue"],
  TESTS_PASSED: ["✓", "cyan"],
  PENDING_FAILURE: ["◔", "yellow"],
  MERGED: ["●", "magenta"],
  FAILED: ["✗", "red"],
  CANCELLED: ["⊘", "gray"],
};
const STATE_WIDTH = "PENDING_FAILURE".length;
/** The head line, and a line for what does not fit. */
const OTHER_LINES = 3;

/** The lines for the terminal of this screen. */
export function pictureOn(
  screen: Screen,
  queue: QueueReply,
  now: number,
  marked: number | null,
): readonly string[] {
  const { columns, rows, environment } = screen.terminal;
  return queuePicture(queue, {
    columns,
    rows,
    isColoured: hasColours({ isTTY: true }, environment),
    now,
    marked,
  });
}

export function queuePicture(queue: QueueReply, options: PictureOptions): readonly string[] {
  const entries = queue.enqueuedPullRequests ?? [];
  const room = Math.max(1, options.rows - OTHER_LINES);
  const at = entries.findIndex(({ prNumber }) => prNumber === options.marked);
  // The marked pull request is always shown, with what is ahead of it.
  const first = at < room ? 0 : at - room + 1;
  const shown = entries.slice(first, first + room);
  const left = entries.length - shown.length;
  const reason = queue.state === "PAUSED" && queue.stateReason !== undefined ? `: ${queue.stateReason}` : "";
  const head = `${queue.branch ?? "queue"}  ${queue.state}  ${entries.length} in the queue${reason}`;
  return [
    styled("bold", fitting(plainText(head), options.columns), options),
    ...shown.map((entry, index) => entryLine(entry, first + index + 1, options)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ];
}

function entryLine(entry: QueueItem, place: number, options: PictureOptions): string {
  const { state = "?", prNumber = 0, prTitle = "", prAuthor = "" } = entry;
  const [glyph, style] = STATES[state] ?? ["?", "gray"];
  const mark = prNumber === options.marked ? ">" : " ";
  const position = state === "NOT_READY" ? "" : String(place);
  const before = `${mark}${position.padStart(4)}  `;
  const word = `${glyph} ${state.padEnd(STATE_WIDTH)}`;
  const author = prAuthor === "" ? "" : ` (by ${prAuthor})`;
  const age = ageOf(entry, options.now);
  const after = `${age === "" ? "-" : age.padEnd(6)}  #${prNumber} ${prTitle}${author}`;
  // The glyph may take two columns.
  const room = options.columns - before.length - word.length - 2;
  return `${before}${styled(style, word, options)} ${fitting(plainText(after), room)}`;
}

/** How long the state has lasted. */
function ageOf({ stateChangedAt }: QueueItem, now: number): string {
  const since = Date.parse(stateChangedAt ?? "");
  if (Number.isNaN(since)) return "";
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  return minutes < 60
    ? `${minutes}m`
    : `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, "0")}m`;
}

function styled(style: Style, text: string, { isColoured }: PictureOptions): string {
  return isColoured ? styleText(style, text, { validateStream: false }) : text;
}
