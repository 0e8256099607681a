/** Does something at once and then again and again, never twice at a time; what fails is told and done again. */
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";

/** Answers with what ends it. */
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
