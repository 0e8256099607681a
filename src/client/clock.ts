/** Time as the client knows it; tests bring their own. */

/** Timers of Node cannot be set further ahead than this. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Clock {
  /** Milliseconds that only grow: deadlines and durations are taken from them. */
  now(): number;
  /** Milliseconds since 1970: only to understand dates that a server sends. */
  date(): number;
  /** Ends after `ms`, or at once when the signal aborts; it never rejects and leaves no timer behind. */
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
