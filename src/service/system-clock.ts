/** The machine's own clock. */

import type { Clock } from "./ports/clock.js";
import { withOnlyLogFields } from "./ports/log-context.js";

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    // Whoever sets an alarm is not what rings.
    const timer = setTimeout(() => withOnlyLogFields({}, callback), delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
