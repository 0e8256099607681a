/** One alarm per key: setting it again replaces it. */
import type { Clock } from "../ports/clock.js";

/** Timers of the platform hold no more than this; a later alarm rings early and is set again. */
const LONGEST_TIMER_MS = 2_147_483_647;

export class Alarms {
  readonly #clock: Clock;
  readonly #ring: (key: string) => void;
  readonly #alarms = new Map<string, { readonly at: number; readonly cancel: () => void }>();

  constructor(clock: Clock, ring: (key: string) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** `at` in milliseconds since 1970; null takes the alarm away. */
  set(key: string, at: number | null): void {
    this.#alarms.get(key)?.cancel();
    this.#alarms.delete(key);
    if (at === null) return;
    const delayMs = Math.min(Math.max(at - this.#clock.now(), 0), LONGEST_TIMER_MS);
    const cancel = this.#clock.after(delayMs, () => {
      this.#alarms.delete(key);
      this.#ring(key);
    });
    this.#alarms.set(key, { at, cancel });
  }

  /** The moment that was set; null where none is. */
  ringsAt(key: string): number | null {
    return this.#alarms.get(key)?.at ?? null;
  }

  clear(): void {
    for (const { cancel } of this.#alarms.values()) cancel();
    this.#alarms.clear();
  }
}
