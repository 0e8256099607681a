/** Repeats a task that no event causes. */
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";

/** Runs the task now and so long after each end of it, also after an error. Returns what ends it. */
export function again(
  clock: Clock,
  log: Log,
  intervalMs: number,
  what: string,
  task: () => Promise<void>,
): () => void {
  let cancel: () => void = () => undefined;
  let stopped = false;
  const run = async () => {
    try {
      await task();
    } catch (error) {
      if (!stopped) log.warn({ what, error: String(error) }, "the store did not take it; it is repeated");
    }
    if (!stopped) cancel = clock.after(intervalMs, () => void run());
  };
  void run();
  return () => {
    stopped = true;
    cancel();
  };
}
