/**
 * The clock of the database server, for replicas that share it: between two answers it goes on with this process's
 * monotonic clock. Each answer bounds it from both sides, so that a slow one moves it no further than it has to.
 */
import type { Clock, ServerTime } from "../ports/clock.js";
import { ForwardSteps } from "./forward-steps.js";
import { after, monotonic } from "./timer.js";

export class DatabaseClock implements Clock, ServerTime {
  readonly after = after;
  readonly #monotonic: () => number;
  readonly #forward = new ForwardSteps();
  /** What the server's clock is ahead of the monotonic one; null until it was asked. */
  #offsetMs: number | null = null;

  constructor(monotonicMs: () => number = monotonic) {
    this.#monotonic = monotonicMs;
  }

  now(): number {
    if (this.#offsetMs === null) throw new Error("the database was not asked for its time yet");
    return Math.floor(this.#offsetMs + this.#monotonic());
  }

  monotonic(): number {
    return this.#monotonic();
  }

  setForwardSince(instant: number): number {
    return this.#forward.since(instant);
  }

  learn(at: number, askedAt: number): void {
    const answeredAt = this.#monotonic();
    const [least, most] = [at - answeredAt, at - askedAt];
    const before = this.#offsetMs ?? least;
    this.#offsetMs = Math.min(Math.max(before, least), most);
    this.#forward.set(this.#offsetMs + answeredAt, this.#offsetMs - before);
  }
}
