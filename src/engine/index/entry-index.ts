/**
 * An index per list of entries, so that look-ups do not scan thousands of them. A sealed list never changes. The
 * list of the next decision takes over its index; a later look-up in the sealed list builds a new one. During a decision
 * the list is changed in place, and then sealed: copying ten thousand entries would take most of the decision's time. A
 * caller that needs the changes since some point takes a mark there.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Entry } from "../model/queue.js";

type ByNumber = ReadonlyMap<PullRequestNumber, Entry>;

export interface EntryIndex extends Readonly<Record<Kind, ByNumber>> {
  readonly byNumber: ByNumber;
  /** Admitted and not ended, by priority, each list in order of submission. */
  readonly admitted: ReadonlyMap<number, readonly Entry[]>;
}

type Kind = "unready" | "ended" | "retargeted" | "troubled" | "returned";

/** The kinds of entries with a map, which is unordered. */
const KINDS: readonly (readonly [Kind, (entry: Entry) => boolean])[] = [
  // Neither admitted nor ended.
  ["unready", ({ ended, admittedAt }) => ended === null && admittedAt === null],
  // Ended, and leaves the queue with this decision.
  ["ended", ({ ended }) => ended !== null],
  // Its earlier targets still count.
  ["retargeted", ({ earlierTargets }) => earlierTargets !== null],
  // Unreadable, or has to land alone.
  ["troubled", ({ trouble, isApart }) => trouble !== undefined || isApart === true],
  // Admitted again after an eviction.
  [
    "returned",
    ({ earlierSequence, admittedAt, ended }) =>
      earlierSequence !== undefined && admittedAt !== null && ended === null,
  ],
];

class Index implements EntryIndex {
  readonly byNumber = new Map<PullRequestNumber, Entry>();
  readonly unready = new Map<PullRequestNumber, Entry>();
  readonly ended = new Map<PullRequestNumber, Entry>();
  readonly admitted = new Map<number, Entry[]>();
  readonly retargeted = new Map<PullRequestNumber, Entry>();
  readonly troubled = new Map<PullRequestNumber, Entry>();
  readonly returned = new Map<PullRequestNumber, Entry>();
  /** The list under change, known only to the current decision; null once sealed. */
  list: Entry[] | null = null;
  /** The position of the last replacement among entries of one priority. */
  #near = 0;
  /** Added and replaced entries, across lists; cleared when it gets long. */
  changes: PullRequestNumber[] = [];
  /** The entries whose changes affect a plan. */
  replanned: PullRequestNumber[] = [];

  /** Adds an entry, or replaces `old`, the earlier one of the same pull request. */
  put(entry: Entry, old?: Entry): void {
    const { number } = entry.facts;
    this.byNumber.set(number, entry);
    for (const [kind, isOfKind] of KINDS) {
      if (isOfKind(entry)) this[kind].set(number, entry);
      else if (old !== undefined && isOfKind(old)) this[kind].delete(number);
    }
    const before = old !== undefined && isAdmitted(old) ? this.admitted.get(old.priority) : undefined;
    if (old !== undefined && before !== undefined && isAdmitted(entry) && old.priority === entry.priority) {
      this.#near = positionOf(before, old.sequence, this.#near);
      before[this.#near] = entry;
      return;
    }
    if (old !== undefined) this.#dismiss(old);
    if (isAdmitted(entry)) this.#admit(entry);
  }

  remove(entry: Entry): void {
    const { number } = entry.facts;
    this.byNumber.delete(number);
    for (const [kind] of KINDS) this[kind].delete(number);
    this.#dismiss(entry);
  }

  #admit(entry: Entry): void {
    const equals = this.admitted.get(entry.priority);
    if (equals === undefined) this.admitted.set(entry.priority, [entry]);
    else equals.splice(positionOf(equals, entry.sequence), 0, entry);
  }

  #dismiss(entry: Entry): void {
    if (!isAdmitted(entry)) return;
    const equals = this.admitted.get(entry.priority) ?? [];
    equals.splice(positionOf(equals, entry.sequence), 1);
    if (equals.length === 0) this.admitted.delete(entry.priority);
  }
}

