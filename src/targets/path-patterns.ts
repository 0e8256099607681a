/**
 * Path patterns that work as in dorny's filters: dots are not special, `*` stops at `/`, and a pattern matches the
 * whole path from the repository's root. Only this file uses the glob library, and only to translate patterns: the
 * expression that it writes is never run, since it might backtrack at every place of a path.
 */
import picomatch from "picomatch";
import { errorText } from "../domain/thrown.js";
import { linearMatcher } from "./patterns/linear-matcher.js";

export type MatchesPath = (path: string) => boolean;

/** Bounds the time that matching one path can take. */
const LONGEST_PATTERN = 2_000;

/** Names and a star as the last one, as in `packages/*`: most workspaces list their members with this. */
const NAMES_AND_STAR = /^((?:[\w-]+\/)+)\*$/;

/** Compiles one pattern to a test. Throws `PatternError` for a pattern that cannot be valid. */
export function compilePattern(pattern: string): MatchesPath {
  if (pattern.length > LONGEST_PATTERN) throw new PatternError(`has more than ${LONGEST_PATTERN} characters`);
  const [, folder] = NAMES_AND_STAR.exec(pattern) ?? [];
  if (folder !== undefined) return directlyIn(folder);
  try {
    // The flag also lets `**` match names with a line break.
    const matches = linearMatcher(picomatch.makeRe(pattern, { dot: true, nonegate: true, flags: "s" }));
    return (path) => path === pattern || matches(path);
  } catch (error) {
    throw new PatternError(errorText(error), { cause: error });
  }
}

/** The same as the translated pattern, which allows a slash at the end, and neither `.` nor `..` as a name. */
function directlyIn(folder: string): MatchesPath {
  return (path) => {
    if (!path.startsWith(folder) || path.length === folder.length) return false;
    const slash = path.indexOf("/", folder.length);
    if (slash !== -1 && slash !== path.length - 1) return false;
    if (path[folder.length] !== ".") return true;
    const name = path.slice(folder.length, slash === -1 ? path.length : slash);
    return name !== "." && name !== "..";
  };
}

/**
 * Compiles a pattern that another tool reads with its own matcher. Throws `PatternError` also for syntax that only some
 * matchers know, since they would disagree about the matching paths.
 */
export function compileToolPattern(pattern: string): MatchesPath {
  if (/[()|]|[\]}+]\+/.test(pattern)) {
    throw new PatternError("has groups in parentheses or repetitions, which tools interpret differently");
  }
  return compilePattern(pattern);
}

export class PatternError extends Error {
  override readonly name = "PatternError";
}
