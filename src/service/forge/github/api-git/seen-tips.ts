/**
 * Where branches stand. GitHub's API may tell for a while what was before, and a branch that this process moved, or saw
 * moved, would seem to have been rewritten.
 */
import type { CommitId } from "../../../../domain/ids.js";
import { Memo } from "../../../git/memo.js";
import { GitError } from "../../../ports/world-error.js";
import type { Ancestry } from "./compare-commits.js";
import type { Place } from "./refs.js";
import { readRef } from "./refs.js";

/** After that, somebody has moved the branch back. */
const LATE_MS = 30_000;
const MAX_REMEMBERED = 1_000;

export class SeenTips {
  readonly #place: Place;
  readonly #ancestry: Ancestry;
  readonly #monotonic: () => number;
  /** By ref, and since when it is known. */
  readonly #newest = new Memo<{ readonly tip: CommitId; readonly at: number }>(MAX_REMEMBERED);

  /** `monotonic` as `Clock` has it. */
  constructor(place: Place, ancestry: Ancestry, monotonic: () => number) {
    this.#place = place;
    this.#ancestry = ancestry;
    this.#monotonic = monotonic;
  }

  /**
   * Null where there is no such ref. Fails for a tip that the newest one was built on, where that is known for so short a
   * time that nobody can have moved the branch back knowingly.
   */
  async read(ref: string): Promise<CommitId | null> {
    const tip = await readRef(this.#place, ref);
    if (tip === null) return null;
    const newest = this.#newest.get(ref);
    if (newest?.tip === tip) return tip;
    const mayBeLate = newest !== undefined && this.#monotonic() - newest.at < LATE_MS;
    if (mayBeLate && (await this.#ancestry.tell(tip, newest.tip)) === true) {
      throw new GitError(`GitHub does not show yet what landed on ${ref}`, true);
    }
    this.note(ref, tip);
    return tip;
  }

  note(ref: string, tip: CommitId): void {
    this.#newest.set(ref, { tip, at: this.#monotonic() });
  }
}
