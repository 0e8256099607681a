/** Reads the settings of a queue as people write them: YAML, of which JSON is a part. Load it when there are some. */
import { type Document, parseDocument, visit } from "yaml";
import type { SettingIssue, SettingKey } from "../contract/queue-settings.js";
import { underOwnName } from "../domain/queue-settings.js";
import { errorText } from "../domain/thrown.js";

export type QueueConfig =
  /** As they are written; nothing of what they mean is checked here. */
  | { readonly kind: "settings"; readonly settings: ReadonlyMap<string, unknown> }
  | { readonly kind: "otherValue" }
  /** A value that stands for another one: a short text could say very much with it, or turn in circles. */
  | { readonly kind: "alias"; readonly name: string }
  | { readonly kind: "notYaml"; readonly reason: string };

export function readQueueConfig(text: string): QueueConfig {
  let value: unknown;
  try {
    const document = parseDocument(text, { logLevel: "error" });
    const [problem] = document.errors;
    if (problem !== undefined) return { kind: "notYaml", reason: firstLineOf(problem) };
    const name = firstAliasIn(document);
    if (name !== null) return { kind: "alias", name };
    value = document.toJS();
  } catch (error) {
    return { kind: "notYaml", reason: firstLineOf(error) };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "otherValue" };
  return { kind: "settings", settings: new Map(Object.entries(value)) };
}

function firstAliasIn(document: Document): string | null {
  let name: string | null = null;
  visit(document, {
    Alias: (_key, { source }) => {
      name = source;
      return visit.BREAK;
    },
  });
  return name;
}

/** Below it the parser draws where in the text that is. */
function firstLineOf(error: unknown): string {
  return errorText(error).replace(/:?\s*\n[^]*/, "");
}

export type ShownSettings = Readonly<Record<string, unknown>>;

/** Compares requested settings with those that a service shows, without regard to case. */
export function isSameSetting(one: unknown, other: unknown): boolean {
  return spelled(one) === spelled(other);
}

export function settingInWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Some services answer null in place of an empty list. */
function spelled(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return "null";
  return typeof value === "string" ? value.toLowerCase() : JSON.stringify(value ?? null);
}

interface SettingProblem {
  readonly key: SettingKey;
  /** Goes on after the setting's name. */
  readonly problem: string;
}

/** Settings of which each may stand alone, and which together say nothing that anyone could mean. */
export function settingsProblem(settings: ReadonlyMap<SettingKey, unknown>): SettingProblem | null {
  return statusesProblem(settings) ?? contradiction(settings);
}

/** What the contract says of a value, as it goes on after the value. */
export function issueInWords(issue: SettingIssue): string {
  const where = issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
  return `is not accepted${where}; ${expectation(issue)}`;
}

function expectation(issue: SettingIssue): string {
  if (issue.code === "unrecognized_keys") return `unknown there: ${issue.keys.join(", ")}`;
  const saysNothing = issue.code === "invalid_type" && issue.message.startsWith("Invalid input");
  return saysNothing
    ? `expected ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`
    : issue.message;
}

/** Services ignore an empty list. */
function statusesProblem(settings: ReadonlyMap<SettingKey, unknown>): SettingProblem | null {
  const key = "requiredStatuses";
  const names = settings.get(key);
  if (!Array.isArray(names)) return null;
  if (names.length === 0)
    return { key, problem: "is empty; to drop the list say deleteRequiredStatuses: true" };
  if (names.some((name) => typeof name === "string" && name.trim() === "")) {
    return { key, problem: "holds an empty name; expected the names of checks" };
  }
  return settings.get("deleteRequiredStatuses") === true
    ? { key, problem: "is given together with deleteRequiredStatuses; give one of the two" }
    : null;
}

/** Of two names of one setting no reader can tell which one counts. */
function contradiction(settings: ReadonlyMap<SettingKey, unknown>): SettingProblem | null {
  const before = new Map<string, readonly [SettingKey, unknown]>();
  for (const [key, given] of settings) {
    const [name, value] = underOwnName(key, given);
    const [otherKey, otherValue] = before.get(name) ?? [key, value];
    if (JSON.stringify(otherValue) !== JSON.stringify(value)) {
      return {
        key,
        problem: `contradicts ${otherKey}, which is another name for the same setting; give one of the two`,
      };
    }
    before.set(name, [key, value]);
  }
  return null;
}
