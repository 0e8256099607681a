/** The one JSON text of a value, however its fields are ordered: for comparing what two programs computed. */

/** Deeper than anything the engine makes; a hostile log goes as deep as it likes. */
const MAX_DEPTH = 100;

/**
 * Texts of lists and of their items. The engine changes nothing in place, and most of what a queue holds is the same objects
 * before and after a decision.
 */
const texts = new WeakMap<object, string>();

interface Field {
  readonly name: string;
  readonly quoted: string;
}

/** The names of a record so far, as they come, and what may come next; in the end these names in their order. */
interface Spelling {
  readonly next: Map<string, Spelling>;
  fields: readonly Field[] | null;
}

/** Either is several times what the engine has; a hostile log has as many of both as it likes. */
const MAX_SPELLINGS = 2_000;
const MAX_NAMES = 100;

let spellings: Spelling = { next: new Map(), fields: null };
let spellingCount = 0;

/** Fields in the order of their names' UTF-16 code units, no white space; fields without a value are left out. The value must never change. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError(`a value is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (!isRecord(value)) return JSON.stringify(value ?? null);
  return Array.isArray(value) ? knownText(value, depth, listText) : recordText(value, depth);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function listText(list: readonly unknown[], depth: number): string {
  let text = "";
  for (const item of list) text += `${text === "" ? "[" : ","}${itemText(item, depth + 1)}`;
  return text === "" ? "[]" : `${text}]`;
}

function recordText(record: Readonly<Record<string, unknown>>, depth: number): string {
  let text = "";
  for (const { name, quoted } of fieldsInOrder(Object.keys(record))) {
    const field = record[name];
    if (field !== undefined) text += `${text === "" ? "{" : ","}${quoted}:${canonicalJson(field, depth + 1)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Sorting anew would take longer than everything else: a queue is made of a few kinds of records. */
function fieldsInOrder(names: readonly string[]): readonly Field[] {
  if (names.length > MAX_NAMES) return sorted(names);
  let spelling = spellings;
  for (const name of names) {
    let next = spelling.next.get(name);
    if (next === undefined) {
      next = { next: new Map(), fields: null };
      spelling.next.set(name, next);
      spellingCount += 1;
    }
    spelling = next;
  }
  spelling.fields ??= sorted(names);
  const { fields } = spelling;
  if (spellingCount > MAX_SPELLINGS) forgetSpellings();
  return fields;
}

function sorted(names: readonly string[]): readonly Field[] {
  return [...names].sort().map((name) => ({ name, quoted: JSON.stringify(name) }));
}

function forgetSpellings(): void {
  spellings = { next: new Map(), fields: null };
  spellingCount = 0;
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
