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

export class PatternError extends Error {
  override readonly name = "PatternError";
}
