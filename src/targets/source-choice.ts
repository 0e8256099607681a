/** The words that choose sources: `workspaces`, `paths=targets.yml`, several with commas in between, or `auto`. */
import { nearest } from "./rules/rules-file.js";
import { isSourceName, SOURCE_NAMES, type SourceName } from "./sources.js";

export interface SourceChoice {
  readonly name: SourceName;
  /** What follows `=`; null without it. */
  readonly argument: string | null;
}

/** `auto`: whichever fits what the repository holds. */
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
  if (argument === "") return `something behind ${name}=`;
  return null;
}

/**
 * Events of a workflow whose jobs may run the code that they look at: on a pull request GitHub keeps secrets from forks,
 * and what is merged or pushed has been let in. Any other event, known or yet to be invented, brings secrets together
 * with whatever commit somebody names.
 */
const SAFE_EVENTS: ReadonlySet<string> = new Set(["pull_request", "merge_group", "push"]);

/** The empty name is that of no workflow at all. */
export function isSafeEvent(name: string): boolean {
  return name === "" || SAFE_EVENTS.has(name);
}
