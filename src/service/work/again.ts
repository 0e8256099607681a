/** Repeats a task at an interval. */
import { errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";

/** Runs the task now, and again `intervalMs` after each end, even after an error. Returns a function that stops it. */
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
      if (!stopped)
        log.warn({ what, error: errorText(error) }, "a periodic task failed; it will be repeated");
    }
    if (!stopped) cancel = clock.after(intervalMs, () => void run());
  };
  void run();
  return () => {
    stopped = true;
    cancel();
  };
}
