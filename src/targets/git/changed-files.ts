/**
 * Lists the paths that differ between two commits, with a plumbing command that no user configuration changes. It
 * detects no renames, since the old path is touched too. It lists submodules even if `.gitmodules` ignores them.
 */
import type { ChangedFile, FileStatus } from "../source.js";
import type { TreeEntry } from "../tree.js";
import { kindOf, partsBetweenNuls, pathText } from "./git-tree.js";
import type { ObjectStore } from "./object-store.js";
import { GitFailure } from "./run-git.js";

const WORDS = ["diff-tree", "--raw", "-r", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=none"];
const SUBMODULE = "160000";
const STATUSES: ReadonlyMap<string, FileStatus> = new Map([
  ["A", "added"],
  ["M", "modified"],
  ["D", "deleted"],
  ["T", "typeChanged"],
]);

export interface Difference {
  readonly file: ChangedFile;
  /** The entry of the base tree at the path; null when there is none. */
  readonly before: TreeEntry | null;
}

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
  const { stdout } = await store.local([...WORDS, base, head]);
  const differences: Difference[] = [];
  let facts: string | null = null;
  for (const part of partsBetweenNuls(stdout)) {
    if (facts === null) {
      facts = part.toString("latin1");
    } else {
      differences.push(difference(facts, pathText(part)));
      facts = null;
    }
  }
  if (facts !== null) throw new GitFailure("git diff-tree ended in the middle of a record");
  return differences;
}

/** `:100644 100644 <id> <id> M` */
function difference(facts: string, path: string): Difference {
  const [mode = "", after = "", id = "", , letter = ""] = facts.replace(/^:/, "").split(" ");
  const status = STATUSES.get(letter);
  if (status === undefined) throw new GitFailure(`git diff-tree printed the unknown status ${letter}`);
  return {
    file: { path, status, isSubmodule: [mode, after].includes(SUBMODULE) },
    before: status === "added" ? null : { path, kind: kindOf(mode), id },
  };
}
