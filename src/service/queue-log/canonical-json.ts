/** The one JSON text of a value, however its fields are ordered: for comparing what two programs computed. */
import { createHash } from "node:crypto";
import type { Decision } from "../../engine/decision.js";

/** Deeper than anything the engine makes; a hostile log goes as deep as it likes. */
const MAX_DEPTH = 100;

/**
 * Texts of the items of lists. The engine changes nothing in place, and most entries of a queue are the same objects
 * before and after a decision.
 */
const texts = new WeakMap<object, string>();

/** SHA-256 of the whole decision. */
export function decisionDigest(decision: Decision): string {
  return createHash("sha256").update(canonicalJson(decision)).digest("hex");
}

/** Fields in the order of their names' UTF-16 code units, no white space; fields without a value are left out. The value must never change. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError(`a value is nested more than ${MAX_DEPTH} levels deep`);
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map((item) => itemText(item, depth + 1)).join(",")}]`;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field, depth + 1)}`);
  return `{${fields.join(",")}}`;
}

function itemText(item: unknown, depth: number): string {
  if (typeof item !== "object" || item === null) return canonicalJson(item, depth);
  const text = texts.get(item) ?? canonicalJson(item, depth);
  texts.set(item, text);
  return text;
}
