/**
 * Parses the bytes of a body into an object. For large bodies a worker thread runs this file, so it imports no other
 * file of the project. In any other thread it only exports.
 */
import { parentPort, workerData } from "node:worker_threads";

export type ParsedJson =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string };

/** No valid request contains more values besides lists of strings; more would only keep the checks busy. */
const MAX_VALUES = 10_000;
const MAX_LEVELS = 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function parseJson(bytes: Uint8Array): ParsedJson {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { ok: false, problem: "the body is not UTF-8 text" };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8's message contains the position or quotes the text there.
    const where = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: `the body is not valid JSON: ${where}` };
  }
  if (!isRecord(value)) return { ok: false, problem: "the body: expected an object" };
  if (!isTooLarge(value)) return { ok: true, value };
  const most = `at most ${MAX_VALUES} values in ${MAX_LEVELS} levels besides lists of strings`;
  return { ok: false, problem: `the body contains too many values: expected ${most}` };
}

function isTooLarge(body: Readonly<Record<string, unknown>>): boolean {
  let level: unknown[] = [];
  let values = 0;
  for (const field of Object.values(body)) {
    values += 1;
    if (isComposed(field) && !isListOfTexts(field)) level.push(field);
  }
  for (let depth = 1; values <= MAX_VALUES && depth <= MAX_LEVELS; depth += 1) {
    const before = values;
    const next: unknown[] = [];
    for (const composed of level) {
      for (const part of Object.values(composed ?? NOTHING)) {
        values += 1;
        if (isComposed(part)) next.push(part);
      }
    }
    if (values === before) return false;
    level = next;
  }
  return true;
}

const NOTHING = {};

function isComposed(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/**
 * A parsed body in a form that is cheap to send between threads. Copying hundreds of thousands of strings would block
 * the receiver as long as parsing them, so each list of strings is sent as one string.
 */
export interface PackedJson {
  readonly parsed: ParsedJson;
  /** Removed from the value, by key. */
  readonly lists: ReadonlyMap<string, string>;
}

const SEPARATOR = "\0";

export function pack(parsed: ParsedJson): PackedJson {
  if (!parsed.ok) return { parsed, lists: new Map() };
  const lists = new Map<string, string>();
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(parsed.value)) {
    if (isListOfTexts(value) && isSeparable(value)) lists.set(key, value.join(SEPARATOR));
    else rest.push([key, value]);
  }
  return { parsed: { ok: true, value: Object.fromEntries(rest) }, lists };
}

export function unpack({ parsed, lists }: PackedJson): ParsedJson {
  if (!parsed.ok) return parsed;
  const split = [...lists].map(([key, text]) => [key, text.split(SEPARATOR)] as const);
  return { ok: true, value: { ...parsed.value, ...Object.fromEntries(split) } };
}

/** Joined, an empty list would equal a list of one empty string. */
function isSeparable(texts: readonly string[]): boolean {
  return texts.length > 0 && !texts.some((text) => text.includes(SEPARATOR));
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

if (parentPort !== null && workerData instanceof Uint8Array) {
  parentPort.postMessage(pack(parseJson(workerData)));
}
