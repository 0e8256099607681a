/** Patterns that say which directories are members of a workspace, as `workspaces`, `packages` and `members` hold them. */
import { posix } from "node:path";
import { compilePattern, type MatchesPath, PatternError } from "../../path-patterns.js";
import { UnreadableManifest } from "./ecosystem.js";

export type IsMember = (root: string, directory: string) => boolean;

interface MemberPattern {
  readonly excludes: boolean;
  readonly matches: MatchesPath;
}

/** A leading `!` excludes: what the patterns before it brought in, or whatever they are. */
export function memberTest(
  patterns: readonly string[],
  exclusions: "lastWins" | "exclusionsWin",
  manifest: string,
): IsMember {
  const compiled = patterns.map((pattern) => compiledPattern(pattern, manifest));
  return (root, directory) => {
    const relative = root === "" ? directory : posix.relative(root, directory);
    const matching = compiled.filter(({ matches }) => matches(relative));
    if (exclusions === "exclusionsWin" && matching.some(({ excludes }) => excludes)) return false;
    return matching.at(-1)?.excludes === false;
  };
}

function compiledPattern(pattern: string, manifest: string): MemberPattern {
  const excludes = pattern.startsWith("!");
  const written = (excludes ? pattern.slice(1) : pattern).replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
  const directory = written === "" ? "." : written;
  try {
    return { excludes, matches: compilePattern(directory) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new UnreadableManifest(manifest, "one of its patterns cannot be meant");
  }
}
