/** Where a pull request stands by now, asked of the forge through git. */
import type { Remote } from "./git/git-environment.js";
import { ObjectStore } from "./git/object-store.js";
import { GitFailure } from "./git/run-git.js";

const DEADLINE_MS = 20_000;

/** Null when the forge does not say. */
export async function currentHead(
  remote: Remote,
  number: number,
  signal: AbortSignal,
): Promise<string | null> {
  let store: ObjectStore | undefined;
  try {
    // In a repository of our own: git would obey the configuration of any other that it finds around a folder.
    store = await ObjectStore.create({ objects: null, format: "sha1", remote, signal });
    const ref = `refs/pull/${number}/head`;
    const words = ["ls-remote", "--refs", "origin", ref];
    const { stdout } = await store.askRemote(words, { deadlineMs: DEADLINE_MS });
    // Whatever ends alike is listed, too: a branch may be called `refs/pull/1/head`.
    const lines = stdout.toString("latin1").split("\n");
    const line = lines.find((one) => one.endsWith(`\t${ref}`));
    return /^[0-9a-f]{40,64}(?=\t)/.exec(line ?? "")?.[0] ?? null;
  } catch (error) {
    if (error instanceof GitFailure) return null;
    throw error;
  } finally {
    await store?.remove();
  }
}
