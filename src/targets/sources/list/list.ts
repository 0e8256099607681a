/**
 * Reads a list of impacted targets that was made elsewhere: one name per line, NUL-separated, a JSON array, or the JSON
 * object of the API. It reads piece by piece and only as far as the receiver wants, so that the length of the list does
 * not matter.
 */
import {
  Lines,
  type ListEnd,
  type ListForm,
  ListFormatError,
  LONGEST_NAME,
  noText,
  type TakeBytes,
  type TakeName,
} from "./lines.js";
import { meansAll } from "./no-names.js";

export { type ListEnd, ListFormatError, type TakeBytes, type TakeName } from "./lines.js";

/** Throws `ListFormatError`. `takeBytes`: takes most names of a list of lines, in less time. */
export async function readTargetList(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: TakeName,
  takeBytes?: TakeBytes,
): Promise<ListEnd> {
  const reader = new TargetListReader(take, takeBytes);
  for await (const piece of pieces) {
    if (!reader.push(piece)) return "stopped";
  }
  return reader.end();
}

/** The key of the list in an object, and the other keys of a request. */
const LIST_KEY = "impactedTargets";
const REQUEST_KEYS: ReadonlySet<string> = new Set([LIST_KEY, "repo", "pr", "targetBranch"]);
const MARK = Buffer.from("\ufeff");
const WHITE_SPACE: ReadonlySet<number> = new Set(Buffer.from(" \t\r\n"));
const [OPENING_BRACKET, OPENING_BRACE] = [0x5b, 0x7b];

class TargetListReader {
  readonly #take: TakeName;
  readonly #takeBytes: TakeBytes | undefined;
  /** What may become a byte order mark; null after the place for it. */
  #mark: Buffer | null = Buffer.alloc(0);
  /** Copies of the white space before the first character, which shows the form. */
  #blank: Buffer[] = [];
  #blankBytes = 0;
  #form: ListForm | null = null;

  constructor(take: TakeName, takeBytes?: TakeBytes) {
    this.#take = take;
    this.#takeBytes = takeBytes;
  }

