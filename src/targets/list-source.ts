/**
 * The source `list`: a list made elsewhere, from a file or from the output of a command. It owns every changed file.
 */

import { TextTable, withRoom } from "../domain/text-table.js";
import { errorText } from "../domain/thrown.js";
import type { Cause, NamesAsText, Source, SourceAnswer, SourceMaterial } from "./source.js";
import { isLine, SourceError } from "./source.js";
import { ListFormatError, readTargetList } from "./sources/list/list.js";

/** More than a request may hold: reading stops early for a list that cannot be sent. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Room for the name that crosses the limit. */
const LAST_NAME_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;
const FIRST_BYTES = 4096;
/** Of a text that is printed in one piece, if its names are not longer. */
const PIECE_BYTES = 256 * 1024;

/** Throws `SourceError` when no file is named. */
export function listSource({ argument, readFile }: SourceMaterial): Source {
  if (argument === null) throw new SourceError("list needs a file: list=targets.txt");
  return {
    name: "list",
    runsRepositoryCode: false,
    decidingFiles: [argument],
    detect: () => Promise.resolve(null),
    answer: async ({ changed }) => {
      const names = new GivenNames({ kind: "named", by: argument });
      const end = await readNames(argument, readFile, names);
      switch (end) {
        case "complete":
        case "emptyArray":
          return {
            kind: "targets",
            targets: names.targets,
            owned: new Set(changed.map(({ path }) => path)),
          };
        case "all":
          return all(argument, "the list is ALL", null);
        case "empty":
          return all(
            argument,
            "the list is empty, and only [] means that nothing is impacted",
            "Write [] instead.",
          );
        case "stopped":
          return all(argument, "the list is too long for one request", "Name coarser targets.");
      }
    },
    dependents: () => Promise.resolve(new Map()),
  };
}

/** Distinct names of a list, without empty ones. */
class GivenNames {
  readonly #cause: Cause;
  readonly #lines: NameList;
  /** All names, after the first one that is no line. */
  #others: Map<string, Cause> | null = null;
  #bytes = 0;

  constructor(cause: Cause) {
    this.#cause = cause;
    this.#lines = new NameList(cause, MOST_BYTES + LAST_NAME_BYTES);
  }

  get targets(): ReadonlyMap<string, Cause> {
    return this.#others ?? this.#lines;
  }

  /** False when the list is too long. */
  readonly take = (name: string): boolean => {
    if (name === "") return true;
    if (this.#others === null && isLine(name)) {
      this.#lines.add(name);
      this.#bytes = this.#lines.byteLength;
    } else {
      this.#others ??= new Map(this.#lines);
      if (!this.#others.has(name)) this.#bytes += Buffer.byteLength(name);
      this.#others.set(name, this.#cause);
    }
    return this.#bytes <= MOST_BYTES;
  };

  readonly takeBytes = (bytes: Buffer, start: number, end: number): boolean => {
    if (this.#others !== null) return this.take(bytes.toString("utf8", start, end));
    this.#lines.addBytes(bytes, start, end);
    return this.#lines.byteLength <= MOST_BYTES;
  };
}

async function readNames(path: string, readFile: SourceMaterial["readFile"], names: GivenNames) {
  try {
    return await readTargetList(readFile(path), names.take, names.takeBytes);
  } catch (error) {
    const message = errorText(error);
    const isList = !(error instanceof ListFormatError);
    throw new SourceError(isList ? message : `${path} is not a list of targets: ${message}`, {
      cause: error,
    });
  }
}

function all(subject: string, rule: string, hint: string | null): SourceAnswer {
  return { kind: "all", cause: { subject, rule, hint } };
}

/**
 * Distinct names with one cause for all of them, in the order of their first appearance, as the text that is printed: a map of
 * strings would take several times the memory.
 */
export class NameList implements NamesAsText {
  readonly #cause: Cause;
  readonly #expectedBytes: number;
  /** Begins with a line end; each name ends with one, so that no name is the beginning of another one. */
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 1;
  readonly #names = new TextTable(Math.floor(Math.random() * 2 ** 32));

  /** A list may grow beyond `expectedBytes`. */
  constructor(cause: Cause, expectedBytes: number) {
    this.#cause = cause;
    this.#expectedBytes = expectedBytes;
    this.#bytes[0] = LINE_FEED;
  }

  get size(): number {
    return this.#names.count;
  }

  get byteLength(): number {
    return this.#end - 1;
  }

  /** Does nothing when the list already has the name. The name must be a line. */
  add(name: string): void {
    const end = this.#write(name);
    if (this.#names.add(this.#bytes, this.#end, end)) this.#end = end;
  }

  /** The same for a name that is UTF-8 text between two offsets. */
  addBytes(bytes: Buffer, start: number, end: number): void {
    const at = this.#end;
    const after = at + end - start;
    this.#makeRoom(after + 1);
    const own = this.#bytes;
    for (let from = start, to = at; from < end; from++, to++) own[to] = bytes[from] ?? 0;
    own[after] = LINE_FEED;
    if (this.#names.add(own, at, after + 1)) this.#end = after + 1;
  }

  *texts(): Generator<Uint8Array, undefined> {
    for (let start = 1; start < this.#end; ) {
      const last = this.#bytes.lastIndexOf(LINE_FEED, Math.min(start + PIECE_BYTES, this.#end) - 1);
      const end = (last < start ? this.#bytes.indexOf(LINE_FEED, start) : last) + 1;
      yield this.#bytes.subarray(start, end);
      start = end;
    }
    return undefined;
  }

  has(name: string): boolean {
    return isLine(name) && this.#names.has(this.#bytes, this.#end, this.#write(name));
  }

  get(name: string): Cause | undefined {
    return this.has(name) ? this.#cause : undefined;
  }

  *keys(): Generator<string, undefined> {
    for (let start = 1; start < this.#end; ) {
      const end = this.#bytes.indexOf(LINE_FEED, start);
      yield this.#bytes.toString("utf8", start, end);
      start = end + 1;
    }
    return undefined;
  }

  *values(): Generator<Cause, undefined> {
    for (let count = 0; count < this.size; count++) yield this.#cause;
    return undefined;
  }

  *entries(): Generator<[string, Cause], undefined> {
    for (const name of this.keys()) yield [name, this.#cause];
    return undefined;
  }

  [Symbol.iterator](): Generator<[string, Cause], undefined> {
    return this.entries();
  }

  forEach(callback: (value: Cause, key: string, map: ReadonlyMap<string, Cause>) => void): void {
    for (const name of this.keys()) callback(this.#cause, name, this);
  }

  /** Writes the name behind the list, without adding it yet; returns its end. */
  #write(name: string): number {
    this.#makeRoom(this.#end + name.length * 3 + 1);
    const end = this.#end + this.#bytes.write(name, this.#end);
    this.#bytes[end] = LINE_FEED;
    return end + 1;
  }

  #makeRoom(end: number): void {
    this.#bytes = withRoom(this.#bytes, this.#end, end, this.#expectedBytes);
  }
}
