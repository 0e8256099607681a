/** What is wrong with settings that someone wrote, in words that name the setting. */
import type { SettingIssue, SettingKey } from "../contract/queue-settings.js";
import { underOwnName } from "../domain/queue-settings.js";

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
