/**
 * START HERE: fast look-ups over a queue, and the only entry point of this folder. Each returns what a loop over every
 * item would, which is the oracle in its tests. Nothing here is stored: a dropped index is rebuilt from the queue.
 *
 * What may change, by which code, and when:
 * - Lists of a queue never change once another function has them, so `remembered` and `lookUpInOrder` use their identity.
 * - The list of entries is the exception. During one decision `replacedEntries`, `appendedEntry` and `withoutEnded`
 *   change it in place, with its index; `decideBy` seals it before the first step and after the last. Code that compares
 *   with the time before a step takes a mark first, and no code reads the entries of a queue that a step has replaced.
 * - A `PlaceSet` and a `NumberIndex` are filled by the function that makes them, and never after it has returned them.
 * - A `TargetGraph` changes in `follow` alone, called by its owner: the lanes, the groups of waiting entries, or a rule
 *   for one step. Only the graph changes its `TargetChains`, and only these their `PlaceTable`.
 *
 * Simpler forms do not hold `npm run bench:engine`. Each was measured alone, as medians with and without it:
 * - an index of entries that is built for each question: the benchmark does not end in 170 s, instead of 25 s;
 * - a `TargetGraph` that is built for each line: a passed check in parallel mode takes 1.1 ms instead of 0.14 ms, and the
 *   slowest hundredth 11 ms, where 1 ms is the limit;
 * - a `Map` as `PlaceTable`: to link an entry takes 3.3 µs instead of 1.2 µs, and in the slowest hundredth 152 µs, where
 *   50 µs are the limit;
 * - a `Map` as `NumberIndex`: a test branch in a line of 1,000 takes 130 µs instead of 96 µs;
 * - a `Map` in `lookUpInOrder`: changed targets in a line of 1,000 take 240 µs instead of 190 µs.
 */
export {
  appendedEntry,
  changedSince,
  indexOf,
  type Mark,
  markOf,
  replacedEntries,
  replannedSince,
  seal,
  withoutEnded,
} from "./entry-index.js";
export { lookUpInOrder } from "./look-up-in-order.js";
export { TargetGraph } from "./target-graph.js";

const MOST_REMEMBERED = 8;

/** Caches results for the last few lists. A WeakMap would cost far more in garbage collection. */
export function remembered<List extends object, Made>(make: (list: List) => Made): (list: List) => Made {
  const known: { readonly list: List; readonly made: Made }[] = [];
  return (list) => {
    for (const one of known) if (one.list === list) return one.made;
    const made = make(list);
    if (known.length === MOST_REMEMBERED) known.pop();
    known.unshift({ list, made });
    return made;
  };
}

/** Multiplier that spreads consecutive and equally spaced numbers. */
const GOLDEN = 0x9e3779b1;
const FREE = -1;

/**
 * A hash table keyed by numbers, for an index of a hundred items that is rebuilt several times per decision. Two
 * arrays of final length, where a Map would grow step by step.
 */
export class NumberIndex<Thing> {
  readonly #numbers: number[];
  readonly #things: (Thing | undefined)[];
  readonly #shift: number;

  /** Holds up to `most` whole numbers from 0 on. */
  constructor(most: number) {
    const bits = 33 - Math.clz32(most);
    this.#shift = 32 - bits;
    this.#numbers = new Array<number>(1 << bits).fill(FREE);
    this.#things = new Array<Thing | undefined>(1 << bits).fill(undefined);
  }

  get(number: number): Thing | undefined {
    return this.#things[this.#slotOf(number)];
  }

  /** Replaces an earlier value of the number. */
  set(number: number, thing: Thing): void {
    const slot = this.#slotOf(number);
    this.#numbers[slot] = number;
    this.#things[slot] = thing;
  }

  /** At least half of the slots are free, so probing is short. */
  #slotOf(number: number): number {
    const last = this.#numbers.length - 1;
    let slot = Math.imul(number, GOLDEN) >>> this.#shift;
    while (this.#numbers[slot] !== number && this.#numbers[slot] !== FREE) slot = (slot + 1) & last;
    return slot;
  }
}

/** A set of places in the line, as a bit set of their indexes. */
export class PlaceSet implements Iterable<number> {
  readonly #words: Uint32Array;
  readonly #begin: number;
  readonly #length: number;

  /** Indexes are below `size`. */
  constructor(size: number, words = new Uint32Array(wordsFor(size)), begin = 0) {
    this.#words = words;
    this.#begin = begin;
    this.#length = wordsFor(size);
  }

  /** Empty sets, each with room for one more place than the one before, in one shared array. */
  static growing(smallest: number, count: number): readonly PlaceSet[] {
    let total = 0;
    for (let size = smallest; size < smallest + count; size++) total += wordsFor(size);
    const words = new Uint32Array(total);
    const sets: PlaceSet[] = [];
    let begin = 0;
    for (let size = smallest; size < smallest + count; size++) {
      sets.push(new PlaceSet(size, words, begin));
      begin += wordsFor(size);
    }
    return sets;
  }

  add(index: number): void {
    const at = this.#begin + (index >>> 5);
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (index & 31));
  }

  /** `other` must not be larger. */
  addAll(other: PlaceSet): void {
    for (let word = 0; word < other.#length; word++) {
      const at = this.#begin + word;
      this.#words[at] = (this.#words[at] ?? 0) | other.#word(word);
    }
  }

  has(index: number): boolean {
    return (this.#word(index >>> 5) & (1 << (index & 31))) !== 0;
  }

  /** The first member that is not below `index`; -1 without one. */
  next(index: number): number {
    let word = index >>> 5;
    let bits = this.#word(word) & (-1 << (index & 31));
    while (bits === 0) {
      word += 1;
      if (word >= this.#length) return -1;
      bits = this.#word(word);
    }
    return word * 32 + 31 - Math.clz32(bits & -bits);
  }

  isEmpty(): boolean {
    for (let word = 0; word < this.#length; word++) if (this.#word(word) !== 0) return false;
    return true;
  }

  /** Whether both have a member in common. */
  meets(other: PlaceSet): boolean {
    for (let word = 0; word < this.#length; word++)
      if ((this.#word(word) & other.#word(word)) !== 0) return true;
    return false;
  }

  /** Whether both have the same members. */
  equals(other: PlaceSet): boolean {
    if (this === other) return true;
    if (this.#length !== other.#length) return false;
    for (let word = 0; word < this.#length; word++) if (this.#word(word) !== other.#word(word)) return false;
    return true;
  }

  /** Whether it is `other` plus `index`. */
  isOneMoreThan(other: PlaceSet, index: number): boolean {
    for (let word = 0; word < this.#length; word++) {
      const added = word === index >>> 5 ? 1 << (index & 31) : 0;
      if (this.#word(word) !== (other.#word(word) | added) >>> 0) return false;
    }
    return true;
  }

  /** In ascending order. */
  [Symbol.iterator](): Iterator<number> {
    return this.toArray().values();
  }

  toArray(): readonly number[] {
    const indexes: number[] = [];
    for (let word = 0; word < this.#length; word++) {
      for (let bits = this.#word(word); bits !== 0; bits &= bits - 1) {
        indexes.push(word * 32 + 31 - Math.clz32(bits & -bits));
      }
    }
    return indexes;
  }

  #word(index: number): number {
    return index < this.#length ? (this.#words[this.#begin + index] ?? 0) : 0;
  }
}

function wordsFor(size: number): number {
  return (size + 31) >>> 5;
}
