/** A queue as its page shows it: the rows of its table by lane, and the runs of its graph. */
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import {
  type Estimate,
  type Estimates,
  NO_ESTIMATES,
} from "../../../engine/explain/estimates/estimate-landings.js";
import { batchOf, freeSlots } from "../../../engine/model/lookup.js";
import type { Entry, EntryState, Queue } from "../../../engine/model/queue.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import { lanesByEntry } from "./lanes-by-entry.js";
import { liveRunOf, type Places, placeOfEntry, placesOf } from "./place-of.js";
import { firstWait, waitsFor } from "./waits-for.js";

/** A page shows at most so many rows; filters reach the others. */
export const MOST_ROWS = 1000;

export interface QueueFilter {
  readonly state: EntryState | null;
  /** A part of an author's name, in any case. */
  readonly author: string;
  readonly lane: string;
}

export interface QueueRow {
  /** null: not ready. */
  readonly place: number | null;
  readonly number: PullRequestNumber;
  readonly title: string;
  readonly author: string;
  readonly state: EntryState;
  readonly stateSince: number;
  readonly submittedAt: number;
  readonly priority: number;
  readonly lane: string;
  readonly waitsFor: string;
  /** null: unknown. */
  readonly expected: Estimate | null;
  /** The check or workflow of its run; null without a web address. */
  readonly runUrl: string | null;
  /** Its run, which its own page shows; null without one. */
  readonly run: TestRunId | null;
}

export interface QueueView {
  readonly name: QueueName;
  readonly queue: Queue;
  readonly version: number;
  readonly rows: readonly QueueRow[];
  /** Rows that match the filter but are not shown. */
  readonly hidden: number;
  readonly total: number;
  readonly lanes: readonly string[];
  readonly slots: { readonly used: number; readonly all: number };
  /** When the oldest entry was submitted; null without entries. */
  readonly oldestAt: number | null;
}

export const NO_FILTER: QueueFilter = { state: null, author: "", lane: "" };

export function queueView(
  { name, queue, version }: StoredQueue,
  filter: QueueFilter,
  estimates: Estimates = NO_ESTIMATES,
): QueueView {
  const places = placesOf(queue);
  const laneOf = lanesByEntry(queue);
  const author = filter.author.toLowerCase();
  const wanted = places.inOrder.filter(
    ({ facts, state }) =>
      (filter.state === null || state === filter.state) &&
      facts.author.toLowerCase().includes(author) &&
      (filter.lane === "" || laneOf(facts.number) === filter.lane),
  );
  const rows = wanted.slice(0, MOST_ROWS).map((entry) => {
    const { number } = entry.facts;
    return rowOf(queue, places, entry, laneOf(number), estimates.get(number) ?? null);
  });
  const all = queue.settings.concurrency;
  return {
    ...{ name, queue, version, rows },
    hidden: wanted.length - rows.length,
    total: queue.entries.length,
    lanes: [...new Set(places.inOrder.map(({ facts }) => laneOf(facts.number)))],
    slots: { used: Math.max(0, all - freeSlots(queue)), all },
    oldestAt: oldestOf(queue.entries),
  };
}

/** Rows of entries without a batch, which are nearly all of a long queue: each depends on its entry and these alone. */
interface WaitingRow {
  readonly queueState: Queue["state"];
  readonly settings: Queue["settings"];
  readonly row: QueueRow;
}

const waitingRows = new WeakMap<Entry, WaitingRow>();

function rowOf(
  queue: Queue,
  places: Places,
  entry: Entry,
  lane: string,
  expected: Estimate | null,
): QueueRow {
  if (batchOf(queue, entry.facts.number) !== undefined) return newRow(queue, places, entry, lane, expected);
  const { state, settings } = queue;
  const known = waitingRows.get(entry);
  if (known?.queueState === state && known.settings === settings) {
    const { row } = known;
    const place = places.placeOf.get(row.number) ?? null;
    if (row.place === place && row.lane === lane && isSameEstimate(row.expected, expected)) return row;
  }
  const row = newRow(queue, places, entry, lane, expected);
  waitingRows.set(entry, { queueState: state, settings, row });
  return row;
}

function isSameEstimate(one: Estimate | null, other: Estimate | null): boolean {
  return one?.from === other?.from && one?.middle === other?.middle && one?.until === other?.until;
}

function newRow(
  queue: Queue,
  places: Places,
  entry: Entry,
  lane: string,
  expected: Estimate | null,
): QueueRow {
  const { facts, state, stateSince, submittedAt, priority } = entry;
  const run = liveRunOf(queue, entry);
  const place = placeOfEntry(queue, places, entry);
  return {
    place: place.place,
    ...{ number: facts.number, title: facts.title, author: facts.author },
    ...{ state, stateSince, submittedAt, priority, lane, expected },
    waitsFor: firstWait(waitsFor(queue, entry, place, run)),
    runUrl: run?.checks.find(({ url }) => isWebAddress(url))?.url ?? null,
    run: run?.id ?? null,
  };
}

export function oldestOf(entries: readonly Entry[]): number | null {
  return entries.reduce<number | null>(
    (oldest, { submittedAt }) => (oldest === null || submittedAt < oldest ? submittedAt : oldest),
    null,
  );
}

/** Only such an address becomes a link: the URL of a check is untrusted text. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["https:", "http:"].includes(new URL(text).protocol);
}
