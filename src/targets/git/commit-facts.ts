/**
 * Facts that a commit object records. At the end of a shallow history it still names the parents, which git then hides.
 */

import type { ObjectStore } from "./object-store.js";
import { GitFailure } from "./run-git.js";

/** A commit never changes, so each is read once. */
const known = new WeakMap<ObjectStore, Map<string, readonly string[]>>();

/** `commit`: an id. Null when the commit is not on this machine. */
export async function parentsOf(store: ObjectStore, commit: string): Promise<readonly string[] | null> {
  const byId = known.get(store) ?? new Map<string, readonly string[]>();
  known.set(store, byId);
  const parents = byId.get(commit) ?? (await readParents(store, commit));
  if (parents !== null) byId.set(commit, parents);
  return parents;
}

async function readParents(store: ObjectStore, commit: string): Promise<readonly string[] | null> {
  const { exitCode, stdout } = await store.reading(["cat-file", "commit", commit], { answers: [0, 128] });
  if (exitCode !== 0) return null;
  return parentsIn(stdout.toString("latin1"));
}

/** `text`: the commit as git stores it. */
export function parentsIn(text: string): readonly string[] {
  const [head = ""] = text.split("\n\n", 1);
  return [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = ""]) => id);
}

/**
 * For a merge of a pull request: the parent that is not the pull request's head, in either position. Null when the
 * commit is no such merge.
 */
export async function otherParent(store: ObjectStore, merge: string, head: string): Promise<string | null> {
  const parents = (await parentsOf(store, merge)) ?? [];
  const others = parents.filter((parent) => parent !== head);
  return parents.length === 2 && others.length === 1 ? (others[0] ?? null) : null;
}

/** The commit that a ref of the store names. Throws `GitFailure`. */
export async function commitAt(store: ObjectStore, ref: string): Promise<string> {
  const { stdout } = await store.local(["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`]);
  return idIn(stdout);
}

/** The id at the start of git's output. */
export function idIn(stdout: Buffer): string {
  const id = /^[0-9a-f]{40,64}/.exec(stdout.toString("latin1"))?.[0];
  if (id === undefined) throw new GitFailure("git printed no object id");
  return id;
}
