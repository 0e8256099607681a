/**
 * Parses the settings of a queue as people write them: YAML, which includes JSON. Load it only when there are settings.
 */
import { type Document, parseDocument, visit } from "yaml";
import type { SettingIssue, SettingKey } from "../contract/queue-settings.js";
import { underOwnName } from "../domain/queue-settings.js";
import { errorText } from "../domain/thrown.js";

export type QueueConfig =
  /** As written; their meaning is not checked here. */
  | { readonly kind: "settings"; readonly settings: ReadonlyMap<string, unknown> }
  | { readonly kind: "otherValue" }
  /** A value that refers to another value: a short text could expand without limit, or refer to itself. */
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

/** The parser's further lines show the position in the text. */
function firstLineOf(error: unknown): string {
  return errorText(error).replace(/:?\s*\n[^]*/, "");
}

export type ShownSettings = Readonly<Record<string, unknown>>;

/** Compares a requested setting with one that a service shows, ignoring case. */
export function isSameSetting(one: unknown, other: unknown): boolean {
  return spelled(one) === spelled(other);
}

export function settingInWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Some services return null instead of an empty list. */
function spelled(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return "null";
  return typeof value === "string" ? value.toLowerCase() : JSON.stringify(value ?? null);
}

interface SettingProblem {
  readonly key: SettingKey;
  /** Continues after the setting's name. */
  readonly problem: string;
}

/** Finds settings that are valid by themselves, and useless or contradictory together. */
export function settingsProblem(settings: ReadonlyMap<SettingKey, unknown>): SettingProblem | null {
  return statusesProblem(settings) ?? contradiction(settings);
}

/** The contract's objection to a value, as a text that continues after the value. */
export function issueInWords(issue: SettingIssue): string {
  const where = issue.path.length === 0 ? "" : ` at ${issue.path.map(String).join(".")}`;
  return `is not accepted${where}; ${expectation(issue)}`;
}

function expectation(issue: SettingIssue): string {
  if (issue.code === "unrecognized_keys") return `unknown there: ${issue.keys.join(", ")}`;
  const isGeneric = issue.code === "invalid_type" && issue.message.startsWith("Invalid input");
  return isGeneric
    ? `expected ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`
    : issue.message;
}

/** Services ignore an empty list. */
function statusesProblem(settings: ReadonlyMap<SettingKey, unknown>): SettingProblem | null {
  const key = "requiredStatuses";
  const names = settings.get(key);
  if (!Array.isArray(names)) return null;
  if (names.length === 0)
    return { key, problem: "is empty; to remove the list, set deleteRequiredStatuses: true" };
  if (names.some((name) => typeof name === "string" && name.trim() === "")) {
    return { key, problem: "contains an empty name; expected the names of checks" };
  }
  return settings.get("deleteRequiredStatuses") === true
    ? { key, problem: "is given together with deleteRequiredStatuses; give one of the two" }
    : null;
}

/** When two names of one setting have different values, it is unclear which one counts. */
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
