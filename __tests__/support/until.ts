/** Waits for a condition, and says what was there instead when it does not come. */
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE_MS = 45_000;
const LOOK_AGAIN_MS = 20;

export async function until(
  holds: () => boolean | Promise<boolean>,
  say: () => unknown = () => "nothing more is known",
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > givenUpAt) throw new Error(`it stays: ${JSON.stringify(await say())}`);
    await sleep(LOOK_AGAIN_MS);
  }
}
