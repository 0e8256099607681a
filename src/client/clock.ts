/** The client's time; tests pass their own clock. */
import { LONGEST_TIMER_MS } from "../domain/duration.js";

export interface Clock {
  /** Monotonic milliseconds, for deadlines and durations. */
  now(): number;
  /** Milliseconds since 1970, used only to interpret dates from a server. */
  date(): number;
  /** Ends after `ms`, or immediately when the signal aborts; it never rejects and leaves no timer behind. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER_MS));
      signal?.addEventListener("abort", end);
    }),
};
