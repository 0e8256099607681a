/**
 * Reads a list of impacted targets that was made elsewhere: one name per line, NUL-separated, a JSON array, or the JSON
 * object of the API. It reads piece by piece and only as far as the receiver wants, so that the length of the list does
 * not matter.
 */
import { meansAll, problemOfLine, problemOfName, Utf16Watch } from "./no-names.js";

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

/** Throws `ListFormatError`. */
export async function readTargetList(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  take: TakeName,
): Promise<ListEnd> {
  const reader = new TargetListReader(take);
  for await (const piece of pieces) {
    if (!reader.push(piece)) return "stopped";
  }
  return reader.end();
}

/** Longer than any name that can be sent, so waiting for its end is useless. */
const LONGEST_NAME = 32 * 1024 * 1024;
/** The key of the list in an object, and the other keys of a request. */
const LIST_KEY = "impactedTargets";
const REQUEST_KEYS: ReadonlySet<string> = new Set([LIST_KEY, "repo", "pr", "targetBranch"]);

interface Form {
  /** Returns false when the receiver stops the reading. */
  push(text: string): boolean;
  end(): ListEnd;
}

class TargetListReader {
  readonly #take: TakeName;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  /** White space before the first character that shows the form. */
  #beginning = "";
  #form: Form | null = null;

  constructor(take: TakeName) {
    this.#take = take;
  }

  push(bytes: Uint8Array): boolean {
    return this.#read(this.#decoded(bytes));
  }

  end(): ListEnd {
    if (!this.#read(this.#decoded())) return "stopped";
    return (this.#form ?? new Lines(this.#take)).end();
  }

  #read(text: string): boolean {
    if (this.#form !== null) return this.#form.push(text);
    const first = text.search(/[^ \t\r\n]/);
    this.#beginning += text;
    if (first === -1 && this.#beginning.length <= LONGEST_NAME) return true;
    const isArray = first !== -1 && text[first] === "[";
    const isObject = first !== -1 && text[first] === "{";
    if (isArray) this.#form = new JsonArray(this.#take);
    else this.#form = isObject ? new JsonObject(this.#take) : new Lines(this.#take);
    return this.#form.push(isArray ? text.slice(first + 1) : this.#beginning);
  }

  /** Without bytes: the end of the input, where no character may be incomplete. */
  #decoded(bytes?: Uint8Array): string {
    try {
      return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch (error) {
      throw new ListFormatError("it is not UTF-8 text", { cause: error });
    }
  }
}

/** One name per line, or one before each NUL; the separator that comes first decides. */
class Lines implements Form {
  readonly #take: TakeName;
  #separator: "\n" | "\0" | null = null;
  #pending = "";
  #count = 0;
  #hasNames = false;
  /** `ALL` alone is not a name. */
  #heldAll: { readonly name: string; readonly number: number } | null = null;
  readonly #utf16 = new Utf16Watch();

  constructor(take: TakeName) {
    this.#take = take;
  }

  push(text: string): boolean {
    this.#separator ??= firstSeparator(text);
    const separator = this.#separator;
    if (separator === "\n" && text.includes("\0")) {
      throw new ListFormatError(
        "it contains both lines and NUL characters; separate the names by only one of them",
      );
    }
    let start = 0;
    if (separator !== null) {
      for (let end = text.indexOf(separator); end !== -1; end = text.indexOf(separator, start)) {
        const name = this.#pending + text.slice(start, end);
        this.#pending = "";
        if (separator === "\0") this.#utf16.add(name);
        if (!this.#takeLine(name)) return false;
        start = end + 1;
      }
    }
    this.#pending += text.slice(start);
    if (this.#pending.length <= LONGEST_NAME) return true;
    const beginning = this.#pending;
    this.#pending = "";
    return this.#takeLine(beginning);
  }

  end(): ListEnd {
    if (!this.#takeLine(this.#pending)) return "stopped";
    if (this.#utf16.looksLikeIt(this.#pending)) {
      throw new ListFormatError(
        "it looks like UTF-16; write it in UTF-8, or names with NULs as a JSON array",
      );
    }
    if (this.#heldAll !== null && !this.#hasNames) return "all";
    return this.#hasNames ? "complete" : "empty";
  }

  #takeLine(line: string): boolean {
    this.#count++;
    const name = this.#separator === "\0" || !line.endsWith("\r") ? line : line.slice(0, -1);
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
    const isLine = this.#separator !== "\0";
    const problem = isLine ? problemOfLine(name) : problemOfName(name);
    if (problem === null) return this.#take(name);
    throw new ListFormatError(`${isLine ? "line" : "name"} ${number} ${problem}`);
  }
}

/** The form of the API: `{"impactedTargets": ["a", "b"]}`, possibly with the other keys of a request. */
class JsonObject implements Form {
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

function firstSeparator(text: string): "\n" | "\0" | null {
  const separator = /[\n\0]/.exec(text)?.[0];
  return separator === "\n" || separator === "\0" ? separator : null;
}

/** Strings, or objects with a `label`; each element is parsed as soon as it is complete. */
class JsonArray implements Form {
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
