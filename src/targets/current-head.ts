/** Asks the forge through git for the current head of a pull request. */
import type { Remote } from "./git/git-environment.js";
import { ObjectStore } from "./git/object-store.js";
import { GitFailure } from "./git/run-git.js";

const DEADLINE_MS = 20_000;

/** Null when the forge does not report it. */
export async function currentHead(
  remote: Remote,
  number: number,
  signal: AbortSignal,
): Promise<string | null> {
  let store: ObjectStore | undefined;
  try {
    // This runs in our own repository: git would obey the configuration of any other repository around a folder.
    store = new ObjectStore({ borrowed: { objects: null, format: "sha1" }, remote, signal });
    const ref = `refs/pull/${number}/head`;
    const words = ["ls-remote", "--refs", "origin", ref];
    const { stdout } = await store.askRemote(words, { deadlineMs: DEADLINE_MS });
    // Git also lists refs with the same ending: a branch may be called `refs/pull/1/head`.
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
