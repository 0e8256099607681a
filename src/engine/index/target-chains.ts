/**
 * For each target, a chain of the holders in a line that have it, newest first. The next link is a direct dependency,
 * and inserting or removing a holder touches only its neighbours. A line has tens of thousands of links, so they are
 * numbers in arrays instead of objects.
 */
import type { TargetNames } from "../planning/overlap.js";
import { NOWHERE, PlaceTable } from "./place-table.js";

/** The end of every chain, and its holder. */
const NOBODY = NOWHERE;

/** One list of targets of a member of the line. */
export class Holder {
  /** Increases from front to back; equal for all lists of one member. */
  readonly order: number;
  readonly list: TargetNames;
  /** Its links, one per name of its list. */
  readonly links: Int32Array;
  /** Index in the line, set by each pass over the line. */
  place = 0;
  /** Cached result of `nextAhead`; null after its chains changed. */
  nextAhead: readonly Holder[] | null = null;

  constructor(order: number, list: TargetNames) {
    this.order = order;
    this.list = list;
    this.links = new Int32Array(list.names.length);
  }
}

export class TargetChains {
  readonly #newest = new PlaceTable((link) => this.#nameAt(link));
  /** Four adjacent numbers per link, at the offsets below; row 0 is the end of every chain. */
  #rows = new Int32Array(SMALLEST_ROWS);
  readonly #holders: (Holder | undefined)[] = [undefined];
  readonly #vacant: number[] = [];
  /** The first link that was never used. */
  #unused = 1;
  /** A stack of freed links; `#freeCount` is its size. */
  #free = new Int32Array(SMALLEST);
  #freeCount = 0;

  admit(holder: Holder): void {
    const number = this.#vacant.pop() ?? this.#holders.length;
    this.#holders[number] = holder;
    this.#takeLinks(holder.links, number);
    const { order, links } = holder;
    const { names, hashes } = holder.list;
    for (let index = 0; index < names.length; index++) {
      this.#enter(names[index] ?? "", hashes[index] ?? 0, links[index] ?? NOBODY, order);
    }
    holder.nextAhead = null;
  }

  dismiss(holder: Holder): void {
    const { links } = holder;
    const { names, hashes } = holder.list;
    for (let index = 0; index < names.length; index++) {
      this.#leave(names[index] ?? "", hashes[index] ?? 0, links[index] ?? NOBODY);
    }
    const number = this.#holders.indexOf(holder);
    this.#holders[number] = undefined;
    this.#vacant.push(number);
    this.#free.set(holder.links, this.#freeCount);
    this.#freeCount += holder.links.length;
  }

  /**
   * The direct dependencies: every holder ahead that shares a target is one of these, or is reachable from one. For a
   * name in several lists of one member, only one of these lists has the link to another member.
   */
  nextAhead(holder: Holder): readonly Holder[] {
    holder.nextAhead ??= this.#findNextAhead(holder);
    return holder.nextAhead;
  }

  /** Whether any holder has one of these targets. */
  hasAny({ names, hashes }: TargetNames): boolean {
    return names.some((name, index) => this.#newest.get(name, hashes[index] ?? 0) !== NOWHERE);
  }

  #findNextAhead(holder: Holder): readonly Holder[] {
    const found = new Set<Holder>();
    let last = NOBODY;
    for (const link of holder.links) {
      const ahead = this.#at(link, AHEAD);
      if (ahead === NOBODY) continue;
      const number = this.#at(ahead, HOLDER);
      if (number === last) continue;
      last = number;
      const other = this.#holders[number];
      // Two lists of one member may share a name.
      if (other !== undefined && other.order !== holder.order) found.add(other);
    }
    return [...found];
  }

  #enter(name: string, hash: number, link: number, order: number): void {
    const newest = this.#newest.put(name, hash, link);
    if (newest === NOBODY) return;
    if (this.#orderOf(newest) <= order) {
      this.#set(link, AHEAD, newest);
      this.#set(newest, BEHIND, link);
    } else {
      this.#newest.put(name, hash, newest);
      this.#insert(link, newest, order);
    }
  }

  #insert(link: number, newest: number, order: number): void {
    let behind = newest;
    let ahead = this.#at(behind, AHEAD);
    while (this.#orderOf(ahead) > order) {
      behind = ahead;
      ahead = this.#at(behind, AHEAD);
    }
    this.#join(link, ahead);
    this.#join(behind, link);
  }

  #leave(name: string, hash: number, link: number): void {
    const ahead = this.#at(link, AHEAD);
    const behind = this.#at(link, BEHIND);
    if (behind !== NOBODY) {
      this.#join(behind, ahead);
    } else if (ahead !== NOBODY) {
      this.#set(ahead, BEHIND, NOBODY);
      this.#newest.put(name, hash, ahead);
    } else {
      this.#newest.remove(name, hash);
    }
  }

  #join(behind: number, ahead: number): void {
    this.#set(ahead, BEHIND, behind);
    this.#set(behind, AHEAD, ahead);
    const holder = this.#holders[this.#at(behind, HOLDER)];
    if (holder !== undefined) holder.nextAhead = null;
  }

  #at(link: number, offset: number): number {
    return this.#rows[link * ROW + offset] ?? NOBODY;
  }

  #set(link: number, offset: number, number: number): void {
    this.#rows[link * ROW + offset] = number;
  }

  #orderOf(link: number): number {
    return this.#holders[this.#at(link, HOLDER)]?.order ?? -Infinity;
  }

  #nameAt(link: number): string {
    return this.#holders[this.#at(link, HOLDER)]?.list.names[this.#at(link, NAME)] ?? "";
  }

  /** Allocates a link per name of the holder, in no chain yet. */
  #takeLinks(links: Int32Array, holder: number): void {
    while ((this.#unused + links.length - this.#freeCount) * ROW > this.#rows.length) this.#grow();
    const rows = this.#rows;
    for (let name = 0; name < links.length; name++) {
      const link = this.#freeCount === 0 ? this.#unused++ : (this.#free[--this.#freeCount] ?? NOBODY);
      links[name] = link;
      const row = link * ROW;
      rows[row + AHEAD] = NOBODY;
      rows[row + BEHIND] = NOBODY;
      rows[row + HOLDER] = holder;
      rows[row + NAME] = name;
    }
  }

  #grow(): void {
    this.#rows = twiceAsLong(this.#rows);
    this.#free = twiceAsLong(this.#free);
  }
}

function twiceAsLong(row: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(row.length * 2);
  longer.set(row);
  return longer;
}

const SMALLEST = 1024;
const ROW = 4;
const SMALLEST_ROWS = SMALLEST * ROW;
/** The next link ahead in its chain. */
const AHEAD = 0;
/** The next link behind in its chain. */
const BEHIND = 1;
/** The number of its holder. */
const HOLDER = 2;
/** The index of its name in the holder's list. */
const NAME = 3;
