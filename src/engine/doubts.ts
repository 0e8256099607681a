/** Who in the line is in doubt, and how far behind anybody is for whom that is the reason to go on without. */
import type { Lanes } from "./lanes.js";

/** Whether a later pass can still clear it. */
export type Doubt = "clearable" | "lasting";

export class Doubts {
  readonly #lanes: Lanes;
  readonly #depth: number;
  readonly #doubtful: number[] = [];
  /** Those that no later pass can clear, so that nobody stays with them. */
  readonly #lost = new Set<number>();
  /** Per doubtful place, how many levels of successors behind it each place is. */
  readonly #levels = new Map<number, Map<number, number>>();

  constructor(lanes: Lanes, depth: number) {
    this.#lanes = lanes;
    this.#depth = depth;
  }

  add(place: number, doubt: Doubt | null): void {
    if (doubt !== null) this.#doubtful.push(place);
    if (doubt === "lasting") this.#lost.add(place);
  }

  /** `isTestedWith`: whether the live run of the place was begun with that one. Nobody becomes a witness later. */
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
      // How much further does not matter.
      if (level > this.#depth) break;
    }
    levels.set(place, level);
    return level;
  }
}

const NONE: readonly number[] = [];
