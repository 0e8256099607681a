/** A set of places in the line, by index: a row of bits. */
export class PlaceSet implements Iterable<number> {
  readonly #words: Uint32Array;

  /** Indexes are below `size`. */
  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  add(index: number): void {
    const word = index >>> 5;
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (index & 31));
  }

  /** None of `other` is beyond the size. */
  addAll(other: PlaceSet): void {
    for (let word = 0; word < other.#words.length; word++) {
      this.#words[word] = (this.#words[word] ?? 0) | (other.#words[word] ?? 0);
    }
  }

  has(index: number): boolean {
    return ((this.#words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  /** Whether it has the same places. */
  equals(other: PlaceSet): boolean {
    return (
      this.#words.length === other.#words.length &&
      this.#words.every((bits, word) => bits === other.#words[word])
    );
  }

  /** Whether it is `other` and `index` besides. */
  isOneMoreThan(other: PlaceSet, index: number): boolean {
    return this.#words.every((bits, word) => {
      const added = word === index >>> 5 ? 1 << (index & 31) : 0;
      return bits === ((other.#words[word] ?? 0) | added) >>> 0;
    });
  }

  /** In ascending order. */
  [Symbol.iterator](): Iterator<number> {
    const indexes: number[] = [];
    for (let word = 0; word < this.#words.length; word++) {
      for (let bits = this.#words[word] ?? 0; bits !== 0; bits &= bits - 1) {
        indexes.push(word * 32 + 31 - Math.clz32(bits & -bits));
      }
    }
    return indexes.values();
  }
}
