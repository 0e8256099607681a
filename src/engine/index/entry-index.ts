/**
 * Answers about thousands of entries without looking at each: an index goes along with every list of entries. A list
 * that was sealed never changes; its successor takes the index over, so that the older list, should anybody ask about
 * it again, gets a new one. The successor is one list for a whole decision, changed in place until it is sealed, since
 * copying ten thousand entries costs more than all else that is done about a few of them: who wants to know what
 * changed marks how far the changes had come.
 */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Entry } from "../queue.js";

type ByNumber = ReadonlyMap<PullRequestNumber, Entry>;

export interface EntryIndex extends Readonly<Record<Kind, ByNumber>> {
  readonly byNumber: ByNumber;
  /** Admitted and not over, by priority, each list in order of submission. */
  readonly admitted: ReadonlyMap<number, readonly Entry[]>;
}

type Kind = "unready" | "ended" | "retargeted" | "troubled";

/** Which entries are of a kind; in its map they are in no particular order. */
const KINDS: readonly (readonly [Kind, (entry: Entry) => boolean])[] = [
  // Not admitted yet and not over.
  ["unready", ({ ended, admittedAt }) => ended === null && admittedAt === null],
  // Over, and about to leave the queue.
  ["ended", ({ ended }) => ended !== null],
  // Its earlier targets still count.
  ["retargeted", ({ earlierTargets }) => earlierTargets !== null],
  // It cannot be read, or was set apart.
  ["troubled", ({ trouble, isApart }) => trouble !== undefined || isApart === true],
];

class Index implements EntryIndex {
  readonly byNumber = new Map<PullRequestNumber, Entry>();
  readonly unready = new Map<PullRequestNumber, Entry>();
  readonly ended = new Map<PullRequestNumber, Entry>();
  readonly admitted = new Map<number, Entry[]>();
  readonly retargeted = new Map<PullRequestNumber, Entry>();
  readonly troubled = new Map<PullRequestNumber, Entry>();
  /** The list it goes along with, while nobody but the decision that made it knows that; null once it is sealed. */
  list: Entry[] | null = null;
  /** Where the last one was replaced among its equals. */
  #near = 0;
  /** Who was added or replaced, list after list; begun anew before it gets long. */
  changes: PullRequestNumber[] = [];
  /** Those among them of whom a plan says something else since. */
  replanned: PullRequestNumber[] = [];

  /** Instead of `old`, the entry of the same pull request that was there before. */
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

/** How far the changes to a list had come. */
export interface Mark {
  readonly changes: readonly PullRequestNumber[];
  readonly at: number;
  readonly replannedAt: number;
}

const MAX_CHANGES = 10_000;

export function indexOf(entries: readonly Entry[]): EntryIndex {
  return ownedIndex(entries);
}

/** From now on the list stays what it is: others know it. */
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

/** Who was added or replaced since; some may have left again. Null when the list does not come of the one marked. */
export function changedSince(mark: Mark, entries: readonly Entry[]): readonly PullRequestNumber[] | null {
  const { changes } = ownedIndex(entries);
  return changes === mark.changes ? changes.slice(mark.at) : null;
}

/** The same of those of whom a plan may say something else. */
export function replannedSince(mark: Mark, entries: readonly Entry[]): readonly PullRequestNumber[] | null {
  const { changes, replanned } = ownedIndex(entries);
  return changes === mark.changes ? replanned.slice(mark.replannedAt) : null;
}

/** Puts each entry in the place of the one of the same stay; those that are not there are left out. */
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

/** `entry` is the newest of all. */
export function appendedEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const { next, index } = unsealed(entries, [entry]);
  index.put(entry);
  index.changes.push(entry.facts.number);
  return next;
}

/** Without those that are over. */
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

/** The very list while it is not sealed, otherwise its successor; with those added at its end. */
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

/** Nothing else of an entry goes into a plan. */
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
