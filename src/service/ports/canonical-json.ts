/** The one JSON text of a value, however its fields are ordered: for comparing what two programs computed. */
import { isRecord } from "../../domain/is-record.js";

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

/**
 * The fields in their order, by the names as they come, since sorting takes longer than everything else. The engine has a
 * fraction of these kinds of records; a hostile log has as many as it likes, with as many names.
 */
const orders = new Map<string, readonly Field[]>();
const MAX_KINDS = 1_000;
const MAX_NAMES = 100;

/** Fields in the order of their names' UTF-16 code units, no white space; fields without a value are left out. The value must never change. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError(`a value is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return knownText(value, depth, listText);
  return isRecord(value) ? recordText(value, depth) : JSON.stringify(value ?? null);
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

function fieldsInOrder(names: readonly string[]): readonly Field[] {
  if (names.length > MAX_NAMES) return sorted(names);
  const kind = JSON.stringify(names);
  const known = orders.get(kind);
  if (known !== undefined) return known;
  const fields = sorted(names);
  if (orders.size < MAX_KINDS) orders.set(kind, fields);
  return fields;
}

function sorted(names: readonly string[]): readonly Field[] {
  return [...names].sort().map((name) => ({ name, quoted: JSON.stringify(name) }));
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
