/**
 * The time of day for a process without Postgres. It advances with the monotonic clock, and follows a step of the
 * machine's clock only after that has lasted, so a step that is soon reverted has no effect.
 */
import { LONGEST_TIMER_MS } from "../../domain/duration.js";
import type { Clock } from "../ports/clock.js";
import { withOnlyLogFields } from "../ports/log.js";

interface ForwardStep {
  /** The clock's time after the step. */
  readonly at: number;
  readonly byMs: number;
}

/** Limits the memory. Clocks are rarely set more than once. */
const MOST_STEPS = 100;
/** Ignores smaller steps: they are normal corrections and hardly affect deadlines. */
const LEAST_MS = 1000;

/** Records how far a clock was set forward, so that skipped time does not count as elapsed time. */
export class ForwardSteps {
  #steps: readonly ForwardStep[] = [];

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

export const monotonic: Clock["monotonic"] = () => performance.now();

export const after: Clock["after"] = (delayMs, callback) => {
  if (delayMs > LONGEST_TIMER_MS) {
    let cancel = after(LONGEST_TIMER_MS, () => {
      cancel = after(delayMs - LONGEST_TIMER_MS, callback);
    });
    return () => cancel();
  }
  // The callback must not inherit the log fields of the code that set the timer.
  const timer = setTimeout(() => withOnlyLogFields({}, callback), delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Ignores smaller differences: clocks are slewed, and comparisons with other machines allow some seconds. */
const FOLLOWED_FROM_MS = 1000;
const LASTING_MS = 10_000;

interface Step {
  readonly byMs: number;
  readonly since: number;
}

export class SteadyClock implements Clock {
  readonly after = after;
  readonly #wall: () => number;
  readonly #monotonic: () => number;
  readonly #forward = new ForwardSteps();
  /** The time of day minus the monotonic clock. */
  #offsetMs: number;
  /** A step of the machine's clock that is not followed yet. */
  #step: Step | null = null;

  constructor(wall: () => number = Date.now, monotonicMs: () => number = monotonic) {
    this.#wall = wall;
    this.#monotonic = monotonicMs;
    this.#offsetMs = wall() - monotonicMs();
  }

  now(): number {
    this.#follow();
    return Math.floor(this.#offsetMs + this.#monotonic());
  }

  monotonic(): number {
    return this.#monotonic();
  }

  setForwardSince(instant: number): number {
    return this.#forward.since(instant);
  }

  #follow(): void {
    const since = this.#monotonic();
    const byMs = this.#wall() - since - this.#offsetMs;
    if (Math.abs(byMs) <= FOLLOWED_FROM_MS) this.#step = null;
    else if (this.#step === null || Math.abs(byMs - this.#step.byMs) > FOLLOWED_FROM_MS)
      this.#step = { byMs, since };
    else if (since - this.#step.since >= LASTING_MS) {
      this.#step = null;
      this.#offsetMs += byMs;
      this.#forward.set(this.#offsetMs + since, byMs);
    }
  }
}
