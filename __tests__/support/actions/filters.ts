/**
 * Branch and path filters of workflow triggers:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */

interface BranchFilter {
  readonly branches?: readonly string[];
  readonly "branches-ignore"?: readonly string[];
}

interface PathFilter {
  readonly paths?: readonly string[];
  readonly "paths-ignore"?: readonly string[];
}

export function takesBranch(filter: BranchFilter, branch: string): boolean {
  const { branches, "branches-ignore": ignored } = filter;
  if (branches !== undefined) return lastMatch(branches, branch);
  return ignored === undefined || !lastMatch(ignored, branch);
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#onpushpull_requestpull_request_targetpathspaths-ignore */
export function takesPaths(filter: PathFilter, files: readonly string[]): boolean {
  const { paths, "paths-ignore": ignored } = filter;
  if (paths !== undefined) return files.some((file) => lastMatch(paths, file));
  return ignored === undefined || !files.every((file) => lastMatch(ignored, file));
}

/** A later pattern overrides an earlier one; `!` excludes. */
function lastMatch(patterns: readonly string[], text: string): boolean {
  const last = patterns.findLast((pattern) => patternOf(pattern.replace(/^!/, "")).test(text));
  return last !== undefined && !last.startsWith("!");
}

function patternOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*\*\/?|\*|[.()^$|{}\\]/g, (part) => {
    if (part.startsWith("**")) return part === "**" ? ".*" : "(?:.*/)?";
    return part === "*" ? "[^/]*" : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
