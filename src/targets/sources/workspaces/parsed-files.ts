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

  /** By path; paths that the tree does not have are left out. */
  async read(tree: Tree, paths: readonly string[]): Promise<ReadonlyMap<string, Parsed<Value>>> {
    const entries = await tree.entries();
    const known = paths.flatMap((path) => entries.get(path) ?? []);
    tree.opens?.(paths);
    const bytesByPath = await tree.read(
      known.filter(({ id }) => !this.#byId.has(id)).map(({ path }) => path),
    );
    return new Map(known.map((entry) => [entry.path, this.#parsed(entry, bytesByPath.get(entry.path))]));
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
