/** Patterns that say which directories are members of a workspace, as `workspaces`, `packages` and `members` hold them. */
import { posix } from "node:path";
import { compilePattern, type MatchesPath, PatternError } from "../../path-patterns.js";
import { UnreadableManifest } from "./ecosystem.js";

export type IsMember = (root: string, directory: string) => boolean;

interface MemberPattern {
  /** What it matches if nothing in it is special. */
  readonly text: string;
  readonly excludes: boolean;
  readonly matches: MatchesPath;
}

const AMBIGUOUS = "its patterns exclude and bring in again, and tools differ in what that means";
const HIDDEN = /(?:^|\/)\.[^./]/;

/**
 * A leading `!` excludes, for good where `exclusionsAreFinal`. Elsewhere each tool has its own idea of a pattern that
 * brings something in again, so that nobody can tell whether what both match is a member: throws `UnreadableManifest`.
 */
export function memberTest(
  patterns: readonly string[],
  manifest: string,
  { exclusionsAreFinal }: { readonly exclusionsAreFinal: boolean },
): IsMember {
  const compiled = patterns.map((pattern) => compiledPattern(pattern, manifest));
  const isTakenBack = compiled.some(
    ({ excludes, matches }, index) =>
      excludes && compiled.slice(index).some((later) => !later.excludes && matches(later.text)),
  );
  return (root, directory) => {
    const relative = root === "" ? directory : posix.relative(root, directory);
    const matching = compiled.filter(({ matches }) => matches(relative));
    if (matching.every(({ excludes }) => excludes)) return false;
    const exclusion = matching.findIndex(({ excludes }) => excludes);
    if (exclusion === -1) return true;
    const comesBack = matching.slice(exclusion).some(({ excludes }) => !excludes);
    if (exclusionsAreFinal || !(isTakenBack || comesBack)) return false;
    throw new UnreadableManifest(manifest, AMBIGUOUS);
  };
}

function compiledPattern(pattern: string, manifest: string): MemberPattern {
  const excludes = pattern.startsWith("!");
  const written = (excludes ? pattern.slice(1) : pattern).replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const directory = written === "" ? "." : written;
  try {
    const matches = compilePattern(directory);
    // Stars leave hidden folders alone here, other than in patterns for changed files.
    const seesHidden = HIDDEN.test(directory);
    return {
      text: directory,
      excludes,
      matches: (path) => (seesHidden || !HIDDEN.test(path)) && matches(path),
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UnreadableManifest(manifest, "one of its patterns cannot be meant");
  }
}
