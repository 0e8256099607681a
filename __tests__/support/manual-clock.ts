/** A clock that stands still until a test moves it; timers ring in order as it passes them. */
import type { Clock } from "../../src/service/ports/clock.js";

export interface ManualClock extends Clock {
  /** Rings what is due on the way, and lets what follows from it happen. */
  advance(milliseconds: number): Promise<void>;
  /** Delays of the timers set, from now. */
  pending(): readonly number[];
}

export function manualClock(startAt = 1_000_000): ManualClock {
  let now = startAt;
  const timers = new Map<symbol, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after: (delayMs, callback) => {
      const key = Symbol("timer");
      timers.set(key, { at: now + delayMs, callback });
      return () => {
        timers.delete(key);
      };
    },
    pending: () => [...timers.values()].map(({ at }) => at - now).sort((a, b) => a - b),
    advance: async (milliseconds) => {
      const until = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        const [key, { at, callback }] = next;
        timers.delete(key);
        now = Math.max(now, at);
        callback();
        await settle();
      }
      now = until;
      await settle();
    },
  };
}

/** Lets promises that are ready run to where they wait for something else. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
