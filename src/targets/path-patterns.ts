/**
 * Patterns for paths, as dorny's filters have them. The only file that knows the matching library: dots are nothing
 * special, `*` stops at `/`, and matching is by whole paths from the root of the repository.
 */
import picomatch from "picomatch";

export type MatchesPath = (path: string) => boolean;

/** Longer ones are nobody's, and compiling them may take for ever. */
const LONGEST_PATTERN = 2_000;

/** One pattern as a question. Throws `PatternError` for one that cannot be meant. */
export function compilePattern(pattern: string): MatchesPath {
  if (pattern.length > LONGEST_PATTERN) throw new PatternError(`has more than ${LONGEST_PATTERN} characters`);
  try {
    // The flag lets `**` match names with a line break, too.
    const expression = picomatch.makeRe(pattern, { dot: true, nonegate: true, flags: "s" });
    return (path) => path === pattern || expression.test(path);
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** For each of them, matching may try every place: with more, one long name takes minutes. */
const MOST_STARS = 3;
const MOST_FOLDER_STARS = 3;
const MOST_CHOICES = 2;

/**
 * The same for a pattern that a pull request may have written. Throws `PatternError` also for one that may take for ever
 * to match, since no deadline can interrupt it.
 */
export function compileStrangersPattern(pattern: string): MatchesPath {
  const names = pattern.split("/");
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
  if (/[()|]|[\]}+]\+/.test(pattern))
    throw new PatternError("repeats or chooses in a way that is refused here");
  if (
    count(pattern, /\{/g) > MOST_CHOICES ||
    names.filter((name) => name.includes("**")).length > MOST_FOLDER_STARS ||
    names.some((name) => count(name, /\*+/g) > MOST_STARS)
  ) {
    throw new PatternError("has too many stars or choices");
  }
  return compilePattern(pattern);
}

export class PatternError extends Error {
  override readonly name = "PatternError";
}