  push(piece: Uint8Array): boolean {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (this.#form !== null) return this.#form.push(bytes);
    if (this.#mark === null) return this.#begin(bytes);
    const start = Buffer.concat([this.#mark, bytes]);
    const isLikeMark = MARK.subarray(0, start.length).equals(start.subarray(0, MARK.length));
    this.#mark = isLikeMark && start.length < MARK.length ? start : null;
    if (this.#mark !== null) return true;
    return this.#begin(isLikeMark ? start.subarray(MARK.length) : start);
  }

  end(): ListEnd {
    const isPushed = this.#form !== null || this.#beginWith(this.#lines(), this.#mark ?? Buffer.alloc(0));
    return isPushed ? (this.#form?.end() ?? "empty") : "stopped";
  }

  #begin(bytes: Buffer): boolean {
    const first = bytes.findIndex((byte) => !WHITE_SPACE.has(byte));
    if (first === -1 && this.#blankBytes + bytes.length <= LONGEST_NAME) {
      this.#blank.push(Buffer.from(bytes));
      this.#blankBytes += bytes.length;
      return true;
    }
    if (bytes[first] === OPENING_BRACKET) {
      this.#blank = [];
      return this.#beginWith(new Decoded(new JsonArray(this.#take)), bytes.subarray(first + 1));
    }
    const isObject = bytes[first] === OPENING_BRACE;
    return this.#beginWith(isObject ? new Decoded(new JsonObject(this.#take)) : this.#lines(), bytes);
  }

  #lines(): Lines {
    return new Lines(this.#take, this.#takeBytes);
  }

  #beginWith(form: ListForm, bytes: Buffer): boolean {
    this.#form = form;
    const all = [...this.#blank, bytes];
    this.#blank = [];
    return all.every((one) => form.push(one));
  }
}

interface TextForm {
  /** Returns false when the receiver stops the reading. */
  push(text: string): boolean;
  end(): ListEnd;
}

/** Decodes the bytes of a form. */
class Decoded implements ListForm {
  readonly #form: TextForm;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  constructor(form: TextForm) {
    this.#form = form;
  }

  push(bytes: Buffer): boolean {
    return this.#form.push(this.#text(bytes));
  }

  /** At the end of the input, no character may be incomplete. */
  end(): ListEnd {
    this.#text();
    return this.#form.end();
  }

  #text(bytes?: Buffer): string {
    try {
      return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch (error) {
      throw noText(error);
    }
  }
}

/** The form of the API: `{"impactedTargets": ["a", "b"]}`, possibly with the other keys of a request. */
class JsonObject implements TextForm {
  readonly #take: TakeName;
  #text = "";

  constructor(take: TakeName) {
    this.#take = take;
  }

  push(text: string): boolean {
    this.#text += text;
    if (this.#text.length <= LONGEST_NAME) return true;
    throw new ListFormatError(
      `its JSON object has more than ${LONGEST_NAME} characters; write the array alone`,
    );
  }

  end(): ListEnd {
    const object = parsed(this.#text);
    if (typeof object !== "object" || object === null || Array.isArray(object)) {
      throw new ListFormatError("it begins like a JSON object but is not one; write one JSON array");
    }
    const entries = new Map<string, unknown>(Object.entries(object));
    const list = entries.get(LIST_KEY);
    if (list === undefined || [...entries.keys()].some((key) => !REQUEST_KEYS.has(key))) {
      throw new ListFormatError(
        `its JSON object has keys other than \`${LIST_KEY}\` and the keys of a request`,
      );
    }
    if (typeof list === "string" && meansAll(list)) return "all";
    if (!Array.isArray(list)) {
      throw new ListFormatError(`\`${LIST_KEY}\` in its JSON object is neither an array nor "ALL"`);
    }
    if (list.length === 0) return /:\s*\[\]/.test(this.#text) ? "emptyArray" : "empty";
    const array = new JsonArray(this.#take);
    return array.push(JSON.stringify(list).slice(1)) ? array.end() : "stopped";
  }
}

/** Strings, or objects with a `label`; each element is parsed as soon as it is complete. */
class JsonArray implements TextForm {
  readonly #take: TakeName;
  /** The part of the current element that earlier pieces contained. */
  #raw = "";
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isClosed = false;
  #elements = 0;
  #isLiterallyEmpty = false;
  #hasNames = false;

  constructor(take: TakeName) {
    this.#take = take;
  }

  push(text: string): boolean {
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const character = text[index] ?? "";
      if (this.#isClosed) {
        if (!/\s/.test(character)) throw new ListFormatError("it continues after the end of its JSON array");
      } else if (this.#endsElement(character)) {
        const raw = this.#raw + text.slice(start, index);
        this.#raw = "";
        start = index + 1;
        this.#isClosed = character === "]";
        if (!this.#takeElement(raw)) return false;
      }
    }
    if (!this.#isClosed) this.#raw += text.slice(start);
    if (this.#raw.length <= LONGEST_NAME) return true;
    // Only the beginning is passed on: it is enough for a receiver that counts bytes, and reading ends here anyway.
    if (!this.#take(this.#raw)) return false;
    throw new ListFormatError(
      `element ${this.#elements + 1} of its JSON array has more than ${LONGEST_NAME} characters`,
    );
  }

  end(): ListEnd {
    if (!this.#isClosed) throw new ListFormatError("its JSON array is not closed");
    if (this.#hasNames) return "complete";
    return this.#isLiterallyEmpty ? "emptyArray" : "empty";
  }

  /** Whether the character separates elements of the array itself, or closes it. */
  #endsElement(character: string): boolean {
    if (this.#isInText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === "\\") this.#isEscaped = true;
      else if (character === '"') this.#isInText = false;
      return false;
    }
    if (character === '"') this.#isInText = true;
    else if (character === "[" || character === "{") this.#depth++;
    else if (this.#depth > 0 && (character === "]" || character === "}")) this.#depth--;
    else return this.#depth === 0 && (character === "," || character === "]");
    return false;
  }

  #takeElement(raw: string): boolean {
    if (this.#isClosed && this.#elements === 0 && raw.trim() === "") {
      this.#isLiterallyEmpty = raw === "";
      return true;
    }
    this.#elements++;
    const name = nameOf(raw);
    if (name === null) {
      throw new ListFormatError(
        `element ${this.#elements} of its JSON array is neither a string nor an object with a label`,
      );
    }
    this.#hasNames ||= name !== "";
    return this.#take(name);
  }
}

/** Null when the element is not a name. */
function nameOf(raw: string): string | null {
  const element = parsed(raw);
  if (typeof element === "string") return element;
  const isLabelled = typeof element === "object" && element !== null && "label" in element;
  return isLabelled && typeof element.label === "string" ? element.label : null;
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
