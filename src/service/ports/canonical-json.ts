/**
 * Canonical JSON: one text per value, regardless of the order of its fields, for comparing what two programs computed.
 */
import { isRecord } from "../../domain/is-record.js";

/** Deeper than any value the engine builds; a hostile log may nest without limit. */
const MAX_DEPTH = 100;

/**
 * Cached texts of lists and their items. The engine never changes a value in place, and a decision keeps most of a
 * queue's objects.
 */
const texts = new WeakMap<object, string>();

interface Field {
  readonly name: string;
  readonly quoted: string;
}

/**
 * Sorted fields per list of names, because sorting takes longer than everything else. Both limits guard against a
 * hostile log; the engine has a fraction of these record kinds.
 */
const orders = new Map<string, readonly Field[]>();
const MAX_KINDS = 1_000;
const MAX_NAMES = 100;

/**
 * Fields are ordered by the UTF-16 code units of their names, without white space; undefined fields are omitted. The
 * value must never change, because its text is cached.
 */
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
