/** YAML as plain values: the only file of this room that knows the library. Anchors work, and cannot be made to explode. */
import { parseDocument } from "yaml";

/** Aliases of aliases grow without end in a few lines. */
const MOST_ALIASES = 1_000;

export class YamlError extends Error {
  override readonly name = "YamlError";
}

/** Throws `YamlError` with a line number for what is no YAML, and for a key that is there twice. */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text, { logLevel: "silent" });
  const [problem] = document.errors;
  if (problem !== undefined) throw new YamlError(problem.message.split("\n")[0] ?? "it is no YAML");
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    return value;
  } catch (error) {
    throw new YamlError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
