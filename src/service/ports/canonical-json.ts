/** The one JSON text of a value, however its fields are ordered: for comparing what two programs computed. */

/** Deeper than anything the engine makes; a hostile log goes as deep as it likes. */
const MAX_DEPTH = 100;

/**
 * Texts of lists and of their items. The engine changes nothing in place, and most of what a queue holds is the same objects
 * before and after a decision.
 */
const texts = new WeakMap<object, string>();

/** Fields in the order of their names' UTF-16 code units, no white space; fields without a value are left out. The value must never change. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError(`a value is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return Array.isArray(value) ? knownText(value, depth, listText) : recordText(value, depth);
}

function listText(list: readonly unknown[], depth: number): string {
  let text = "";
  for (const item of list) text += `${text === "" ? "[" : ","}${itemText(item, depth + 1)}`;
  return text === "" ? "[]" : `${text}]`;
}

function recordText(record: object, depth: number): string {
  const fields = Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  let text = "";
  for (const [name, field] of fields) {
    if (field === undefined) continue;
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${canonicalJson(field, depth + 1)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function itemText(item: unknown, depth: number): string {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return canonicalJson(item, depth);
  return knownText(item, depth, canonicalJson);
}

function knownText<Value extends object>(
  value: Value,
  depth: number,
  textOf: (value: Value, depth: number) => string,
): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = textOf(value, depth);
  texts.set(value, text);
  return text;
}
