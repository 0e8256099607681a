/** A moment after which nothing more is tried. Many calls may share one deadline. */
import { LONGEST_TIMER_MS } from "../domain/duration.js";
import { type Clock, systemClock } from "./clock.js";

export class Deadline {
  readonly #clock: Pick<Clock, "now">;
  readonly #at: number;

  private constructor(clock: Pick<Clock, "now">, at: number) {
    this.#clock = clock;
    this.#at = at;
  }

  static after(ms: number, clock: Pick<Clock, "now"> = systemClock): Deadline {
    return new Deadline(clock, clock.now() + ms);
  }

  static never(): Deadline {
    return new Deadline(systemClock, Number.POSITIVE_INFINITY);
  }

  /** Never negative; infinite when there is no deadline. */
  remainingMs(): number {
    return Math.max(0, this.#at - this.#clock.now());
  }

  get hasPassed(): boolean {
    return this.remainingMs() === 0;
  }

  /** The earlier of two deadlines. */
  sooner(other: Deadline): Deadline {
    return other.remainingMs() < this.remainingMs() ? other : this;
  }
}

/**
 * Aborts after `ms` with a `TimeoutError`, like `AbortSignal.timeout`, and keeps no process alive. Node 20 collects the
 * signal of `AbortSignal.timeout` when only `AbortSignal.any` refers to it, and then never aborts (nodejs/node issue
 * 57736); the timer here holds its signal.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const isUp = () => limit.abort(new DOMException("The time limit has passed", "TimeoutError"));
  setTimeout(isUp, Math.min(Math.ceil(ms), LONGEST_TIMER_MS)).unref();
  return limit.signal;
}
