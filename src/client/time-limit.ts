/** A signal that aborts when a time is up, also on Node 20. */
import { LONGEST_TIMER_MS } from "./clock.js";

/**
 * Aborts after `ms` with a `TimeoutError`, as `AbortSignal.timeout` does, and keeps no process alive. Node 20 collects the
 * signal of `AbortSignal.timeout` where only `AbortSignal.any` refers to it, and then never aborts (nodejs/node issue 57736);
 * the timer here holds its signal.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const isUp = () => limit.abort(new DOMException("The time limit has passed", "TimeoutError"));
  setTimeout(isUp, Math.min(Math.ceil(ms), LONGEST_TIMER_MS)).unref();
  return limit.signal;
}
