/**
 * `.github/merge-queue.yml`: facts about the repository's targets that no tool can detect. The file of the target
 * branch counts, so that a pull request cannot exempt itself.
 */
import { parseYaml, YamlError } from "../parse-yaml.js";
import { compilePattern, type MatchesPath, PatternError } from "../path-patterns.js";
import { INERT_RULE_NAMES, type InertRuleName, isInertRuleName } from "./inert-files.js";

export const RULES_FILE = ".github/merge-queue.yml";
/** A file with this spelling would never be read, and its author would not notice. */
export const OTHER_SPELLING = ".github/merge-queue.yaml";

/** `target` depends on each of `dependsOn`, although no manifest declares it. */
export interface ExtraEdge {
  readonly target: string;
  readonly dependsOn: readonly string[];
}

export interface TargetRules {
  /** Changes to these paths touch no target. */
  readonly isIgnored: MatchesPath;
  /** Changes to these paths touch everything, no matter what a source knows of them. */
  readonly isGlobal: MatchesPath;
  /** Changes to these paths do not touch everything, although such files usually do. */
  readonly isNotGlobal: MatchesPath;
  readonly extraEdges: readonly ExtraEdge[];
  /** The default rules for files that affect no target. */
  readonly inert: ReadonlySet<InertRuleName>;
}

export class RulesError extends Error {
  override readonly name = "RulesError";
}

export const NO_RULES: TargetRules = {
  isIgnored: () => false,
  isGlobal: () => false,
  isNotGlobal: () => false,
  extraEdges: [],
  inert: new Set(INERT_RULE_NAMES),
};

export const RULE_KEYS = ["ignore", "ignore-defaults", "global", "not-global", "extra-edges"] as const;
export const EDGE_KEYS = ["target", "depends-on"] as const;

/** After `loadYaml`. Throws `RulesError` with one clause about the problem. */
export function readRules(bytes: Uint8Array): TargetRules {
  const value = parsed(bytes);
  if (value === null || value === undefined) return NO_RULES;
  const keys = mapping(value, "the file", RULE_KEYS);
  return {
    isIgnored: anyPattern(keys.get("ignore"), "ignore"),
    isGlobal: anyPattern(keys.get("global"), "global"),
    isNotGlobal: anyPattern(keys.get("not-global"), "not-global"),
    extraEdges: list(keys.get("extra-edges") ?? [], "extra-edges").map(extraEdge),
    inert: inertRules(keys.get("ignore-defaults")),
  };
}

/** Without the key all of them apply; `false` and an empty list switch all of them off. */
function inertRules(value: unknown): ReadonlySet<InertRuleName> {
  if (value === undefined || value === null || value === true) return NO_RULES.inert;
  if (value === false) return new Set();
  return new Set(list(value, "ignore-defaults").map(inertRule));
}

function inertRule(value: unknown): InertRuleName {
  const name = text(value, "an entry of ignore-defaults");
  if (isInertRuleName(name)) return name;
  const meant = nearest(name, INERT_RULE_NAMES);
  const advice =
    meant === null ? `expected some of ${INERT_RULE_NAMES.join(", ")}` : `did you mean ${meant}?`;
  throw new RulesError(
    `ignore-defaults has the unknown entry ${JSON.stringify(name.slice(0, 80))}; ${advice}`,
  );
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return parseYaml(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const why = error instanceof YamlError ? error.message : "it is not UTF-8 text";
    throw new RulesError(why, { cause: error });
  }
}

function extraEdge(value: unknown, index: number): ExtraEdge {
  const place = `entry ${index + 1} of extra-edges`;
  const keys = mapping(value, place, EDGE_KEYS);
  const given = keys.get("depends-on");
  return {
    target: text(keys.get("target"), `target of ${place}`),
    dependsOn: [given].flat().map((name: unknown) => text(name, `depends-on of ${place}`)),
  };
}

function anyPattern(value: unknown, key: string): MatchesPath {
  const patterns = list(value ?? [], key).map((entry) => pattern(text(entry, `a pattern of ${key}`), key));
  return (path) => patterns.some((matches) => matches(path));
}

function pattern(given: string, key: string): MatchesPath {
  if (given.startsWith("!")) {
    throw new RulesError(
      `${key}: the pattern ${JSON.stringify(given)} cannot exclude anything here; list what should match`,
    );
  }
  if (given.startsWith("/")) {
    throw new RulesError(
      `${key}: the pattern ${JSON.stringify(given)} matches nothing; remove the first slash`,
    );
  }
  try {
    return compilePattern(given);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new RulesError(`${key}: the pattern ${JSON.stringify(given)} ${error.message}`, { cause: error });
  }
}

function mapping(value: unknown, place: string, known: readonly string[]): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RulesError(`${place} must be a mapping with the keys ${known.join(", ")}`);
  }
  const entries = Object.entries(value);
  for (const [key] of entries) {
    if (known.includes(key)) continue;
    const meant = nearest(key, known);
    const advice = meant === null ? `expected one of ${known.join(", ")}` : `did you mean ${meant}?`;
    throw new RulesError(`${place} has the unknown key ${JSON.stringify(key.slice(0, 80))}; ${advice}`);
  }
  return new Map(entries);
}

function list(value: unknown, key: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new RulesError(`${key} must be a list`);
}

function text(value: unknown, place: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new RulesError(`${place} must be a string`);
}

const MOST_EDITS = 3;

/** The most similar known word; null when none is similar enough. */
export function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, edits: edits(word.toLowerCase(), candidate) }))
    .sort((one, other) => one.edits - other.edits);
  const [best] = ranked;
  return best !== undefined && best.edits <= Math.min(MOST_EDITS, best.candidate.length / 2)
    ? best.candidate
    : null;
}

/** The number of letters to add, remove or replace. */
function edits(from: string, to: string): number {
  const letters = Array.from(from.slice(0, 100));
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of letters.entries()) {
    const next = [index + 1];
    for (let column = 0; column < to.length; column++) {
      const exchanged = (row[column] ?? 0) + (letter === to[column] ? 0 : 1);
      next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
