/** Waits for work, and no longer than that: whoever stops does not hang on somebody who does not answer. */
import type { Clock } from "../ports/clock.js";

export async function within(patienceMs: number, clock: Clock, work: Promise<unknown>): Promise<void> {
  let cancel: () => void = () => undefined;
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(patienceMs, resolve);
  });
  await Promise.race([work, patience]);
  cancel();
}
