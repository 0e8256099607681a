/** Names the fields of a root's manifest that differ, for the reason why every package may be affected. */
import { parseYaml } from "../../parse-yaml.js";
import { parseToml } from "./parse-toml.js";
import { asTable, type Table } from "./parsed-files.js";

const MOST_NAMED = 5;

/** A clause. `texts`: before and after. */
export function readableDifference(path: string, texts: readonly (string | null)[]): string {
  const unknown = "which packages its change affects is not known";
  const parse = parserFor(path);
  if (parse === null) return unknown;
  try {
    const [before, after] = texts.map((text) => asTable(parse(text ?? "")) ?? new Map<string, unknown>());
    const fields = differing(before ?? new Map(), after ?? new Map());
    if (fields.length === 0) return unknown;
    const more = fields.length - MOST_NAMED;
    const named = fields.slice(0, MOST_NAMED).map((field) => `\`${field}\``);
    const shown = more > 0 ? [...named, `${more} more`] : named;
    return `which packages a change of ${shown.join(", ")} affects is not known`;
  } catch {
    return unknown; // The content is not trusted.
  }
}

function parserFor(path: string): ((text: string) => unknown) | null {
  if (path.endsWith(".json")) return JSON.parse;
  if (/\.ya?ml$/.test(path)) return parseYaml;
  return path.endsWith(".toml") ? parseToml : null;
}

/** Tables are compared field by field, one level deep: `engines.node` is more helpful than `engines`. */
function differing(before: Table, after: Table): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => {
    const [one, other] = [before.get(key), after.get(key)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const [inner, outer] = [asTable(one), asTable(other)];
    if (inner === null || outer === null) return [key];
    const inside = [...new Set([...inner.keys(), ...outer.keys()])];
    return inside
      .filter((name) => JSON.stringify(inner.get(name)) !== JSON.stringify(outer.get(name)))
      .map((name) => `${key}.${name}`);
  });
}
