/**
 * Patterns for paths, as dorny's filters have them. The only file that knows the glob library: dots are nothing special,
 * `*` stops at `/`, and matching is by whole paths from the root of the repository. The library reads the pattern; the
 * expression that it writes is never run, since it may try every place of a path.
 */
import picomatch from "picomatch";
import { errorText } from "../domain/thrown.js";
import { linearMatcher } from "./patterns/linear-matcher.js";

export type MatchesPath = (path: string) => boolean;

/** Keeps the time that one path can take within bounds. */
const LONGEST_PATTERN = 2_000;

/** One pattern as a question. Throws `PatternError` for one that cannot be meant. */
export function compilePattern(pattern: string): MatchesPath {
  if (pattern.length > LONGEST_PATTERN) throw new PatternError(`has more than ${LONGEST_PATTERN} characters`);
  try {
    // The flag lets `**` match names with a line break, too.
    const matches = linearMatcher(picomatch.makeRe(pattern, { dot: true, nonegate: true, flags: "s" }));
    return (path) => path === pattern || matches(path);
  } catch (error) {
    throw new PatternError(errorText(error), { cause: error });
  }
}

/**
 * The same for a pattern that another tool reads with a matcher of its own. Throws `PatternError` also for what only
 * some matchers know, since they would disagree about which paths are meant.
 */
export function compileToolPattern(pattern: string): MatchesPath {
  if (/[()|]|[\]}+]\+/.test(pattern)) {
    throw new PatternError("has groups in parentheses or repeats, which tools read differently");
  }
  return compilePattern(pattern);
}

export class PatternError extends Error {
  override readonly name = "PatternError";
}
