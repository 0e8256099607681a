/** Patterns that say which directories are members of a workspace, as `workspaces`, `packages` and `members` hold them. */
import { posix } from "node:path";
import { compileToolPattern, type MatchesPath, PatternError } from "../../path-patterns.js";
import { UnreadableManifest } from "./ecosystem.js";

export interface Members {
  /** Throws `UnreadableManifest` where nobody can tell. */
  has(root: string, directory: string): boolean;
  /** Whether the directory, or one in it, could be a member if there were a manifest. */
  mayHold(root: string, directory: string): boolean;
}

interface MemberPattern {
  /** What it matches if nothing in it is special. */
  readonly text: string;
  readonly excludes: boolean;
  readonly matches: MatchesPath;
  /** Whether it may match something in a directory. */
  readonly reachesInto: MatchesPath;
}

const AMBIGUOUS = "its patterns exclude and bring in again, and tools differ in what that means";
const HIDDEN = /(?:^|\/)\.[^./]/;
/** Hardly any system can check out longer ones, which bounds the time of many patterns against many directories. */
const LONGEST_DIRECTORY = 400;
/** Stands for any name, of which a pattern that matches it matches every other. */
const ANY = "\0/\0";

/**
 * A leading `!` excludes, for good where `exclusionsAreFinal`. Elsewhere each tool has its own idea of a pattern that
 * brings something in again, so that nobody can tell whether what both match is a member: throws `UnreadableManifest`.
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
      throw new UnreadableManifest(manifest, "there is a directory with too long a name for its patterns");
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
 * Whether patterns of files match, or may match, something in a directory. What excludes is left out, and what cannot be
 * meant matches anything: rather too much than too little.
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
    // Stars leave hidden folders alone here, other than in patterns for changed files.
    const seesHidden = HIDDEN.test(directory);
    return {
      text: directory,
      excludes,
      matches: (path) => (seesHidden || !HIDDEN.test(path)) && matches(path),
      reachesInto: reachingInto(directory),
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UnreadableManifest(manifest, "one of its patterns cannot be meant");
  }
}

/** Whether the first names of the pattern are those of a directory. Alternatives may hold slashes: they reach anywhere. */
function reachingInto(pattern: string): MatchesPath {
  if (/[{}]/.test(pattern)) return () => true;
  const names = pattern.split("/");
  const beginnings = names.slice(0, -1).map((_, index) => names.slice(0, index + 1).join("/"));
  if (names.at(-1) === "**") beginnings.push(pattern);
  const matchers = beginnings.map((beginning) => compileToolPattern(beginning));
  return (path) => matchers.some((matches) => matches(path));
}
