/** Parses a command in a comment, such as `/merge --priority high`. The text is untrusted. */
import { priorityValue } from "../../../domain/priority.js";
import type { CommentCommand } from "../../ports/command-store.js";

const WORDS = ["merge", "cancel", "retry"] as const;
type Word = (typeof WORDS)[number];

/** More than GitHub's limit for comments. */
const MOST_CHARACTERS = 70_000;
const LONGEST_QUOTE = 40;

interface Spoken {
  readonly word: Word;
  readonly words: readonly string[];
}

/** null: no command for the queue. */
export function parseCommand(comment: string, prefix: string): CommentCommand | null {
  const spoken = shownLines(comment.slice(0, MOST_CHARACTERS)).flatMap(
    (line) => spokenIn(line, prefix) ?? [],
  );
  const [first, second] = spoken;
  if (first === undefined) return null;
  if (second !== undefined) {
    return unclear(
      `A comment may contain one command. This one contains ${spoken.length}. Nothing was done.`,
    );
  }
  return commandOf(first, prefix);
}

/** Only at the very start of a line, and only a whole word. */
function spokenIn(line: string, prefix: string): Spoken | null {
  if (!line.toLowerCase().startsWith(prefix.toLowerCase())) return null;
  const rest = line.slice(prefix.length);
  const isApart = /^\s/.test(rest);
  if (isApart !== /[\p{L}\p{N}]$/u.test(prefix)) return null;
  const [name = "", ...words] = rest.trim().split(/\s+/);
  const word = WORDS.find((known) => known === name.toLowerCase());
  return word === undefined ? null : { word, words };
}

function commandOf({ word, words }: Spoken, prefix: string): CommentCommand {
  if (word === "merge") return mergeOf(words, prefix);
  const [surplus] = words;
  if (surplus === undefined) return { kind: word };
  return unclear(`${shown(spelled(prefix, word))} takes no arguments, but got ${shown(surplus)}.`);
}

function mergeOf(words: readonly string[], prefix: string): CommentCommand {
  let priority: number | null = null;
  let noBatch = false;
  for (let at = 0; at < words.length; at += 1) {
    // Phone keyboards replace two hyphens by a dash.
    const written = (words[at] ?? "").replace(/^[\u2013\u2014]/, "--");
    const [flag = "", ...given] = written.split("=");
    if (flag === "--no-batch" && given.length === 0) noBatch = true;
    else if (flag === "--priority") {
      if (given.length === 0) at += 1;
      const value = given.length === 0 ? (words[at] ?? "") : given.join("=");
      const known = priorityValue(value);
      if (known === undefined) return unclear(notAPriority(value));
      if (priority !== null) return unclear("`--priority` is given more than once.");
      priority = known;
    } else {
      const command = shown(spelled(prefix, "merge"));
      return unclear(`${command} takes \`--priority\` and \`--no-batch\`, but got ${shown(written)}.`);
    }
  }
  return { kind: "merge", priority, noBatch };
}

function notAPriority(value: string): string {
  const expected = "`urgent`, `high`, `medium`, `low` or a number, where 0 is first";
  return value === ""
    ? `\`--priority\` needs a value: ${expected}.`
    : `${shown(value)} is not a priority: expected ${expected}.`;
}

/** The command as written in a comment. */
export function spelled(prefix: string, word: Word): string {
  return /[\p{L}\p{N}]$/u.test(prefix) ? `${prefix} ${word}` : `${prefix}${word}`;
}

function unclear(problem: string): CommentCommand {
  return { kind: "unclear", problem };
}

/** Quotes text as code, without mentions or markup: visible ASCII without backticks. */
function shown(text: string): string {
  const clean = text.replace(/[^!-_a-~ ]/gu, "?");
  const cut = clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE)}...` : clean;
  return `\`${cut}\``;
}

/**
 * Tags whose content is code, a quote or hidden. The end is searched line by line, which stays fast for unclosed tags.
 */
