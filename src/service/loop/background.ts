/** Tasks that nobody waits for: one that fails is told, and whoever stops may wait for those under way. */
import { errorText } from "../../domain/thrown.js";
import type { EventOf } from "../../engine/event.js";
import type { Queue } from "../../engine/queue.js";
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

  /** `about` is for the log; whatever happened to begin the task is not what it is about. */
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

  /** A look that fails is told and comes again; one repository in trouble holds up no other. */
  async guarded(what: string, subject: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#log.warn(
        { what, subject, error: errorText(error) },
        "a look at the world failed; it will be repeated",
      );
    }
  }

  /** Nothing begins any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#underWay);
  }
}

/**
 * A queue whose time is ahead by less stands still until the clock is there: replicas read the clock some milliseconds
 * apart, answers of a busy database come late, and a clock that is slewed back is no reason for an event.
 */
const CORRECTED_FROM_MS = 5000;

/** Null: there is nothing to correct. */
export function clockCorrection(
  { now, entries }: Queue,
  clock: Pick<Clock, "now" | "setForwardSince">,
): EventOf<"clockCorrected"> | null {
  const at = clock.now();
  const backMs = now - at;
  if (backMs > CORRECTED_FROM_MS) return { kind: "clockCorrected", at, byMs: -backMs };
  // No more than all the time since then, so that one correction is enough.
  const forwardMs = Math.min(clock.setForwardSince(now), at - now);
  const hasDeadlines = entries.length > 0;
  if (forwardMs > CORRECTED_FROM_MS && hasDeadlines) return { kind: "clockCorrected", at, byMs: forwardMs };
  return null;
}
