/** Time of a simulated life: it moves only from timer to timer, and the time of day may jump meanwhile. */

import type { Clock } from "../../../src/service/ports/clock.js";
import { ForwardSteps } from "../../../src/service/work/steady-clock.js";
import { BEGINNING } from "../queue-builder.js";

interface Timer {
  readonly owner: number;
  readonly at: number;
  readonly callback: () => void;
}

export class SimulatedClock {
  /** Since the beginning of the life; never goes back, and timers follow it. */
  #elapsedMs = 0;
  #offsetMs = 0;
  #timers: Timer[] = [];
  readonly #forward = new ForwardSteps();

  /** The clock of one owner, whose timers can be dropped together. */
  of(owner: number): Clock {
    return {
      now: () => this.now(),
      monotonic: () => this.#elapsedMs,
      setForwardSince: (instant) => this.#forward.since(instant),
      after: (delayMs, callback) => {
        const timer = { owner, at: this.#elapsedMs + Math.max(delayMs, 0), callback };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((other) => other !== timer);
        };
      },
    };
  }

  now(): number {
    return BEGINNING + this.#elapsedMs + this.#offsetMs;
  }

  pass(milliseconds: number): void {
    const next = this.#next();
    const most = next === undefined ? milliseconds : Math.max(next.at - this.#elapsedMs, 0);
    this.#elapsedMs += Math.min(milliseconds, most);
  }

  /** The time of day is set. A step forward that nothing measured is taken for time that passed. */
  jump(milliseconds: number, isMeasured: boolean): void {
    this.#offsetMs += milliseconds;
    if (isMeasured) this.#forward.set(this.now(), milliseconds);
  }

  /** Goes on to the next timer and rings it; false when there is none. */
  ring(): boolean {
    const next = this.#next();
    if (next === undefined) return false;
    this.#timers = this.#timers.filter((other) => other !== next);
    this.#elapsedMs = Math.max(this.#elapsedMs, next.at);
    next.callback();
    return true;
  }

  drop(owner: number): void {
    this.#timers = this.#timers.filter((timer) => timer.owner !== owner);
  }

  #next(): Timer | undefined {
    return this.#timers.reduce<Timer | undefined>(
      (first, timer) => (first === undefined || timer.at < first.at ? timer : first),
      undefined,
    );
  }
}
