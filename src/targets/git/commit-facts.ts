/** What a commit says of itself. Of a shallow checkout's last commit the parents are named here, though not there. */

import type { ObjectStore } from "./object-store.js";
import { GitFailure } from "./run-git.js";

/** Null when the commit is not on this machine. */
export async function parentsOf(store: ObjectStore, commit: string): Promise<readonly string[] | null> {
  const { exitCode, stdout } = await store.local(["cat-file", "commit", commit], { answers: [0, 128] });
  if (exitCode !== 0) return null;
  const [head = ""] = stdout.toString("latin1").split("\n\n", 1);
  return [...head.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, id = ""]) => id);
}

/**
 * Of a merge of a pull request the parent that is not the pull request's head, whichever of the two comes first.
 * Null when the commit is no such merge.
 */
export async function otherParent(store: ObjectStore, merge: string, head: string): Promise<string | null> {
  const parents = (await parentsOf(store, merge)) ?? [];
  const others = parents.filter((parent) => parent !== head);
  return parents.length === 2 && others.length === 1 ? (others[0] ?? null) : null;
}

/** The commit that a ref of the store means. Throws `GitFailure`. */
export async function commitAt(store: ObjectStore, ref: string): Promise<string> {
  const { stdout } = await store.local(["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`]);
  return idIn(stdout);
}

/** The id that git printed first. */
export function idIn(stdout: Buffer): string {
  const id = /^[0-9a-f]{40,64}/.exec(stdout.toString("latin1"))?.[0];
  if (id === undefined) throw new GitFailure("git named no object");
  return id;
}
