/**
 * Checks of values that were stored as JSON, composed of small checks. A check of a record lists every field, and the
 * compiler holds the list against the type: who changes the type learns here that stored rows need a migration.
 */
import { isRecord } from "../../../domain/is-record.js";
import { type QueueName, queueKey } from "../../../domain/queue-name.js";

export type Check<Value> = (value: unknown) => value is Value;

export type Fields<Value> = { readonly [Name in keyof Value]-?: Check<Value[Name]> };

/** For each kind of a union, the fields beside `kind`. */
export type FieldsByKind<Union extends { readonly kind: string }> = {
  readonly [Name in Union["kind"]]: Omit<Fields<Extract<Union, { readonly kind: Name }>>, "kind">;
};

/** An argument that no value fits where only some words are allowed, so that `text` does not compile there. */
type NoneOfWords<Value extends string> =
  Readonly<Record<string, 1>> extends Record<Value, 1> ? [] : [words: never];

/** Any string: ids and names were checked before they were stored. Use `oneOf` where only some words are allowed. */
export function text<Value extends string>(...none: NoneOfWords<Value>): Check<Value>;
export function text<Value extends string>(): Check<Value> {
  return (value): value is Value => typeof value === "string";
}

export function oneOf<const Word extends string>(words: readonly Word[]): Check<Word> {
  return (value): value is Word => words.some((word) => word === value);
}

export function number<Value extends number>(): Check<Value> {
  return (value): value is Value => typeof value === "number";
}

export function flag(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** A flag that is stored only if it is set. */
export function isSet(value: unknown): value is true {
  return value === true;
}

export function orNull<Value>(check: Check<Value>): Check<Value | null> {
  return (value): value is Value | null => value === null || check(value);
}

/** For what versions before did not write down. */
export function maybe<Value>(check: Check<Value>): Check<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || check(value);
}

export function listOf<Value>(check: Check<Value>): Check<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every(check);
}

/** An object of any names, all with values of one kind. */
export function mapOf<Value>(check: Check<Value>): Check<Readonly<Record<string, Value>>> {
  return (value): value is Readonly<Record<string, Value>> =>
    isRecord(value) && Object.values(value).every(check);
}

export function record<Value>(fields: Fields<Value>): Check<Value> {
  const checks = checksOf(fields);
  return (value): value is Value => isRecord(value) && checks.every(([name, check]) => check(value[name]));
}

export function kindOf<Union extends { readonly kind: string }>(fields: FieldsByKind<Union>): Check<Union> {
  const byKind = new Map<unknown, readonly (readonly [string, Check<unknown>])[]>(
    Object.entries<object>(fields).map(([kind, ofKind]) => [kind, checksOf(ofKind)]),
  );
  return (value): value is Union =>
    isRecord(value) && (byKind.get(value["kind"])?.every(([name, check]) => check(value[name])) ?? false);
}

function checksOf(fields: object): readonly (readonly [string, Check<unknown>])[] {
  return Object.entries<Check<unknown>>({ ...fields });
}

/** U+0001 marks a key written as JSON: Postgres stores no U+0000, and unpaired surrogates are not UTF-8. */
const ESCAPE = "\u0001";
const NOT_AS_IT_IS = /[\0\u0001]/;

/** Repeated requests use the same name object. */
const keys = new WeakMap<QueueName, string>();

/** One text per key, which every database returns unchanged. */
export function storedKey(name: QueueName): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = asStored(queueKey(name));
  keys.set(name, key);
  return key;
}

/** Whether a stored key may be of a queue in the repository; a key written as JSON has to be parsed. */
export function mayBeIn(repositoryKey: string, key: string): boolean {
  return key.startsWith(`${repositoryKey}:`) || key.startsWith(ESCAPE);
}

function asStored(key: string): string {
  return NOT_AS_IT_IS.test(key) || !key.isWellFormed() ? `${ESCAPE}${JSON.stringify(key)}` : key;
}
