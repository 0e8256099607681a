/** YAML as plain values: the only file of this room that knows the library. Anchors work, and cannot be made to explode. */
import { type Document, isScalar, parseDocument, visit } from "yaml";

/** Aliases of aliases grow without end in a few lines. */
const MOST_ALIASES = 1_000;

export class YamlError extends Error {
  override readonly name = "YamlError";
}

/** Throws `YamlError` with a line number for what is no YAML, and for a key that is there twice. */
export function parseYaml(text: string): unknown {
  // The library compares each key with all before it, which takes seconds for a large lock file.
  const document = parseDocument(text, { logLevel: "silent", uniqueKeys: false });
  const [problem] = document.errors;
  if (problem !== undefined) throw new YamlError(problem.message.split("\n")[0] ?? "it is no YAML");
  const repeated = firstRepeatedKey(document);
  if (repeated !== null) {
    throw new YamlError(`a key is there twice at line ${text.slice(0, repeated).split("\n").length}`);
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return value;
  } catch (error) {
    throw new YamlError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Where in the text it stands. */
function firstRepeatedKey(document: Document): number | null {
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
