/**
 * Who touches a target last, of those that are put in one after another: whoever else has the target is ahead of that
 * one.
 */
import type { Touched } from "./overlap.js";
import { PlaceTable } from "./place-table.js";

export class NewestPlaces {
  /** Where in the two rows each name was put in last. */
  readonly #table = new PlaceTable((at) => this.#names[at] ?? "");
  readonly #names: string[] = [];
  readonly #places: number[] = [];
  #everything = -1;
  /** Those since the last one that touches everything. */
  #since = new Set<number>();

  /** The newest ones with any of these targets. After one that touches everything, nobody further ahead is asked. */
  meeting(touched: readonly Touched[]): ReadonlySet<number> {
    const met = new Set<number>();
    for (const part of touched) {
      if (part === "all") return this.#all();
      for (let at = 0; at < part.names.length; at++) {
        const place = this.#placeAt(this.#table.get(part.names[at] ?? "", part.hashes[at] ?? 0));
        if (place > this.#everything) met.add(place);
      }
    }
    if (this.#everything !== -1 && touchesAnything(touched)) met.add(this.#everything);
    return met;
  }

  /** It is the newest with all these targets from now on; `place` is one of those met, or newer than all. */
  put(place: number, touched: readonly Touched[]): ReadonlySet<number> {
    if (touched.includes("all")) return this.#putEverything(place);
    const met = new Set<number>();
    let last = place;
    for (const part of touched) {
      if (part === "all") continue;
      for (let at = 0; at < part.names.length; at++) {
        const before = this.#exchange(part.names[at] ?? "", part.hashes[at] ?? 0, place);
        if (before === last || before <= this.#everything || before === place) continue;
        met.add(before);
        last = before;
      }
    }
    if (!touchesAnything(touched)) return met;
    if (this.#everything !== -1 && this.#everything !== place) met.add(this.#everything);
    this.#since.add(place);
    return met;
  }

  /** Gives the place that the name had before; -1 when it had none. */
  #exchange(name: string, hash: number, place: number): number {
    const before = this.#table.put(name, hash, this.#places.length);
    this.#names.push(name);
    this.#places.push(place);
    return this.#placeAt(before);
  }

  /** An array is slow to say that it has nothing before its first one. */
  #placeAt(row: number): number {
    return row === -1 ? -1 : (this.#places[row] ?? -1);
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
    if (this.#everything !== -1) met.add(this.#everything);
    return met;
  }
}

function touchesAnything(touched: readonly Touched[]): boolean {
  return touched.some((part) => part === "all" || part.names.length > 0);
}
