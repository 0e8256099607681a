/** A clock that stands still until someone sleeps, and then is that much later at once. */
import type { Clock } from "../../src/client/clock.js";

export class JumpingClock implements Clock {
  /** Every sleep so far, in milliseconds. */
  readonly sleeps: number[] = [];
  /** Called during each sleep: whatever is to happen meanwhile. */
  duringSleep: (sleeps: number) => Promise<void> | void = () => undefined;
  #now = 0;

  now(): number {
    return this.#now;
  }

  /** Begins on 2 March 2026, noon UTC. */
  date(): number {
    return Date.UTC(2026, 2, 2, 12) + this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    this.sleeps.push(ms);
    this.#now += ms;
    await this.duringSleep(this.sleeps.length);
  }
}
