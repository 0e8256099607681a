/** A set of places in the line, by index: a row of bits. */
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

  /** Empty ones, each with room for one more place than the one before; all share the memory they are in. */
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

  /** None of `other` is beyond the size. */
  addAll(other: PlaceSet): void {
    for (let word = 0; word < other.#length; word++) {
      const at = this.#begin + word;
      this.#words[at] = (this.#words[at] ?? 0) | other.#word(word);
    }
  }

  has(index: number): boolean {
    return (this.#word(index >>> 5) & (1 << (index & 31))) !== 0;
  }

  /** The first one that is not below `index`; -1 when there is none. */
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

  /** Whether both have a place. */
  meets(other: PlaceSet): boolean {
    for (let word = 0; word < this.#length; word++)
      if ((this.#word(word) & other.#word(word)) !== 0) return true;
    return false;
  }

  /** Whether it has the same places. */
  equals(other: PlaceSet): boolean {
    if (this === other) return true;
    if (this.#length !== other.#length) return false;
    for (let word = 0; word < this.#length; word++) if (this.#word(word) !== other.#word(word)) return false;
    return true;
  }

  /** Whether it is `other` and `index` besides. */
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
