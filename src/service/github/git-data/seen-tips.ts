/**
 * Reads branch tips and detects stale answers. After a move GitHub's API may return the old tip for a while, which
 * would look as if the branch had been rewritten.
 */
import type { CommitId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { GitError } from "../../ports/world-error.js";
import type { Ancestry } from "./compare-commits.js";
import type { Place } from "./refs.js";
import { readRef } from "./refs.js";

/** An older tip after this time means that the branch was really moved back. */
const LATE_MS = 30_000;
const MAX_REMEMBERED = 1_000;

export class SeenTips {
  readonly #place: Place;
  readonly #ancestry: Ancestry;
  readonly #monotonic: () => number;
  /** By ref: the newest tip and when it was first seen. */
  readonly #newest = new Memo<{ readonly tip: CommitId; readonly at: number }>(MAX_REMEMBERED);

  /** `monotonic` is `Clock.monotonic`. */
  constructor(place: Place, ancestry: Ancestry, monotonic: () => number) {
    this.#place = place;
    this.#ancestry = ancestry;
    this.#monotonic = monotonic;
  }

  /**
   * null: the ref does not exist. Throws for an ancestor of the newest known tip while that tip has been known so
   * briefly that a stale answer is more likely than a branch that was moved back.
   */
  async read(ref: string): Promise<CommitId | null> {
    const tip = await readRef(this.#place, ref);
    if (tip === null) return null;
    const newest = this.#newest.get(ref);
    if (newest?.tip === tip) return tip;
    const mayBeLate = newest !== undefined && this.#monotonic() - newest.at < LATE_MS;
    if (mayBeLate && (await this.#ancestry.tell(tip, newest.tip)) === true) {
      throw new GitError(`GitHub does not yet show the newest commit of ${ref}`, true);
    }
    this.note(ref, tip);
    return tip;
  }

  note(ref: string, tip: CommitId): void {
    this.#newest.set(ref, { tip, at: this.#monotonic() });
  }
}
