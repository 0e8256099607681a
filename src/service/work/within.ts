/** Waits for work no longer than a given time. The work itself is not stopped. */
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

/** Keeps the process alive until it ends or is cancelled. */
function startTimer(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
