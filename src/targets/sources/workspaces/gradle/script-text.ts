/**
 * Separates a Groovy or Kotlin script into its code and its strings, in linear time. In the code, each string is replaced by
 * its number in quotes, so that brackets and words in strings and comments do not count.
 */
import { ManifestProblem } from "../parsed-files.js";

export interface ScriptText {
  readonly code: string;
  readonly strings: readonly ScriptString[];
}

export interface ScriptString {
  /** Interpolated expressions are replaced by `ANYTHING`, or by `ITSELF` for the name of the project. */
  readonly text: string;
  /** The expressions that were replaced, in their order. */
  readonly expressions: readonly string[];
}

export function isFixed({ expressions }: ScriptString): boolean {
  return expressions.length === 0;
}

/** The same string where a variable has a value. */
export function withValue(
  { text, expressions }: ScriptString,
  variable: string,
  value: string,
): ScriptString {
  const kept: string[] = [];
  let index = 0;
  const replaced = text.replace(/[\0\u0001]/g, (placeholder) => {
    const expression = expressions[index] ?? "";
    index += 1;
    if (expression === variable) return value;
    kept.push(expression);
    return placeholder;
  });
  return { text: replaced, expressions: kept };
}

/** A placeholder for text that only Gradle can compute. */
export const ANYTHING = "\0";
/** A placeholder for the name or path of the project that runs the script. */
export const ITSELF = "\u0001";

/** Such as apostrophes in regular expressions. */
const MOST_OPEN_QUOTES = 200;
const LONGEST_SCRIPT = 512 * 1024;
const LONGEST_EXPRESSION = 1_000;
const OWN_NAME = /^(?:project\.|this\.)?(?:name|path)$/;

