/**
 * A list of distinct texts, written as JSON while it grows. Texts are kept as bytes and found again through a table of
 * offsets, which takes a fraction of the memory of a set of strings.
 */

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const FIRST_CAPACITY = 4096;
/** From this size on, the list is expected to reach its limit: growing step by step would leave copies behind. */
const LONG_LIST_BYTES = 512 * 1024;

const { imul } = Math;

export class JsonTextList {
  #bytes: Buffer;
  #end: number;
  #count = 0;
  /** Open addressing: the offset of a text, 0 for a free slot; and beside it the hash of that text. */
  #offsets = new Int32Array(FIRST_CAPACITY);
  #hashes = new Int32Array(FIRST_CAPACITY);
  /** Random, so that untrusted texts cannot be chosen to collide. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  readonly #expectedBytes: number;

  /** `beginning`: the bytes in front of the first text, at least one. A list may grow beyond `expectedBytes`. */
  constructor(beginning: Uint8Array, expectedBytes: number) {
    this.#expectedBytes = expectedBytes;
    this.#bytes = Buffer.allocUnsafe(beginning.byteLength + FIRST_CAPACITY);
    this.#bytes.set(beginning);
    this.#end = beginning.byteLength;
  }

  get count(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#end;
  }

  /** Does nothing when the list already has the text. */
  add(text: string): void {
    const start = this.#count === 0 ? this.#end : this.#end + 1;
    const end = this.#write(text, start);
    const hash = this.#hash(start, end);
    const slot = this.#slotOf(hash, start, end);
    if (this.#offsets[slot] !== 0) return;
    if (this.#count > 0) this.#bytes[this.#end] = COMMA;
    this.#offsets[slot] = start;
    this.#hashes[slot] = hash;
    this.#count++;
    this.#end = end;
    if (this.#count * 2 > this.#offsets.length) this.#widenTable();
  }

  /** A copy of everything so far, followed by `ending`. */
  concat(ending: Uint8Array): Uint8Array {
    return Buffer.concat([this.#bytes.subarray(0, this.#end), ending]);
  }

  /** Writes the text as JSON behind the list, without adding it yet; returns its end. */
  #write(text: string, start: number): number {
    this.#makeRoom(start + text.length + 2);
    const bytes = this.#bytes;
    bytes[start] = QUOTE;
    const first = start + 1;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit < SPACE || unit >= DELETE || unit === QUOTE || unit === BACKSLASH) {
        return this.#writeEscaped(text, start);
      }
      bytes[first + index] = unit;
    }
    bytes[first + text.length] = QUOTE;
    return first + text.length + 1;
  }

  #writeEscaped(text: string, start: number): number {
    const json = JSON.stringify(text);
    this.#makeRoom(start + Buffer.byteLength(json));
    return start + this.#bytes.write(json, start);
  }

  #makeRoom(end: number): void {
    if (end <= this.#bytes.length) return;
    const isLong = end > LONG_LIST_BYTES && end <= this.#expectedBytes;
    const wider = Buffer.allocUnsafe(isLong ? this.#expectedBytes : end * 2);
    wider.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = wider;
  }

  /** FNV-1a with a random start. */
  #hash(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = this.#seed;
    for (let index = start; index < end; index++) hash = imul(hash ^ (bytes[index] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) | 0;
  }

  /** The slot of an equal text, or the free slot for it. No JSON string is the beginning of another one. */
  #slotOf(hash: number, start: number, end: number): number {
    const mask = this.#offsets.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const offset = this.#offsets[slot] ?? 0;
      if (offset === 0) return slot;
      if (this.#hashes[slot] !== hash) continue;
      if (this.#bytes.compare(this.#bytes, start, end, offset, offset + end - start) === 0) return slot;
    }
  }

  #widenTable(): void {
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
