/**
 * Finds texts in one buffer again by their bytes. It has an offset and a hash for each text, which takes a fraction of the
 * memory of a set of strings.
 */

const FIRST_CAPACITY = 4096;
/** A fuller table takes more time, an emptier one more memory. */
const FULLEST = 0.8;

const { imul } = Math;

/** From this size on, a list is expected to reach its limit: growing step by step would leave copies behind. */
const LONG_LIST_BYTES = 512 * 1024;

/** A buffer with the first `used` bytes, and room for at least `end`: the same one if it has that. */
export function withRoom(
  bytes: Buffer<ArrayBuffer>,
  used: number,
  end: number,
  expectedBytes: number,
): Buffer<ArrayBuffer> {
  if (end <= bytes.length) return bytes;
  const isLong = end > LONG_LIST_BYTES && end <= expectedBytes;
  const wider = Buffer.allocUnsafe(isLong ? expectedBytes : end * 2);
  wider.set(bytes.subarray(0, used));
  return wider;
}

export class TextTable {
  #count = 0;
  /** Open addressing: the offset of a text, 0 for a free slot; and beside it the hash of that text. */
  #offsets = new Int32Array(FIRST_CAPACITY);
  #hashes = new Int32Array(FIRST_CAPACITY);
  readonly #seed: number;

  /** `seed`: random, so that untrusted texts cannot be chosen to collide. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Adds the text between two offsets, unless the buffer already has it; returns whether it was added. Offsets begin at 1,
   * and no text may be the beginning of another one.
   */
  add(bytes: Buffer, start: number, end: number): boolean {
    const hash = this.#hash(bytes, start, end);
    const slot = this.#slotOf(hash, bytes, start, end);
    if (this.#offsets[slot] !== 0) return false;
    this.#offsets[slot] = start;
    this.#hashes[slot] = hash;
    this.#count++;
    if (this.#count > this.#offsets.length * FULLEST) this.#widen();
    return true;
  }

  has(bytes: Buffer, start: number, end: number): boolean {
    return this.#offsets[this.#slotOf(this.#hash(bytes, start, end), bytes, start, end)] !== 0;
  }

  /** FNV-1a with a random start. */
  #hash(bytes: Buffer, start: number, end: number): number {
    let hash = this.#seed;
    for (let index = start; index < end; index++) hash = imul(hash ^ (bytes[index] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) | 0;
  }

  /** The slot of an equal text, or the free slot for it. */
  #slotOf(hash: number, bytes: Buffer, start: number, end: number): number {
    const mask = this.#offsets.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const offset = this.#offsets[slot] ?? 0;
      if (offset === 0) return slot;
      if (this.#hashes[slot] !== hash) continue;
      if (bytes.compare(bytes, start, end, offset, offset + end - start) === 0) return slot;
    }
  }

  #widen(): void {
    const [offsets, hashes] = [this.#offsets, this.#hashes];
    this.#offsets = new Int32Array(offsets.length * 2);
    this.#hashes = new Int32Array(offsets.length * 2);
    const mask = this.#offsets.length - 1;
    offsets.forEach((offset, index) => {
      if (offset === 0) return;
      const hash = hashes[index] ?? 0;
      let slot = hash & mask;
      while (this.#offsets[slot] !== 0) slot = (slot + 1) & mask;
      this.#offsets[slot] = offset;
      this.#hashes[slot] = hash;
    });
  }
}
