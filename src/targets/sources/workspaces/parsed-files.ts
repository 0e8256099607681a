/** Reads manifests of two trees and parses each content once: most files are the same in both. */
import type { Tree, TreeEntry } from "../../tree.js";
import { UnreadableManifest } from "./ecosystem.js";

export type Parsed<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "unreadable"; readonly problem: string };

/** Thrown by a parser; the message is a clause about the problem. */
export class ManifestProblem extends Error {
  override readonly name = "ManifestProblem";
}

export class ParsedFiles<Value> {
  readonly #parse: (text: string) => Value;
  readonly #byId = new Map<string, Parsed<Value>>();

  /** A parser may throw any error, since the text is not trusted. */
  constructor(parse: (text: string) => Value) {
    this.#parse = parse;
  }

  /** By path; paths that the tree does not have are left out. `ready`: what the parser waits for; it is awaited in any case. */
  async read(
    tree: Tree,
    paths: readonly string[],
    ready: Promise<void> | null = null,
  ): Promise<ReadonlyMap<string, Parsed<Value>>> {
    const entries = await tree.entries();
    const known = paths.flatMap((path) => entries.get(path) ?? []);
    tree.opens?.(paths);
    const unknown = known.filter(({ id }) => !this.#byId.has(id));
    const readPart = async (part: readonly TreeEntry[]) => {
      const [found] = await Promise.all([tree.read(part.map(({ path }) => path)), ready]);
      for (const entry of part) this.#parsed(entry, found.get(entry.path));
    };
    // What is read is parsed while git reads the next part.
    await Promise.all([...partsOf(unknown).map(readPart), ready]);
    return new Map(known.map((entry) => [entry.path, this.#parsed(entry, undefined)]));
  }

  #parsed({ id, kind }: TreeEntry, bytes: Uint8Array | undefined): Parsed<Value> {
    const known = this.#byId.get(id);
    // A link may have the bytes of a file but another meaning.
    if (kind === "link" || kind === "submodule")
      return { kind: "unreadable", problem: "it is not a regular file" };
    if (known !== undefined) return known;
    if (bytes === undefined) return { kind: "unreadable", problem: "it cannot be read" };
    const parsed = this.#tryToParse(bytes);
    this.#byId.set(id, parsed);
    return parsed;
  }

  #tryToParse(bytes: Uint8Array): Parsed<Value> {
    try {
      return { kind: "read", value: this.#parse(textOf(bytes)) };
    } catch (error) {
      const problem = error instanceof ManifestProblem ? error.message : "it cannot be read";
      return { kind: "unreadable", problem };
    }
  }
}

const AT_ONCE = 128;

function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) parts.push(items.slice(start, start + AT_ONCE));
  return parts;
}

export function valueOf<Value>(parsed: Parsed<Value>, path: string): Value {
  if (parsed.kind === "read") return parsed.value;
  throw new UnreadableManifest(path, parsed.problem);
}

const STRICT = new TextDecoder("utf-8", { fatal: true });

/** Throws on bytes that are not UTF-8 text. */
export function textOf(bytes: Uint8Array): string {
  return STRICT.decode(bytes);
}

export type Table = ReadonlyMap<string, unknown>;

/** Null for a value that is not a table. */
export function asTable(value: unknown): Table | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

/** The table under a name; empty when there is none. */
export function tableAt(table: Table | null, name: string): Table {
  return asTable(table?.get(name)) ?? new Map();
}

export function textAt(table: Table | null, name: string): string | null {
  const value = table?.get(name);
  return typeof value === "string" ? value : null;
}

/** Null for a value that is not a list of strings. */
export function asTexts(value: unknown): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const texts = value.filter((item): item is string => typeof item === "string");
  return texts.length === value.length ? texts : null;
}

/** The strings of a list, or a single one; what else is there is left out. */
export function textsIn(value: unknown): readonly string[] {
  return [value].flat().filter((item: unknown): item is string => typeof item === "string");
}