export function readScriptText(written: string): ScriptText {
  if (written.length > LONGEST_SCRIPT) throw new ManifestProblem("it is larger than 512 KB");
  const text = written.replace(/[\0\u0001]/g, " ");
  const strings: ScriptString[] = [];
  let code = "";
  let failures = 0;
  for (let here = 0; here < text.length; ) {
    const end = commentEnd(text, here);
    if (end !== null) {
      code += " ";
      here = end;
      continue;
    }
    const quoted = quotedAt(text, here);
    if (quoted === null) {
      if (/["']/.test(text[here] ?? "")) failures += 1;
      if (failures > MOST_OPEN_QUOTES) throw new ManifestProblem("its quotes are never closed");
      const stop = nextMark(text, here + 1);
      code += text.slice(here, stop).replace(/["']/g, " ");
      here = stop;
    } else {
      code += `"${strings.length}"`;
      strings.push(quoted.string);
      here = quoted.end;
    }
  }
  return { code, strings };
}

function nextMark(text: string, from: number): number {
  const mark = /["'/]/g;
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? text.length;
}

/** The place behind a comment; null where none begins. */
function commentEnd(text: string, here: number): number | null {
  if (text[here] !== "/") return null;
  const closing = { "/": "\n", "*": "*/" }[text[here + 1] ?? ""];
  if (closing === undefined) return null;
  const end = text.indexOf(closing, here + 2);
  if (end === -1) return text.length;
  return closing === "\n" ? end : end + closing.length;
}

interface Quoted {
  readonly string: ScriptString;
  readonly end: number;
}

/** Null where no string begins, or where it does not end. */
function quotedAt(text: string, start: number): Quoted | null {
  const mark = text[start];
  if (mark !== '"' && mark !== "'") return null;
  const isLong = text.startsWith(mark.repeat(3), start);
  const closing = isLong ? mark.repeat(3) : mark;
  let content = "";
  const expressions: string[] = [];
  for (let here = start + closing.length; here < text.length; ) {
    if (text.startsWith(closing, here))
      return { string: { text: content, expressions }, end: here + closing.length };
    const sign = text[here] ?? "";
    if (sign === "\n" && !isLong) return null;
    if (sign === "\\") {
      content += text[here + 1] ?? "";
      here += 2;
    } else if (sign === "$" && mark === '"') {
      const { expression, end } = interpolation(text, here);
      if (expression === "") content += sign;
      else {
        content += OWN_NAME.test(expression) ? ITSELF : ANYTHING;
        expressions.push(expression);
      }
      here = end;
    } else {
      content += sign;
      here += 1;
    }
  }
  return null;
}

/** `$name.name` or `${…}`; an empty expression for a sign that stands alone. */
function interpolation(text: string, start: number): { readonly expression: string; readonly end: number } {
  const plain = /\$[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y;
  plain.lastIndex = start;
  const [found] = plain.exec(text) ?? [];
  if (found !== undefined) return { expression: found.slice(1), end: start + found.length };
  if (text[start + 1] !== "{") return { expression: "", end: start + 1 };
  let depth = 0;
  const last = Math.min(text.length, start + LONGEST_EXPRESSION);
  for (let here = start + 1; here < last && text[here] !== "\n"; here += 1) {
    if (text[here] === "{") depth += 1;
    if (text[here] === "}") depth -= 1;
    if (depth === 0) return { expression: text.slice(start + 2, here).trim(), end: here + 1 };
  }
  return { expression: "", end: start + 1 };
}

/** The numbers of the strings in a piece of code. */
export function stringsIn(code: string, { strings }: ScriptText): readonly ScriptString[] {
  return [...code.matchAll(/"(\d+)"/g)].flatMap(([, number]) => strings[Number(number)] ?? []);
}

/** The place behind the bracket that closes the one at `start`; the end of the code when it is never closed. */
export function behindBracket(code: string, start: number): number {
  let depth = 0;
  for (let here = start; here < code.length; here += 1) {
    const sign = code[here] ?? "";
    if ("([{".includes(sign)) depth += 1;
    else if (")]}".includes(sign)) depth -= 1;
    if (depth === 0) return here + 1;
  }
  return code.length;
}

/** Where blocks of a script end. Brackets are matched in one pass, so nested calls cost no more than others. */
export class ScriptBlocks {
  /** Signs and steps read so far; a test requires that they grow with the script's length only. */
  steps = 0;
  readonly #code: string;
  /** By the place of an opening bracket: the place behind the closing one. */
  readonly #closed: ReadonlyMap<number, number>;
  /** Places from which no block follows: a later search that arrives at one has the same result. */
  readonly #blockless = new Set<number>();

  constructor(code: string) {
    this.#code = code;
    const closed = new Map<number, number>();
    const open: number[] = [];
    for (let here = 0; here < code.length; here += 1) {
      this.steps += 1;
      const sign = code[here] ?? "";
      if ("([{".includes(sign)) open.push(here);
      else if (")]}".includes(sign)) {
        const start = open.pop();
        if (start !== undefined) closed.set(start, here + 1);
      }
    }
    this.#closed = closed;
  }

  /** The end of `(…).name {…}`; null without a block, and `open` with a bracket that is never closed. */
  endBehind(start: number): number | "open" | null {
    const next = /\s*(?:([{(])|\.\s*\w+|<[^<>\n]{0,100}>)/y;
    const passed: number[] = [];
    let hasBlock = false;
    let end = start;
    for (;;) {
      this.steps += 1;
      if (!hasBlock && this.#blockless.has(end)) break;
      passed.push(end);
      next.lastIndex = end;
      const found = next.exec(this.#code);
      if (found === null) break;
      const bracket = found[1];
      if (bracket === "{") hasBlock = true;
      const behind = bracket === undefined ? next.lastIndex : this.#closed.get(next.lastIndex - 1);
      if (behind === undefined) return "open";
      end = behind;
    }
    if (hasBlock) return end;
    for (const place of passed) this.#blockless.add(place);
    return null;
  }
}