const indexes = new WeakMap<readonly Entry[], Index>();

/** A position in the changes to a list. */
export interface Mark {
  readonly changes: readonly PullRequestNumber[];
  readonly at: number;
  readonly replannedAt: number;
}

const MAX_CHANGES = 10_000;

export function indexOf(entries: readonly Entry[]): EntryIndex {
  return ownedIndex(entries);
}

/** Ends changes in place: other code now holds the list. */
export function seal(entries: readonly Entry[]): void {
  const index = ownedIndex(entries);
  index.list = null;
  if (index.changes.length <= MAX_CHANGES) return;
  index.changes = [];
  index.replanned = [];
}

export function markOf(entries: readonly Entry[]): Mark {
  const { changes, replanned } = ownedIndex(entries);
  return { changes, at: changes.length, replannedAt: replanned.length };
}

/**
 * Entries added or replaced since the mark; some may have left. null: the list does not descend from the marked one.
 */
export function changedSince(mark: Mark, entries: readonly Entry[]): readonly PullRequestNumber[] | null {
  const { changes } = ownedIndex(entries);
  return changes === mark.changes ? changes.slice(mark.at) : null;
}

/** The same, limited to changes that affect a plan. */
export function replannedSince(mark: Mark, entries: readonly Entry[]): readonly PullRequestNumber[] | null {
  const { changes, replanned } = ownedIndex(entries);
  return changes === mark.changes ? replanned.slice(mark.replannedAt) : null;
}

/** Replaces entries by sequence; ignores changed entries that are not in the list. */
export function replacedEntries(entries: readonly Entry[], changed: readonly Entry[]): readonly Entry[] {
  const { next, index } = unsealed(entries);
  let position = 0;
  for (const entry of changed) {
    position = positionOf(next, entry.sequence, position);
    const old = next[position];
    if (old?.sequence !== entry.sequence) continue;
    next[position] = entry;
    index.put(entry, old);
    index.changes.push(entry.facts.number);
    if (!isPlannedAlike(old, entry)) index.replanned.push(entry.facts.number);
  }
  return next;
}

/** Appends the newest entry. */
export function appendedEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const { next, index } = unsealed(entries, [entry]);
  index.put(entry);
  index.changes.push(entry.facts.number);
  return next;
}

/** Removes ended entries. */
export function withoutEnded(entries: readonly Entry[]): readonly Entry[] {
  const ended = [...ownedIndex(entries).ended.values()];
  if (ended.length === 0) return entries;
  const { next, index } = unsealed(entries);
  for (const entry of ended) {
    next.splice(positionOf(next, entry.sequence), 1);
    index.remove(entry);
  }
  return next;
}

/** The list itself, or its successor if it is sealed, with `added` at the end. */
function unsealed(
  entries: readonly Entry[],
  added: readonly Entry[] = [],
): { readonly next: Entry[]; readonly index: Index } {
  const index = ownedIndex(entries);
  if (index.list === entries) {
    index.list.push(...added);
    return { next: index.list, index };
  }
  const next = entries.concat(added);
  index.list = next;
  indexes.delete(entries);
  indexes.set(next, index);
  return { next, index };
}

function ownedIndex(entries: readonly Entry[]): Index {
  const known = indexes.get(entries);
  if (known !== undefined) return known;
  const index = new Index();
  for (const entry of entries) index.put(entry);
  indexes.set(entries, index);
  return index;
}

/** Whether the fields that a plan depends on are the same. */
function isPlannedAlike(one: Entry, other: Entry): boolean {
  return (
    one.facts === other.facts &&
    one.submittedAt === other.submittedAt &&
    one.targets === other.targets &&
    one.earlierTargets === other.earlierTargets
  );
}

function isAdmitted(entry: Entry): boolean {
  return entry.ended === null && entry.admittedAt !== null;
}

/**
 * Index of the first entry with this sequence or a higher one; entries are in order of submission. Searches from `near`
 * in growing steps, because entries that change together are usually close to each other.
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
