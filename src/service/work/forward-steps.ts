/** How far a clock was set forward in this process, so that the time it jumped over is not taken for time that passed. */

interface Step {
  /** What the clock showed after it. */
  readonly at: number;
  readonly byMs: number;
}

/** Steps older than these are forgotten, which bounds the memory. A clock is hardly ever set twice. */
const MOST_STEPS = 100;
/** Smaller steps are how clocks are kept right; their effect on a deadline does not matter. */
const LEAST_MS = 1000;

export class ForwardSteps {
  #steps: readonly Step[] = [];

  /** The clock was set by `byMs`, negative for back, and shows `at` now. */
  set(at: number, byMs: number): void {
    if (byMs <= -LEAST_MS) this.#takeBack(-byMs);
    else if (byMs >= LEAST_MS) this.#steps = [...this.#steps.slice(1 - MOST_STEPS), { at, byMs }];
  }

  /** By how much the clock was set forward after it had shown `instant`. */
  since(instant: number): number {
    return this.#steps.reduce((sum, { at, byMs }) => (at > instant ? sum + byMs : sum), 0);
  }

  /** The newest steps first, as far as it makes up for them. */
  #takeBack(backMs: number): void {
    const last = this.#steps.at(-1);
    if (last === undefined) return;
    const left = last.byMs - backMs;
    this.#steps = this.#steps.slice(0, -1);
    if (left >= LEAST_MS) this.#steps = [...this.#steps, { at: last.at - backMs, byMs: left }];
    else if (left < 0) this.#takeBack(-left);
  }
}
