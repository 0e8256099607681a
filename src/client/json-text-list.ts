/** A list of distinct texts, written as JSON while it grows: in memory it has the size of its bytes. */
import { TextTable, withRoom } from "../domain/text-table.js";

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const DELETE = 0x7f;
const FIRST_CAPACITY = 4096;

export class JsonTextList {
  #bytes: Buffer<ArrayBuffer>;
  #end: number;
  /** No JSON string is the beginning of another one. */
  readonly #texts = new TextTable(Math.floor(Math.random() * 2 ** 32));
  readonly #expectedBytes: number;

  /** `beginning`: the bytes in front of the first text, at least one. A list may grow beyond `expectedBytes`. */
  constructor(beginning: Uint8Array, expectedBytes: number) {
    this.#expectedBytes = expectedBytes;
    this.#bytes = Buffer.allocUnsafe(beginning.byteLength + FIRST_CAPACITY);
    this.#bytes.set(beginning);
    this.#end = beginning.byteLength;
  }

  get count(): number {
    return this.#texts.count;
  }

  get byteLength(): number {
    return this.#end;
  }

  /** Does nothing when the list already has the text. */
  add(text: string): void {
    const isFirst = this.#texts.count === 0;
    const start = isFirst ? this.#end : this.#end + 1;
    const end = this.#write(text, start);
    if (!this.#texts.add(this.#bytes, start, end)) return;
    if (!isFirst) this.#bytes[this.#end] = COMMA;
    this.#end = end;
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
    this.#bytes = withRoom(this.#bytes, this.#end, end, this.#expectedBytes);
  }
}
