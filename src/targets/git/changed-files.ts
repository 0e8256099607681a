/**
 * Lists the paths that differ between two commits, with a plumbing command that no user configuration changes. It
 * detects no renames, since the old path is touched too. It lists submodules even if `.gitmodules` ignores them.
 */
import type { ChangedFile, FileStatus } from "../source.js";
import { textsBetweenNuls } from "./git-tree.js";
import { kindOf } from "./listed-entries.js";
import type { ObjectStore } from "./object-store.js";
import { GitFailure } from "./run-git.js";
import { type Difference, treeDifferences } from "./tree-difference.js";

export const DIFF_TREE = [
  "diff-tree",
  "--raw",
  "-r",
  "-z",
  "--no-abbrev",
  "--no-renames",
  "--ignore-submodules=none",
];
const SUBMODULE = "160000";
const STATUSES: ReadonlyMap<string, FileStatus> = new Map([
  ["A", "added"],
  ["M", "modified"],
  ["D", "deleted"],
  ["T", "typeChanged"],
]);

export type { Difference };

/** Throws `GitFailure`. */
export async function changedFiles(
  store: ObjectStore,
  base: string,
  head: string,
): Promise<readonly ChangedFile[]> {
  return (await differencesBetween(store, base, head)).map(({ file }) => file);
}

/** Throws `GitFailure`. */
export async function differencesBetween(
  store: ObjectStore,
  base: string,
  head: string,
): Promise<readonly Difference[]> {
  const known = await treeDifferences((names) => store.contents(names), base, head);
  if (known !== null) return known;
  const { stdout } = await store.reading([...DIFF_TREE, base, head]);
  return differencesIn(textsBetweenNuls(stdout));
}

/** `parts`: facts and a path by turns. Throws `GitFailure`. */
export function differencesIn(parts: readonly string[]): readonly Difference[] {
  if (parts.length % 2 === 1) throw new GitFailure("git diff-tree ended in the middle of a record");
  const differences: Difference[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    differences.push(difference(parts[index] ?? "", parts[index + 1] ?? ""));
  }
  return differences;
}

/** `:100644 100644 <id> <id> M` */
function difference(facts: string, path: string): Difference {
  const [mode = "", after = "", id = "", afterId = "", letter = ""] = facts.replace(/^:/, "").split(" ");
  const status = STATUSES.get(letter);
  if (status === undefined) throw new GitFailure(`git diff-tree printed the unknown status ${letter}`);
  return {
    file: { path, status, isSubmodule: [mode, after].includes(SUBMODULE) },
    before: status === "added" ? null : { path, kind: kindOf(mode), id },
    afterId,
  };
}
