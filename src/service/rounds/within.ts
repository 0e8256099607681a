/** Waits for work no longer than a given time, or until a signal. The work itself is not stopped. */
import type { Clock } from "../ports/clock.js";

/** The result of the work, or what `late` returns or throws when the work has no result after `timeoutMs`. */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Late,
  after: Clock["after"] = startTimer,
): Promise<Result | Late> {
  let cancel: () => void = () => undefined;
  const patience = new Promise<void>((resolve) => {
    cancel = after(timeoutMs, resolve);
  });
  try {
    return await Promise.race([work, patience.then(late)]);
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

/** Stops waiting when the signal aborts, even if the work ignores the signal. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Keeps the process alive until it ends or is cancelled. */
function startTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
