/**
 * Who has each target of those in a line: a chain from the newest one to the oldest. That tells on whom anybody depends
 * directly, and lets anybody in or out at any place while only those next to it in its chains are asked. A line has
 * tens of thousands of links, so that they are numbers in rows and not objects.
 */
import type { TargetNames } from "./overlap.js";
import { PlaceTable } from "./place-table.js";

/** The end of every chain. */
const NOBODY = 0;

/** One in the line, at a place of its own. */
export class Holder {
  /** Those further back have a greater one. */
  readonly order: number;
  readonly lists: readonly TargetNames[];
  /** Its links in the chains, one for each name of its lists. */
  readonly links: Int32Array;
  /** Which one in the line it is, counted from the front; whoever goes through the line says so anew. */
  place = -1;
  /** Those next ahead in its chains; null when that has to be found out anew. */
  nextAhead: readonly Holder[] | null = null;

  constructor(order: number, lists: readonly TargetNames[]) {
    this.order = order;
    this.lists = lists;
    this.links = new Int32Array(lists.reduce((sum, { names }) => sum + names.length, 0));
  }
}

export class TargetChains {
  readonly #newest = new PlaceTable();
  /** For each link the next one ahead in its chain, or the next free one. */
  #ahead = new Int32Array(SMALLEST);
  /** For each link the next one behind in its chain. */
  #behind = new Int32Array(SMALLEST);
  /** For each link the number of its holder; none for the end of a chain. */
  #holderOf = new Int32Array(SMALLEST).fill(-1, NOBODY, NOBODY + 1);
  readonly #holders: (Holder | undefined)[] = [];
  readonly #vacant: number[] = [];
  /** The order of the one furthest back that there ever was. */
  #greatest = -Infinity;
  /** Links never used yet begin here. */
  #unused = 1;
  #firstFree = NOBODY;

  admit(holder: Holder): void {
    const number = this.#vacant.pop() ?? this.#holders.length;
    this.#holders[number] = holder;
    this.#greatest = Math.max(this.#greatest, holder.order);
    let at = 0;
    for (const { names, hashes } of holder.lists) {
      for (let index = 0; index < names.length; index++) {
        const link = this.#take(number);
        holder.links[at++] = link;
        this.#enter(names[index] ?? "", hashes[index] ?? 0, link, holder.order);
      }
    }
    holder.nextAhead = null;
  }

  dismiss(holder: Holder): void {
    let at = 0;
    for (const { names, hashes } of holder.lists) {
      for (let index = 0; index < names.length; index++) {
        const link = holder.links[at++] ?? NOBODY;
        this.#leave(names[index] ?? "", hashes[index] ?? 0, link);
      }
    }
    const number = this.#holders.indexOf(holder);
    this.#holders[number] = undefined;
    this.#vacant.push(number);
    for (const link of holder.links) {
      this.#ahead[link] = this.#firstFree;
      this.#firstFree = link;
    }
  }

  /** Everybody ahead that shares a target with it is one of these, or ahead of one of these. */
  nextAhead(holder: Holder): readonly Holder[] {
    holder.nextAhead ??= this.#findNextAhead(holder);
    return holder.nextAhead;
  }

  /** Whether anybody has one of these targets. */
  hasAny({ names, hashes }: TargetNames): boolean {
    return names.some((name, index) => this.#newest.get(name, hashes[index] ?? 0) !== -1);
  }

  #findNextAhead(holder: Holder): readonly Holder[] {
    const found = new Set<Holder>();
    let last = -1;
    for (const link of holder.links) {
      const ahead = this.#ahead[link] ?? NOBODY;
      if (ahead === NOBODY) continue;
      const number = this.#holderOf[ahead] ?? -1;
      if (number === last) continue;
      last = number;
      const other = this.#holders[number];
      // Two lists of one holder may have a name in common.
      if (other !== undefined && other !== holder) found.add(other);
    }
    return [...found];
  }

  #enter(name: string, hash: number, link: number, order: number): void {
    const newest = this.#newest.put(name, hash, link);
    this.#ahead[link] = NOBODY;
    this.#behind[link] = NOBODY;
    if (newest === -1) return;
    if (order >= this.#greatest || this.#orderOf(newest) <= order) {
      this.#ahead[link] = newest;
      this.#behind[newest] = link;
    } else {
      this.#newest.put(name, hash, newest);
      this.#insert(link, newest, order);
    }
  }

  #insert(link: number, newest: number, order: number): void {
    let behind = newest;
    let ahead = this.#ahead[behind] ?? NOBODY;
    while (this.#orderOf(ahead) > order) {
      behind = ahead;
      ahead = this.#ahead[behind] ?? NOBODY;
    }
    this.#join(link, ahead);
    this.#join(behind, link);
  }

  #leave(name: string, hash: number, link: number): void {
    const ahead = this.#ahead[link] ?? NOBODY;
    const behind = this.#behind[link] ?? NOBODY;
    if (behind !== NOBODY || ahead !== NOBODY) this.#join(behind, ahead);
    if (behind !== NOBODY) return;
    if (ahead === NOBODY) this.#newest.remove(name, hash);
    else this.#newest.put(name, hash, ahead);
  }

  #join(behind: number, ahead: number): void {
    if (ahead !== NOBODY) this.#behind[ahead] = behind;
    if (behind === NOBODY) return;
    this.#ahead[behind] = ahead;
    const holder = this.#holders[this.#holderOf[behind] ?? -1];
    if (holder !== undefined) holder.nextAhead = null;
  }

  #orderOf(link: number): number {
    return this.#holders[this.#holderOf[link] ?? -1]?.order ?? -Infinity;
  }

  #take(holder: number): number {
    let link = this.#firstFree;
    if (link === NOBODY) {
      if (this.#unused === this.#ahead.length) this.#grow();
      link = this.#unused++;
    } else this.#firstFree = this.#ahead[link] ?? NOBODY;
    this.#holderOf[link] = holder;
    return link;
  }

  #grow(): void {
    this.#ahead = twiceAsLong(this.#ahead);
    this.#behind = twiceAsLong(this.#behind);
    this.#holderOf = twiceAsLong(this.#holderOf);
  }
}

const SMALLEST = 1024;

function twiceAsLong(row: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(row.length * 2);
  longer.set(row);
  return longer;
}
