/**
 * Who touches a target last, of those that are put in one after another: whoever else has the target is ahead of that
 * one.
 */
import { listsOf, type TargetNames, type Touched } from "./overlap.js";
import { PlaceTable } from "./place-table.js";

/** Ahead of all. */
const NOBODY = -1;

export class NewestPlaces {
  /** Where in the two rows each name was put in last; they begin with that of a name that never was. */
  readonly #table = new PlaceTable((at) => this.#names[at] ?? "");
  readonly #names = [""];
  readonly #places = [NOBODY];
  #everything = NOBODY;
  /** Those since the last one that touches everything. */
  #since = new Set<number>();

  /** The newest ones with any of these targets. After one that touches everything, nobody further ahead is asked. */
  meeting(touched: readonly Touched[]): ReadonlySet<number> {
    const lists = listsOf(touched);
    if (lists === null) return this.#all();
    const met = new Set<number>();
    for (const { names, hashes } of lists) {
      let at = 0;
      for (const name of names) {
        const place = this.#placeAt(this.#table.get(name, hashes[at++] ?? 0));
        if (place > this.#everything) met.add(place);
      }
    }
    if (this.#everything !== NOBODY && hasAny(lists)) met.add(this.#everything);
    return met;
  }

  /** It is the newest with all these targets from now on; `place` is one of those met, or newer than all. */
  put(place: number, touched: readonly Touched[]): ReadonlySet<number> {
    const lists = listsOf(touched);
    if (lists === null) return this.#putEverything(place);
    const met = new Set<number>();
    let last = place;
    for (const { names, hashes } of lists) {
      let at = 0;
      for (const name of names) {
        const before = this.#exchange(name, hashes[at++] ?? 0, place);
        if (before === last || before <= this.#everything || before === place) continue;
        met.add(before);
        last = before;
      }
    }
    if (!hasAny(lists)) return met;
    if (this.#everything !== NOBODY && this.#everything !== place) met.add(this.#everything);
    this.#since.add(place);
    return met;
  }

  /** Gives the place that the name had before. */
  #exchange(name: string, hash: number, place: number): number {
    const before = this.#table.put(name, hash, this.#places.length);
    this.#names.push(name);
    this.#places.push(place);
    return this.#placeAt(before);
  }

  #placeAt(row: number): number {
    return this.#places[row] ?? NOBODY;
  }

  #putEverything(place: number): ReadonlySet<number> {
    const met = this.#all();
    this.#everything = place;
    this.#since = new Set();
    met.delete(place);
    return met;
  }

  #all(): Set<number> {
    const met = new Set(this.#since);
    if (this.#everything !== NOBODY) met.add(this.#everything);
    return met;
  }
}

function hasAny(lists: readonly TargetNames[]): boolean {
  return lists.some(({ names }) => names.length > 0);
}