const ENCLOSING = /<(pre|code|blockquote|script|style|textarea|template|samp|kbd)\b|<!--/gi;
const FENCE = /^ {0,3}(`{3,}(?!.*`)|~{3,})/;
const QUOTE = /^\s{0,3}>/;

/** The block that encloses the present line, and how it ends. */
type Inside =
  | { readonly kind: "text" }
  | { readonly kind: "fence"; readonly end: RegExp }
  | { readonly kind: "enclosed"; readonly end: string }
  /** A quote continues until an empty line. */
  | { readonly kind: "quote" };

const TEXT: Inside = { kind: "text" };

/**
 * The visible lines of the author's own text, without quotes, code and hidden parts. Ambiguous lines are omitted, so
 * that quoting or explaining a command never triggers it.
 */
function shownLines(comment: string): readonly string[] {
  const shown: string[] = [];
  let paragraph: string[] = [];
  let inside = TEXT;
  const endParagraph = () => {
    shown.push(...outsideOfCode(paragraph));
    paragraph = [];
  };
  for (const line of comment.split(/\r\n|\n|\r/)) {
    const before = inside;
    inside = after(line, before);
    const counts = before.kind === "text" && inside.kind !== "fence" && inside.kind !== "quote";
    if (!counts || line.trim() === "") endParagraph();
    if (counts && line.trim() !== "") paragraph.push(line);
  }
  endParagraph();
  return shown;
}

function after(line: string, inside: Inside): Inside {
  switch (inside.kind) {
    case "fence":
      return inside.end.test(line) ? TEXT : inside;
    case "enclosed": {
      const end = line.toLowerCase().indexOf(inside.end);
      return end < 0 ? inside : enclosedBy(line.slice(end + inside.end.length));
    }
    case "quote":
      return line.trim() === "" ? TEXT : inside;
    case "text": {
      if (QUOTE.test(line)) return { kind: "quote" };
      const [, fence] = FENCE.exec(line) ?? [];
      if (fence === undefined) return enclosedBy(line);
      return { kind: "fence", end: new RegExp(`^ {0,3}${fence.charAt(0)}{${fence.length},}\\s*$`) };
    }
  }
}

/** The block that is still open at the end of a line. */
function enclosedBy(line: string): Inside {
  const lower = line.toLowerCase();
  const pattern = new RegExp(ENCLOSING);
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line)) {
    const end = found[1] === undefined ? "-->" : `</${found[1].toLowerCase()}`;
    const endsAt = lower.indexOf(end, pattern.lastIndex);
    if (endsAt < 0) return { kind: "enclosed", end };
    pattern.lastIndex = endsAt + end.length;
  }
  return TEXT;
}

/** Removes lines that start inside inline code, which may span lines of a paragraph. */
function outsideOfCode(lines: readonly string[]): readonly string[] {
  const code = codeIn(lines.join("\n"));
  let start = 0;
  let next = 0;
  return lines.filter((line) => {
    const from = start;
    start += line.length + 1;
    while ((code[next]?.[1] ?? from) < from) next += 1;
    return (code[next]?.[0] ?? from) >= from;
  });
}

/** Inline code extends from a run of backticks to a run of the same length; unclosed backticks are plain text. */
function codeIn(text: string): readonly (readonly [from: number, to: number])[] {
  const code: (readonly [from: number, to: number])[] = [];
  const ticks = [...text.matchAll(/\\`|`+/g)].map(({ 0: run, index }) => ({ run, index }));
  for (let at = 0; at < ticks.length; at += 1) {
    const open = ticks[at];
    if (open === undefined || open.run.startsWith("\\")) continue;
    let closing = at + 1;
    // A backslash does not escape inside code.
    while (closing < ticks.length && ticks[closing]?.run.replace("\\", "") !== open.run) closing += 1;
    const close = ticks[closing];
    if (close === undefined) continue;
    code.push([open.index, close.index]);
    at = closing;
  }
  return code;
}
