/**
 * For a program to import first: the time of a step of the Action, which passes only while the step waits for a timer or
 * for an answer that the server withholds, and then up to the next timer without a pause.
 */
import { subscribe } from "node:diagnostics_channel";

const BEGINNING = Date.UTC(2026, 2, 2, 9);
const LONGEST_STEP_MS = 4 * 3_600_000;
/** Promises that are settled need a few turns until what waits for them has begun something. */
const QUIET_TURNS = 6;

let elapsedMs = 0;
let nextOrder = 0;
const timers = new Set();
const requests = new Set();

subscribe("http.client.request.start", ({ request }) => {
  requests.add(request);
  request.once("close", () => requests.delete(request));
});

globalThis.setTimeout = (callback, delayMs, ...words) => {
  nextOrder += 1;
  const run = () => callback(...words);
  const timer = {
    at: elapsedMs + Math.max(Number(delayMs) || 0, 1),
    order: nextOrder,
    run,
    unref: () => timer,
  };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => void timers.delete(timer);
AbortSignal.timeout = (delayMs) => {
  const controller = new AbortController();
  globalThis.setTimeout(() => controller.abort(new DOMException("timed out", "TimeoutError")), delayMs);
  return controller.signal;
};
performance.now = () => elapsedMs;
Date.now = () => BEGINNING + Math.floor(elapsedMs);

export function elapsed() {
  return elapsedMs;
}

/** Begins anew at zero, and drops the timers that an earlier step has left. */
export function beginTime() {
  elapsedMs = 0;
  timers.clear();
}

/** `isWithheld` is asked whether the server withholds the answer to the request from that port. */
export async function whileTimePasses(step, isWithheld) {
  let isOver = false;
  const over = step.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  let quietTurns = 0;
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const isBusy = [...requests].some(({ socket }) => !isWithheld(socket?.localPort));
    quietTurns = isBusy ? 0 : quietTurns + 1;
    if (quietTurns < QUIET_TURNS) continue;
    quietTurns = 0;
    const next = nextTimer();
    if (next === undefined || next.at > LONGEST_STEP_MS) throw new Error("the step waits for ever");
    elapsedMs = Math.max(elapsedMs, next.at);
    timers.delete(next);
    next.run();
  }
  return over;
}

function nextTimer() {
  let next;
  for (const timer of timers) {
    const isSooner =
      next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order);
    if (isSooner) next = timer;
  }
  return next;
}
