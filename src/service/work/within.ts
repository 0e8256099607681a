/** Limits the wait for work by a time or a signal. Does not stop the work itself. */
import type { Clock } from "../ports/clock.js";

/** Resolves with the work's result, or with that of `late` when the work takes longer than `timeoutMs`. */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  timeoutMs: number,
  late: () => Late,
  clock: Pick<Clock, "after"> = PROCESS_CLOCK,
): Promise<Result | Late> {
  let cancel: () => void = () => undefined;
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(timeoutMs, resolve);
  });
  try {
    return await Promise.race([work, timeout.then(late)]);
  } finally {
    cancel();
  }
}

export async function within(
  patienceMs: number,
  clock: Pick<Clock, "after">,
  work: Promise<unknown>,
): Promise<void> {
  await withTimeout(work, patienceMs, () => undefined, clock);
}

export async function pause(delayMs: number, clock: Pick<Clock, "after">): Promise<void> {
  await new Promise<void>((resolve) => {
    clock.after(delayMs, resolve);
  });
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

/** Its timers keep the process alive until they end or are cancelled. */
const PROCESS_CLOCK: Pick<Clock, "after"> = {
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
