/** The pending failures in the line, and which successors are planned without them. */
import type { Lanes } from "./lanes.js";

/** Whether a passed run of a successor can still clear it. */
export type Doubt = "clearable" | "lasting";

export class Doubts {
  readonly #lanes: Lanes;
  readonly #depth: number;
  readonly #doubtful: number[] = [];
  /** Places that no run can clear: every successor is planned without them. */
  readonly #lost = new Set<number>();
  /** Per pending failure, the level of each successor behind it. */
  readonly #levels = new Map<number, Map<number, number>>();

  constructor(lanes: Lanes, depth: number) {
    this.#lanes = lanes;
    this.#depth = depth;
  }

  add(place: number, doubt: Doubt | null): void {
    if (doubt !== null) this.#doubtful.push(place);
    if (doubt === "lasting") this.#lost.add(place);
  }

  /**
   * The pending failures that a place is planned without. `isTestedWith`: whether its live run already contains that
   * one; only such a run is a witness.
   */
  leftOutBy(place: number, isTestedWith: (doubtful: number) => boolean): readonly number[] {
    if (this.#doubtful.length === 0) return NONE;
    return this.#doubtful.filter(
      (doubtful) =>
        this.#lanes[place]?.has(doubtful) === true &&
        (this.#lost.has(doubtful) ||
          this.#levelBehind(doubtful, place) > this.#depth ||
          !isTestedWith(doubtful)),
    );
  }

  #levelBehind(doubtful: number, place: number): number {
    if (this.#depth === 0) return 1;
    const levels = this.#levels.get(doubtful) ?? new Map<number, number>();
    this.#levels.set(doubtful, levels);
    let level = levels.get(place);
    if (level !== undefined) return level;
    level = 1;
    for (const between of this.#lanes[place] ?? []) {
      if (this.#lanes[between]?.has(doubtful) !== true) continue;
      level = Math.max(level, 1 + this.#levelBehind(doubtful, between));
      // Only whether the level exceeds the depth matters.
      if (level > this.#depth) break;
    }
    levels.set(place, level);
    return level;
  }
}

const NONE: readonly number[] = [];
