/** Records how far a clock was set forward, so that skipped time does not count as elapsed time. */

interface Step {
  /** The clock's time after the step. */
  readonly at: number;
  readonly byMs: number;
}

/** Limits the memory. Clocks are rarely set more than once. */
const MOST_STEPS = 100;
/** Ignores smaller steps: they are normal corrections and hardly affect deadlines. */
const LEAST_MS = 1000;

export class ForwardSteps {
  #steps: readonly Step[] = [];

  /** Records a step of `byMs` (negative: back) after which the clock shows `at`. */
  set(at: number, byMs: number): void {
    if (byMs <= -LEAST_MS) this.#takeBack(-byMs);
    else if (byMs >= LEAST_MS) this.#steps = [...this.#steps.slice(1 - MOST_STEPS), { at, byMs }];
  }

  /** How far the clock was set forward since it showed `instant`. */
  since(instant: number): number {
    return this.#steps.reduce((sum, { at, byMs }) => (at > instant ? sum + byMs : sum), 0);
  }

  /** A step back cancels recorded steps, the newest first. */
  #takeBack(backMs: number): void {
    const last = this.#steps.at(-1);
    if (last === undefined) return;
    const left = last.byMs - backMs;
    this.#steps = this.#steps.slice(0, -1);
    if (left >= LEAST_MS) this.#steps = [...this.#steps, { at: last.at - backMs, byMs: left }];
    else if (left < 0) this.#takeBack(-left);
  }
}
