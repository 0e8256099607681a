/** The machine's own clock. */
import type { Clock } from "./ports/clock.js";

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
