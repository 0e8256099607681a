/**
 * The form with one name per line, or with one before each NUL; the separator that comes first decides. Most lines are
 * passed on as bytes: of a long list, it would take long to make each name a string.
 */
import { isUtf8 } from "node:buffer";
import { isOrdinaryStart, meansAll, problemOfLine, problemOfName, Utf16Watch } from "./no-names.js";

/** The input is not a list: it is not text, or it has none of the known forms. */
export class ListFormatError extends Error {
  override readonly name = "ListFormatError";
}

export type ListEnd =
  /** All names were passed to the receiver. */
  | "complete"
  /** The receiver stopped the reading. */
  | "stopped"
  /** Only `ALL`, in any quoting or spelling, or an object with that value. */
  | "all"
  /** Only blank lines, or an array without a name. */
  | "empty"
  /** Only `[]`: an explicit statement that nothing is impacted. */
  | "emptyArray";

/** Receives one name, possibly a repeated one; false stops the reading. */
export type TakeName = (name: string) => boolean;

/** The same for a name that is UTF-8 text between two offsets, in one line. The bytes are valid during the call. */
export type TakeBytes = (bytes: Buffer, start: number, end: number) => boolean;

/** Longer than any name that can be sent, so waiting for its end is useless. */
export const LONGEST_NAME = 32 * 1024 * 1024;

export interface ListForm {
  /** Returns false when the receiver stops the reading. */
  push(bytes: Buffer): boolean;
  end(): ListEnd;
}

/** Throws `ListFormatError`. The bytes may not end in the middle of a character. */
export function textIn(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw noText();
  return bytes.toString("utf8");
}

export function noText(cause?: unknown): ListFormatError {
  return new ListFormatError("it is not UTF-8 text", { cause });
}

const NUL = 0x00;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class Lines implements ListForm {
  readonly #take: TakeName;
  readonly #takeBytes: TakeBytes;
  #separator: typeof LINE_FEED | typeof NUL | null = null;
  /** Copies of what came after the last separator. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #count = 0;
  #hasNames = false;
  /** `ALL` alone is not a name. */
  #heldAll: { readonly name: string; readonly number: number } | null = null;
  readonly #utf16 = new Utf16Watch();

  constructor(take: TakeName, takeBytes?: TakeBytes) {
    this.#take = take;
    this.#takeBytes = takeBytes ?? ((bytes, start, end) => take(bytes.toString("utf8", start, end)));
  }

  push(bytes: Buffer): boolean {
    this.#separator ??= firstSeparator(bytes);
    const separator = this.#separator;
    if (separator === LINE_FEED && bytes.includes(NUL)) {
      throw new ListFormatError(
        "it contains both lines and NUL characters; separate the names by only one of them",
      );
    }
    const first = separator === null ? -1 : bytes.indexOf(separator);
    if (separator === null || first === -1) return this.#hold(bytes);
    const last = bytes.lastIndexOf(separator);
    const isTaken =
      this.#takeWhole(this.#withPending(bytes.subarray(0, first + 1)), separator) &&
      this.#takeWhole(bytes.subarray(first + 1, last + 1), separator);
    return isTaken && this.#hold(bytes.subarray(last + 1));
  }

  end(): ListEnd {
    const rest = textIn(this.#withPending());
    if (!this.#takeLine(rest)) return "stopped";
    if (this.#utf16.looksLikeIt(rest)) {
      throw new ListFormatError(
        "it looks like UTF-16; write it in UTF-8, or names with NULs as a JSON array",
      );
    }
    if (this.#heldAll !== null && !this.#hasNames) return "all";
    return this.#hasNames ? "complete" : "empty";
  }

  #hold(bytes: Buffer): boolean {
    if (bytes.length > 0) this.#pending.push(Buffer.from(bytes));
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes <= LONGEST_NAME) return true;
    return this.#takeLine(beginningOf(this.#withPending()));
  }

  #withPending(bytes: Buffer = Buffer.alloc(0)): Buffer {
    if (this.#pendingBytes === 0) return bytes;
    const whole = Buffer.concat([...this.#pending, bytes]);
    this.#pending = [];
    this.#pendingBytes = 0;
    return whole;
  }

  /** Each name in the bytes ends with the separator. */
  #takeWhole(bytes: Buffer, separator: number): boolean {
    if (!isUtf8(bytes)) throw noText();
    const areLines = separator === LINE_FEED && !bytes.includes(CARRIAGE_RETURN);
    for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
      for (end = start; bytes[end] !== separator; ) end++;
      if (end === start && separator === LINE_FEED) {
        this.#count++;
        continue;
      }
      const isOrdinary = areLines && this.#hasNames && isOrdinaryStart(bytes[start] ?? 0);
      const isTaken = isOrdinary
        ? this.#takeOrdinary(bytes, start, end)
        : this.#takeText(bytes.toString("utf8", start, end), separator);
      if (!isTaken) return false;
    }
    return true;
  }

  #takeOrdinary(bytes: Buffer, start: number, end: number): boolean {
    this.#count++;
    return this.#takeBytes(bytes, start, end);
  }

  #takeText(name: string, separator: number): boolean {
    if (separator === NUL) this.#utf16.add(name);
    return this.#takeLine(name);
  }

  #takeLine(line: string): boolean {
    this.#count++;
    const name = this.#separator === NUL || !line.endsWith("\r") ? line : line.slice(0, -1);
    if (name.trim() === "") return true;
    if (!this.#hasNames && meansAll(name)) {
      this.#heldAll = { name, number: this.#count };
      return true;
    }
    const held = this.#hasNames ? null : this.#heldAll;
    this.#hasNames = true;
    if (held !== null && !this.#takeName(held.name, held.number)) return false;
    return this.#takeName(name, this.#count);
  }

  #takeName(name: string, number: number): boolean {
    const isLine = this.#separator !== NUL;
    const problem = isLine ? problemOfLine(name) : problemOfName(name);
    if (problem === null) return this.#take(name);
    throw new ListFormatError(`${isLine ? "line" : "name"} ${number} ${problem}`);
  }
}

function firstSeparator(bytes: Buffer): typeof LINE_FEED | typeof NUL | null {
  const [line, nul] = [bytes.indexOf(LINE_FEED), bytes.indexOf(NUL)];
  if (line === -1) return nul === -1 ? null : NUL;
  return nul === -1 || line < nul ? LINE_FEED : NUL;
}

/** Without a character that the bytes do not complete. */
function beginningOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch (error) {
    throw noText(error);
  }
}
