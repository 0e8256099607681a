/** Patterns that select the members of a workspace, from the keys `workspaces`, `packages` and `members`. */
import { posix } from "node:path";
import { compileToolPattern, type MatchesPath, PatternError } from "../../path-patterns.js";
import { UnreadableManifest } from "./ecosystem.js";

export interface Members {
  /** Throws `UnreadableManifest` when the answer is ambiguous. */
  has(root: string, directory: string): boolean;
  /** Whether the directory, or one inside it, could be a member if it had a manifest. */
  mayHold(root: string, directory: string): boolean;
}

interface MemberPattern {
  /** The text that the pattern matches if nothing in it is special. */
  readonly text: string;
  readonly excludes: boolean;
  readonly matches: MatchesPath;
  /** Whether it may match something inside a directory. */
  readonly reachesInto: MatchesPath;
}

const AMBIGUOUS =
  "its patterns exclude directories and include them again, which tools interpret differently";
const HIDDEN = /(?:^|\/)\.[^./]/;
/** Few systems can check out a longer one; this bounds the time of many patterns against many directories. */
const LONGEST_DIRECTORY = 400;
/** A placeholder for any name: a pattern that matches it matches every name. */
const ANY = "\0/\0";

/**
 * A leading `!` excludes, permanently if `exclusionsAreFinal`. Otherwise tools differ about a pattern that includes
 * something again, so the membership of what both match is ambiguous: throws `UnreadableManifest`.
 */
export function memberTest(
  patterns: readonly string[],
  manifest: string,
  { exclusionsAreFinal }: { readonly exclusionsAreFinal: boolean },
): Members {
  const compiled = patterns.map((pattern) => compiledPattern(pattern, manifest));
  const isTakenBack = compiled.some(
    ({ excludes, matches }, index) =>
      excludes && compiled.slice(index).some((later) => !later.excludes && matches(later.text)),
  );
  const has = (root: string, directory: string) => {
    const relative = root === "" ? directory : posix.relative(root, directory);
    if (compiled.length > 0 && relative.length > LONGEST_DIRECTORY) {
      throw new UnreadableManifest(manifest, "the name of a directory is too long for its patterns");
    }
    const matching = compiled.filter(({ matches }) => matches(relative));
    if (matching.every(({ excludes }) => excludes)) return false;
    const exclusion = matching.findIndex(({ excludes }) => excludes);
    if (exclusion === -1) return true;
    const comesBack = matching.slice(exclusion).some(({ excludes }) => !excludes);
    if (exclusionsAreFinal || !(isTakenBack || comesBack)) return false;
    throw new UnreadableManifest(manifest, AMBIGUOUS);
  };
  const isExcluded = (path: string) => compiled.some(({ excludes, matches }) => excludes && matches(path));
  const mayHold = (root: string, directory: string) => {
    const relative = root === "" ? directory : posix.relative(root, directory);
    if (relative.length > LONGEST_DIRECTORY) return true;
    return compiled.some(({ excludes, matches, reachesInto }) => {
      if (excludes || relative.startsWith("../")) return false;
      const isItself = matches(relative) && !isExcluded(relative);
      return isItself || (reachesInto(relative) && !isExcluded(`${relative}/${ANY}`));
    });
  };
  return { has, mayHold };
}

/**
 * Whether patterns of files match, or may match, something in a directory. Exclusions are ignored, and an unsupported
 * pattern matches anything: too many matches are safer than too few.
 */
export function reachTest(patterns: readonly string[]): MatchesPath {
  const tests = patterns.filter((pattern) => !pattern.startsWith("!")).map(reachingFiles);
  return (directory) => tests.some((reaches) => reaches(directory));
}

function reachingFiles(pattern: string): MatchesPath {
  const written = pattern.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  if (written === "" || written === ".") return () => true;
  try {
    const matches = compileToolPattern(written);
    const reachesInto = reachingInto(written);
    return (directory) => reachesInto(directory) || withParents(directory).some(matches);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return () => true;
  }
}

function withParents(directory: string): readonly string[] {
  const names = directory.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function compiledPattern(pattern: string, manifest: string): MemberPattern {
  const excludes = pattern.startsWith("!");
  const written = (excludes ? pattern.slice(1) : pattern).replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const directory = written === "" ? "." : written;
  try {
    const matches = compileToolPattern(directory);
    // Unlike in patterns for changed files, stars do not match hidden folders here.
    const seesHidden = HIDDEN.test(directory);
    return {
      text: directory,
      excludes,
      matches: (path) => (seesHidden || !HIDDEN.test(path)) && matches(path),
      reachesInto: reachingInto(directory),
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UnreadableManifest(manifest, "one of its patterns is not supported");
  }
}

/**
 * Whether the first names of the pattern match a directory. Alternatives may contain slashes, so they match any
 * directory.
 */
function reachingInto(pattern: string): MatchesPath {
  if (/[{}]/.test(pattern)) return () => true;
  const names = pattern.split("/");
  const beginnings = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
  if (names.at(-1) === "**") beginnings.push(pattern);
  const matchers = beginnings.map((beginning) => compileToolPattern(beginning));
  return (path) => matchers.some((matches) => matches(path));
}
