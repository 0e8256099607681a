/** What a comment asks for, if anything: `/merge --priority high`. The text is anybody's. */
import { priorityValue } from "../../../../../domain/priority.js";
import type { Command } from "../../../../ports/wish-store.js";
import { shownLines } from "./shown-lines.js";

const WORDS = ["merge", "cancel", "retry"] as const;
type Word = (typeof WORDS)[number];

/** More than the longest comment that GitHub takes. */
const MOST_CHARACTERS = 70_000;
const LONGEST_QUOTE = 40;

interface Spoken {
  readonly word: Word;
  readonly words: readonly string[];
}

/** Null: nothing that is meant for the queue. */
export function parseCommand(comment: string, prefix: string): Command | null {
  const spoken = shownLines(comment.slice(0, MOST_CHARACTERS)).flatMap(
    (line) => spokenIn(line, prefix) ?? [],
  );
  const [first, second] = spoken;
  if (first === undefined) return null;
  if (second !== undefined) {
    return unclear(`A comment may hold one command, and this one holds ${spoken.length}. Nothing was done.`);
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

function commandOf({ word, words }: Spoken, prefix: string): Command {
  if (word === "merge") return mergeOf(words, prefix);
  const [surplus] = words;
  if (surplus === undefined) return { kind: word };
  return unclear(`${shown(spelled(prefix, word))} takes nothing after it, and there is ${shown(surplus)}.`);
}

function mergeOf(words: readonly string[], prefix: string): Command {
  let priority: number | null = null;
  let noBatch = false;
  for (let at = 0; at < words.length; at += 1) {
    // What keyboards of phones make of two hyphens.
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
      return unclear(`${command} takes \`--priority\` and \`--no-batch\`, and not ${shown(written)}.`);
    }
  }
  return { kind: "merge", priority, noBatch };
}

function notAPriority(value: string): string {
  const expected = "`urgent`, `high`, `medium`, `low` or a number, where 0 is first";
  return value === ""
    ? `After \`--priority\` comes ${expected}.`
    : `${shown(value)} is no priority: expected ${expected}.`;
}

/** As people write it. */
export function spelled(prefix: string, word: Word): string {
  return /[\p{L}\p{N}]$/u.test(prefix) ? `${prefix} ${word}` : `${prefix}${word}`;
}

function unclear(problem: string): Command {
  return { kind: "unclear", problem };
}

/** As code, in which nobody is mentioned and nothing is marked up: visible ASCII without backticks. */
function shown(text: string): string {
  const clean = text.replace(/[^!-_a-~ ]/gu, "?");
  const cut = clean.length > LONGEST_QUOTE ? `${clean.slice(0, LONGEST_QUOTE)}...` : clean;
  return `\`${cut}\``;
}
