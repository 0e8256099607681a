/** Reads the choice of sources: `workspaces`, `paths=targets.yml`, several separated by commas, or `auto`. */
import { nearest } from "./rules/rules-file.js";
import { isSourceName, SOURCE_NAMES, type SourceName } from "./sources/sources.js";

export interface SourceChoice {
  readonly name: SourceName;
  /** The text after `=`; null without it. */
  readonly argument: string | null;
}

/** `auto`: the first source that fits the repository. */
export type SourceChoices = "auto" | readonly SourceChoice[];

export type ReadChoices =
  | { readonly ok: true; readonly choices: SourceChoices }
  | { readonly ok: false; readonly expected: string };

export function readSourceChoices(text: string): ReadChoices {
  const words = text.split(/[,\n]/).map((word) => word.trim());
  if (words.length === 1 && words[0] === "auto") return { ok: true, choices: "auto" };
  const choices: SourceChoice[] = [];
  for (const word of words.filter((one) => one !== "")) {
    const [, name = "", argument] = /^([^=]*)(?:=([^]*))?$/.exec(word) ?? [];
    const problem = problemOf(name, argument, choices);
    if (problem !== null) return { ok: false, expected: problem };
    if (isSourceName(name)) choices.push({ name, argument: argument ?? null });
  }
  if (choices.length === 0) return { ok: false, expected: `auto, or some of ${SOURCE_NAMES.join(", ")}` };
  return { ok: true, choices };
}

function problemOf(
  name: string,
  argument: string | undefined,
  before: readonly SourceChoice[],
): string | null {
  if (name === "auto") return "auto alone, since it chooses by itself";
  if (!isSourceName(name)) {
    const meant = nearest(name, SOURCE_NAMES);
    return `auto, or some of ${SOURCE_NAMES.join(", ")}${meant === null ? "" : `; did you mean ${meant}?`}`;
  }
  if (before.some((choice) => choice.name === name)) return `${name} once`;
  if (argument === "") return `a value after ${name}=`;
  return null;
}

/**
 * Workflow events whose jobs may run the code of the commits they concern. On a pull request GitHub keeps secrets from
 * forks, and merged or pushed commits are trusted. Any other event, known or future, may combine secrets with an
 * arbitrary commit.
 */
const SAFE_EVENTS: ReadonlySet<string> = new Set(["pull_request", "merge_group", "push"]);

/** The empty name means that this is no workflow. */
export function isSafeEvent(name: string): boolean {
  return name === "" || SAFE_EVENTS.has(name);
}
