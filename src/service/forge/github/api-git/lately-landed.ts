/**
 * What this process landed a moment ago. GitHub's API may tell for a while what was before, and the branch would seem to
 * have been rewritten.
 */

import type { CommitId } from "../../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import { GitError } from "../../../ports/world-error.js";

/** After that, somebody has moved the branch back. */
const SEEN_MS = 30_000;

export class LatelyLanded {
  readonly #left = new Map<string, { readonly tip: CommitId; readonly at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(repository: Repository, branch: string, left: CommitId): void {
    this.#left.set(keyOf(repository, `refs/heads/${branch}`), { tip: left, at: this.#now() });
  }

  /** Fails for a tip that the branch was moved away from so lately that nobody can have moved it back knowingly. */
  assertSeen(repository: Repository, ref: string, tip: CommitId | null): void {
    const key = keyOf(repository, ref);
    const left = this.#left.get(key);
    if (left === undefined) return;
    if (this.#now() - left.at >= SEEN_MS) this.#left.delete(key);
    else if (tip === left.tip) throw new GitError(`GitHub does not show yet what landed on ${ref}`, true);
  }
}

function keyOf(repository: Repository, ref: string): string {
  return `${repositoryKey(repository)} ${ref}`;
}
