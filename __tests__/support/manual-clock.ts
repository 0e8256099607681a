/** A clock that stands still until a test moves it; timers ring in order as it passes them. */

import type { Clock } from "../../src/service/ports/clock.js";
import { ForwardSteps } from "../../src/service/work/steady-clock.js";

export interface ManualClock extends Clock {
  /** Rings what is due on the way, and lets what follows from it happen. */
  advance(milliseconds: number): Promise<void>;
  /** Somebody sets the time of day, negative for back; timers go on as before. */
  set(byMs: number): void;
  /** Delays of the timers set, from now. */
  pending(): readonly number[];
}

export function manualClock(startAt = 1_000_000): ManualClock {
  let [elapsedMs, offsetMs] = [0, startAt];
  const forward = new ForwardSteps();
  const timers = new Map<symbol, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => elapsedMs + offsetMs,
    monotonic: () => elapsedMs,
    setForwardSince: (instant) => forward.since(instant),
    after: (delayMs, callback) => {
      const key = Symbol("timer");
      timers.set(key, { at: elapsedMs + delayMs, callback });
      return () => {
        timers.delete(key);
      };
    },
    pending: () => [...timers.values()].map(({ at }) => at - elapsedMs).sort((a, b) => a - b),
    set: (byMs) => {
      offsetMs += byMs;
      forward.set(elapsedMs + offsetMs, byMs);
    },
    advance: async (milliseconds) => {
      const until = elapsedMs + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at);
        if (next === undefined) break;
        const [key, { at, callback }] = next;
        timers.delete(key);
        elapsedMs = Math.max(elapsedMs, at);
        callback();
        await settle();
      }
      elapsedMs = until;
      await settle();
    },
  };
}

/** Lets promises that are ready run to where they wait for something else. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
