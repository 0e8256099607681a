/**
 * Parses YAML into plain values; the only file of this folder that uses the library. Anchors work, and their expansion
 * is limited.
 */
import type * as Yaml from "yaml";
import { errorText } from "../domain/thrown.js";

let loaded: typeof Yaml | null = null;

/** Has to come before the first text is parsed. The library has many files, and most repositories need none of them. */
export async function loadYaml(): Promise<void> {
  loaded ??= await import(/* webpackChunkName: "yaml" */ "yaml");
}

function library(): typeof Yaml {
  if (loaded === null) throw new Error("the library for YAML was not loaded before its first use");
  return loaded;
}

/** A few lines of nested aliases can expand without limit. */
const MOST_ALIASES = 1_000;

export class YamlError extends Error {
  override readonly name = "YamlError";
  /** A clause that contains no text from the file. */
  readonly problem: string;

  constructor(message: string, problem = "it is not readable as YAML", options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/** Parses the only document, after `loadYaml`. Throws `YamlError` for several: reading only the first would miss the others. */
export function parseYaml(text: string): unknown {
  const documents = parseYamlDocuments(text);
  if (documents.length <= 1) return documents[0] ?? null;
  const problem = `it contains ${documents.length} YAML documents, and one is expected`;
  throw new YamlError(problem, problem);
}

/** Throws `YamlError` with a line number for invalid YAML and for a duplicate key. */
export function parseYamlDocuments(text: string): readonly unknown[] {
  // The library's own check compares each key with all before it, which takes seconds for a large lock file.
  const documents = library().parseAllDocuments(text, { logLevel: "silent", uniqueKeys: false });
  return Array.isArray(documents) ? documents.map((document) => valueOf(document, text)) : [];
}

function valueOf(document: Yaml.Document, text: string): unknown {
  const [problem] = document.errors;
  if (problem !== undefined) throw new YamlError(problem.message.split("\n")[0] ?? "it is not YAML");
  const repeated = firstRepeatedKey(document);
  if (repeated !== null) {
    throw new YamlError(`a key is repeated at line ${text.slice(0, repeated).split("\n").length}`);
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return value;
  } catch (error) {
    throw new YamlError(errorText(error), undefined, { cause: error });
  }
}

/** Its position in the text; null when no key is repeated. */
function firstRepeatedKey(document: Yaml.Document): number | null {
  const { isScalar, visit } = library();
  let place: number | null = null;
  visit(document, {
    Map: (_key, { items }) => {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const value: unknown = isScalar(key) ? key.value : key;
        if (keys.has(value)) place = isScalar(key) ? (key.range?.[0] ?? 0) : 0;
        keys.add(value);
      }
      return place === null ? undefined : visit.BREAK;
    },
  });
  return place;
}
