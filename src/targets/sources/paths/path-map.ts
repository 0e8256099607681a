/**
 * Parses a mapping from paths to targets in the form of dorny's paths-filter: YAML with a target's name in front of a
 * pattern, a list of patterns, or patterns for one kind of change (`added|modified: src/**`).
 */
import { parseYaml, YamlError } from "../../parse-yaml.js";
import { compilePattern, type MatchesPath, PatternError } from "../../path-patterns.js";
import type { FileStatus } from "../../source.js";

export interface PathPattern {
  /** As written, without the `!` that excludes. */
  readonly text: string;
  readonly excludes: boolean;
  /** Null: any kind of change. */
  readonly statuses: ReadonlySet<FileStatus> | null;
  readonly matches: MatchesPath;
}

export interface PathRule {
  readonly target: string;
  readonly patterns: readonly PathPattern[];
}

/** The message is one clause about the problem. */
export class PathMapError extends Error {
  override readonly name = "PathMapError";
}

/** dorny's words as kinds of change here, where a rename is a deletion and an addition. */
const STATUSES: ReadonlyMap<string, readonly FileStatus[]> = new Map([
  ["added", ["added"]],
  ["copied", ["added"]],
  ["deleted", ["deleted"]],
  ["modified", ["modified", "typeChanged"]],
  ["renamed", ["added", "deleted"]],
  ["unmerged", ["modified", "typeChanged"]],
]);
/** Anchors nest lists in lists; a list that contains itself would nest without end. */
const DEEPEST = 20;

/** After `loadYaml`. Throws `PathMapError`. */
export function readPathMap(text: string): readonly PathRule[] {
  const value = parsed(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new PathMapError("it is not a mapping from targets to patterns");
  }
  const rules = Object.entries(value).map(([target, patterns]) => ruleOf(target, patterns));
  if (rules.length === 0) throw new PathMapError("it names no target");
  return rules;
}

function parsed(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new PathMapError(error.problem, { cause: error });
  }
}

function ruleOf(target: string, value: unknown): PathRule {
  if (target === "") throw new PathMapError("it has a target without a name");
  const patterns = patternsIn(target, value, null, 0);
  if (patterns.every(({ excludes }) => excludes)) {
    throw new PathMapError(`the target ${quoted(target)} has only exclusions`);
  }
  return { target, patterns };
}

function patternsIn(
  target: string,
  value: unknown,
  statuses: ReadonlySet<FileStatus> | null,
  depth: number,
): readonly PathPattern[] {
  if (depth > DEEPEST) throw new PathMapError(`the lists of ${quoted(target)} are nested too deeply`);
  if (typeof value === "string") return [patternOf(target, value, statuses)];
  if (Array.isArray(value)) return value.flatMap((inner) => patternsIn(target, inner, statuses, depth + 1));
  if (typeof value !== "object" || value === null || statuses !== null) {
    throw new PathMapError(`the target ${quoted(target)} has an entry that is not a pattern`);
  }
  return Object.entries(value).flatMap(([words, inner]) =>
    patternsIn(target, inner, statusesIn(target, words), depth + 1),
  );
}

function statusesIn(target: string, words: string): ReadonlySet<FileStatus> {
  const statuses = words.split("|").map((word) => STATUSES.get(word.trim()));
  const known = statuses.flatMap((status) => status ?? []);
  if (statuses.includes(undefined)) {
    const expected = [...STATUSES.keys()].join(", ");
    throw new PathMapError(
      `the target ${quoted(target)} has the key ${quoted(words)}, which is none of ${expected}`,
    );
  }
  return new Set(known);
}

function patternOf(target: string, written: string, statuses: ReadonlySet<FileStatus> | null): PathPattern {
  // `!(a|b)` is a pattern for everything else, not an exclusion.
  const excludes = written.startsWith("!") && !written.startsWith("!(");
  const text = excludes ? written.slice(1) : written;
  try {
    return { text, excludes, statuses, matches: compilePattern(text) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new PathMapError(`the target ${quoted(target)} has a pattern that cannot be read`, {
      cause: error,
    });
  }
}

/** Names come from the repository; their control characters must not reach a log line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
