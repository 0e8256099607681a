/**
 * Who has each target of those in a line: a chain from the newest one to the oldest. That tells on whom anybody depends
 * directly, and lets anybody in or out at any place while only those next to it in its chains are asked. A line has
 * tens of thousands of links, so that they are numbers in rows and not objects.
 */
import type { TargetNames } from "../overlap.js";
import { NOWHERE, PlaceTable } from "./place-table.js";

/** The end of every chain, and who has that. */
const NOBODY = NOWHERE;

/** One list of somebody in the line. */
export class Holder {
  /** Those further back have a greater one; the same for all lists of one. */
  readonly order: number;
  readonly list: TargetNames;
  /** Its links in the chains, one for each name of its list. */
  readonly links: Int32Array;
  /** Which one in the line it is, counted from the front; whoever goes through the line says so anew. */
  place = 0;
  /** Those next ahead in its chains; null when that has to be found out anew. */
  nextAhead: readonly Holder[] | null = null;

  constructor(order: number, list: TargetNames) {
    this.order = order;
    this.list = list;
    this.links = new Int32Array(list.names.length);
  }
}

export class TargetChains {
  readonly #newest = new PlaceTable((link) => this.#nameAt(link));
  /** Four numbers for each link, next to each other in memory, by the offsets below; also for the end of every chain. */
  #rows = new Int32Array(SMALLEST_ROWS);
  readonly #holders: (Holder | undefined)[] = [undefined];
  readonly #vacant: number[] = [];
  /** Links never used yet begin here. */
  #unused = 1;
  /** Links that were used, and are free again: so many of the first ones in the row. */
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
   * Everybody ahead that shares a target with it is one of these, or ahead of one of these. Of a name that several lists
   * of one have, only one of them tells who is next.
   */
  nextAhead(holder: Holder): readonly Holder[] {
    holder.nextAhead ??= this.#findNextAhead(holder);
    return holder.nextAhead;
  }

  /** Whether anybody has one of these targets. */
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
      // Two lists of one may have a name in common.
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

  /** Fills in one for each of the holder's names, in no chain yet. */
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
/** The number of its holder; none for the end of a chain. */
const HOLDER = 2;
/** Which of its holder's names it is for. */
const NAME = 3;
