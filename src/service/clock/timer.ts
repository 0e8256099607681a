/** Timers of the platform: they go by its monotonic clock, and wait no shorter or longer when the time of day is set. */
import type { Clock } from "../ports/clock.js";
import { withOnlyLogFields } from "../ports/log-context.js";

export const monotonic: Clock["monotonic"] = () => performance.now();

export const after: Clock["after"] = (delayMs, callback) => {
  // The context in which a timer is set is not the context of its callback.
  const timer = setTimeout(() => withOnlyLogFields({}, callback), delayMs);
  timer.unref();
  return () => clearTimeout(timer);
};
