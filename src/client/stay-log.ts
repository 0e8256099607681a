/** The states a pull request has been in, one after the other. Of a history without end it keeps both ends. */
import type { Clock } from "./clock.js";

/** One stay in one state, as far as polling can tell. */
export interface Stay {
  readonly state: string;
  readonly ms: number;
}

/** How many stays are kept at the beginning of a long history, and how many at its end. */
export const KEPT_STAYS = 20;

export class StayLog {
  readonly #clock: Pick<Clock, "now">;
  readonly #first: Stay[] = [];
  readonly #last: Stay[] = [];
  #omitted = 0;
  #present: { readonly state: string; readonly since: number } | null = null;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Null before the first one. */
  get state(): string | null {
    return this.#present?.state ?? null;
  }

  /** How many stays between the first and the last ones are not kept. */
  get omitted(): number {
    return this.#omitted;
  }

  /** The state from now on. */
  enter(state: string): void {
    if (this.#present !== null) this.#keep(this.#ended(this.#present));
    this.#present = { state, since: this.#clock.now() };
  }

  /** The present one last. */
  history(): readonly Stay[] {
    const kept = [...this.#first, ...this.#last];
    return this.#present === null ? kept : [...kept, this.#ended(this.#present)];
  }

  #ended({ state, since }: { readonly state: string; readonly since: number }): Stay {
    return { state, ms: this.#clock.now() - since };
  }

  #keep(stay: Stay): void {
    if (this.#first.length < KEPT_STAYS) {
      this.#first.push(stay);
      return;
    }
    this.#last.push(stay);
    if (this.#last.length < KEPT_STAYS) return;
    this.#last.shift();
    this.#omitted++;
  }
}
