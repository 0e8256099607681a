/**
 * Answers about thousands of entries without looking at each: an index goes along with every list of entries. A list
 * that was sealed never changes; its successor takes the index over and only what changed is noted, so that the older list, should
 * anybody ask about it again, gets a new one.
 */
import type { PullRequestNumber } from "../domain/ids.js";
import type { Entry } from "./queue.js";

export interface EntryIndex {
  readonly byNumber: ReadonlyMap<PullRequestNumber, Entry>;
  /** Not admitted yet and not over, in no particular order. */
  readonly unready: ReadonlyMap<PullRequestNumber, Entry>;
  /** Over, and about to leave the queue. */
  readonly ended: ReadonlyMap<PullRequestNumber, Entry>;
  /** Admitted and not over, by priority, each list in order of submission. */
  readonly admitted: ReadonlyMap<number, readonly Entry[]>;
}

class Index implements EntryIndex {
  readonly byNumber = new Map<PullRequestNumber, Entry>();
  readonly unready = new Map<PullRequestNumber, Entry>();
  readonly ended = new Map<PullRequestNumber, Entry>();
  readonly admitted = new Map<number, Entry[]>();
  /** The list it goes along with, while nobody but the decision that made it knows that. */
  list: Entry[] | null = null;
  /** Where the last one was replaced among its equals. */
  #near = 0;
  /** Who was added or replaced, list after list; begun anew before it gets long. */
  changes: PullRequestNumber[] = [];

  add(entry: Entry): void {
    const { number } = entry.facts;
    this.byNumber.set(number, entry);
    if (entry.ended !== null) this.ended.set(number, entry);
    else if (entry.admittedAt === null) this.unready.set(number, entry);
    else this.#admit(entry);
  }

  remove(entry: Entry): void {
    const { number } = entry.facts;
    this.byNumber.delete(number);
    this.unready.delete(number);
    this.ended.delete(number);
    if (entry.ended === null && entry.admittedAt !== null) this.#dismiss(entry);
  }

  replace(old: Entry, entry: Entry): void {
    const equals = isAdmitted(old) && isAdmitted(entry) ? this.admitted.get(old.priority) : undefined;
    if (equals !== undefined && old.priority === entry.priority) {
      this.#near = positionOf(equals, old.sequence, this.#near);
      equals[this.#near] = entry;
      this.byNumber.set(entry.facts.number, entry);
      return;
    }
    this.remove(old);
    this.add(entry);
  }

  #admit(entry: Entry): void {
    const equals = this.admitted.get(entry.priority);
    if (equals === undefined) this.admitted.set(entry.priority, [entry]);
    else equals.splice(positionOf(equals, entry.sequence), 0, entry);
  }

  #dismiss({ priority, sequence }: Entry): void {
    const equals = this.admitted.get(priority) ?? [];
    equals.splice(positionOf(equals, sequence), 1);
    if (equals.length === 0) this.admitted.delete(priority);
  }
}

const indexes = new WeakMap<readonly Entry[], Index>();

/** How far the changes were when a list was made. */
const marks = new WeakMap<
  readonly Entry[],
  { readonly changes: readonly PullRequestNumber[]; readonly at: number }
>();

const MAX_CHANGES = 10_000;

export function indexOf(entries: readonly Entry[]): EntryIndex {
  return ownedIndex(entries);
}

/** Puts each entry in the place of the one of the same stay; those that are not there are left out. */
export function replacedEntries(entries: readonly Entry[], changed: readonly Entry[]): readonly Entry[] {
  const next = entries.slice();
  const index = handedOver(entries, next);
  exchange(next, index, changed);
  return marked(next, index);
}

/** From now on the list stays what it is: others know it. */
export function seal(entries: readonly Entry[]): void {
  ownedIndex(entries).list = null;
}

/**
 * The same for what only says how entries stand. A list that was made since the last seal is changed in place, since
 * copying ten thousand entries costs more than all else that is done about a few of them.
 */
export function annotatedEntries(entries: readonly Entry[], changed: readonly Entry[]): readonly Entry[] {
  const index = ownedIndex(entries);
  if (index.list !== entries) return replacedEntries(entries, changed);
  exchange(index.list, index, changed);
  return marked(entries, index);
}

function exchange(list: Entry[], index: Index, changed: readonly Entry[]): void {
  let position = 0;
  for (const entry of changed) {
    position = positionOf(list, entry.sequence, position);
    const old = list[position];
    if (old?.sequence !== entry.sequence) continue;
    list[position] = entry;
    index.replace(old, entry);
    index.changes.push(entry.facts.number);
  }
}

/** `entry` is the newest of all. */
export function appendedEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const next = entries.concat([entry]);
  const index = handedOver(entries, next);
  index.add(entry);
  index.changes.push(entry.facts.number);
  return marked(next, index);
}

/** Without those that are over; a list made since the last seal is the very one that comes back. */
export function withoutEnded(entries: readonly Entry[]): readonly Entry[] {
  const index = ownedIndex(entries);
  const ended = [...index.ended.values()];
  if (ended.length === 0) return entries;
  const next = index.list === entries ? index.list : entries.slice();
  if (next !== entries) handedOver(entries, next);
  for (const entry of ended) {
    next.splice(positionOf(next, entry.sequence), 1);
    index.remove(entry);
  }
  return marked(next, index);
}

/**
 * Those of `after` that `before` has not, or has otherwise; from the older list to the newer one mostly. Some may have
 * left since.
 */
export function changedBetween(
  before: readonly Entry[],
  after: readonly Entry[],
): readonly PullRequestNumber[] {
  if (before === after) return [];
  const from = marks.get(before);
  const to = marks.get(after);
  if (from !== undefined && from.changes === to?.changes && from.at <= to.at)
    return to.changes.slice(from.at, to.at);
  return after.filter((entry, position) => entry !== before[position]).map(({ facts }) => facts.number);
}

function ownedIndex(entries: readonly Entry[]): Index {
  const known = indexes.get(entries);
  if (known !== undefined) return known;
  const index = new Index();
  for (const entry of entries) index.add(entry);
  indexes.set(entries, index);
  marked(entries, index);
  return index;
}

function marked(entries: readonly Entry[], { changes }: Index): readonly Entry[] {
  marks.set(entries, { changes, at: changes.length });
  return entries;
}

function handedOver(entries: readonly Entry[], next: Entry[]): Index {
  const index = ownedIndex(entries);
  index.list = next;
  indexes.delete(entries);
  indexes.set(next, index);
  if (index.changes.length > MAX_CHANGES) index.changes = [];
  return index;
}

function isAdmitted(entry: Entry): boolean {
  return entry.ended === null && entry.admittedAt !== null;
}

/**
 * Of the first one submitted with this sequence or later: entries always stand in order of submission. It is looked for
 * from `near` on, in growing steps, since those that change together mostly stand together.
 */
function positionOf(entries: readonly Entry[], sequence: number, near = 0): number {
  const newest = entries.at(-1);
  if (newest === undefined || newest.sequence < sequence) return entries.length;
  let low = (entries[near - 1]?.sequence ?? Infinity) < sequence ? near : 0;
  let high = low;
  for (let step = 1; (entries[high]?.sequence ?? Infinity) < sequence; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, entries.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}
