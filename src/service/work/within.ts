/** Limits the wait for work. Does not stop the work itself. */
import type { Clock } from "../ports/clock.js";

/** Resolves with the work's result, or with that of `late` when the work takes longer than `timeoutMs`. */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Late,
  after: Clock["after"] = startTimer,
): Promise<Result | Late> {
  let cancel: () => void = () => undefined;
  const timeout = new Promise<void>((resolve) => {
    cancel = after(timeoutMs, resolve);
  });
  try {
    return await Promise.race([work, timeout.then(late)]);
  } finally {
    cancel();
  }
}

export async function within(patienceMs: number, clock: Clock, work: Promise<unknown>): Promise<void> {
  await withTimeout(
    work,
    patienceMs,
    () => undefined,
    (delayMs, callback) => clock.after(delayMs, callback),
  );
}

/** Unlike the timers of the clock, this one keeps the process alive. */
function startTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
