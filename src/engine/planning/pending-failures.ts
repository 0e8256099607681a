/** The pending failures in the line, and which successors are planned without them. */
import type { Lanes } from "./lanes.js";

/** Whether a passed run of a successor can still clear it. */
export type PendingFailure = "clearable" | "lasting";

export class PendingFailures {
  readonly #lanes: Lanes;
  readonly #depth: number;
  readonly #failed: number[] = [];
  /** Places that no run can clear: every successor is planned without them. */
  readonly #lost = new Set<number>();
  /** Per pending failure, the level of each successor behind it. */
  readonly #levels = new Map<number, Map<number, number>>();

  constructor(lanes: Lanes, depth: number) {
    this.#lanes = lanes;
    this.#depth = depth;
  }

  add(place: number, doubt: PendingFailure | null): void {
    if (doubt !== null) this.#failed.push(place);
    if (doubt === "lasting") this.#lost.add(place);
  }

  /**
   * The pending failures that a place is planned without. `isTestedWith`: whether its live run already contains that
   * one; only such a run is a witness.
   */
  leftOutBy(place: number, isTestedWith: (failed: number) => boolean): readonly number[] {
    if (this.#failed.length === 0) return NONE;
    return this.#failed.filter(
      (failed) =>
        this.#lanes[place]?.has(failed) === true &&
        (this.#lost.has(failed) || this.#levelBehind(failed, place) > this.#depth || !isTestedWith(failed)),
    );
  }

  #levelBehind(failed: number, place: number): number {
    if (this.#depth === 0) return 1;
    const levels = this.#levels.get(failed) ?? new Map<number, number>();
    this.#levels.set(failed, levels);
    let level = levels.get(place);
    if (level !== undefined) return level;
    level = 1;
    for (const between of this.#lanes[place] ?? []) {
      if (this.#lanes[between]?.has(failed) !== true) continue;
      level = Math.max(level, 1 + this.#levelBehind(failed, between));
      // Only whether the level exceeds the depth matters.
      if (level > this.#depth) break;
    }
    levels.set(place, level);
    return level;
  }
}

const NONE: readonly number[] = [];
