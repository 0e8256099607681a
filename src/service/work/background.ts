/** Background tasks: failures are logged, and a stop waits for the tasks in progress. */
import { errorText } from "../../domain/thrown.js";
import type { EventOf } from "../../engine/model/event.js";
import type { Queue } from "../../engine/model/queue.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { withOnlyLogFields } from "../ports/log.js";

export class Background {
  readonly #log: Log;
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `about` supplies the log fields; the task does not inherit the fields of its caller. */
  begin(
    what: string,
    subject: string,
    task: () => Promise<void>,
    about: Readonly<Record<string, string>> = {},
  ): void {
    if (this.#stopped) return;
    const tried = withOnlyLogFields(about, async () => this.guarded(what, subject, task)).finally(() =>
      this.#underWay.delete(tried),
    );
    this.#underWay.add(tried);
  }

  /** Logs a failure instead of throwing it: a later run repeats the task, and other repositories are unaffected. */
  async guarded(what: string, subject: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#log.warn(
        { what, subject, error: errorText(error) },
        "a background task failed; it will be repeated",
      );
    }
  }

  /** No task starts after this call. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#underWay);
  }
}

/**
 * Smaller differences are ignored: replicas read the clock milliseconds apart, a busy database answers late, and a
 * slewed clock needs no event. The queue's time waits until the clock catches up.
 */
const CORRECTED_FROM_MS = 5000;

/** null: no correction needed. */
export function clockCorrection(
  { now, entries }: Queue,
  clock: Pick<Clock, "now" | "setForwardSince">,
): EventOf<"clockCorrected"> | null {
  const at = clock.now();
  const backMs = now - at;
  if (backMs > CORRECTED_FROM_MS) return { kind: "clockCorrected", at, byMs: -backMs };
  // Capped at the time elapsed since then, so that one correction is enough.
  const forwardMs = Math.min(clock.setForwardSince(now), at - now);
  const hasDeadlines = entries.length > 0;
  if (forwardMs > CORRECTED_FROM_MS && hasDeadlines) return { kind: "clockCorrected", at, byMs: forwardMs };
  return null;
}
