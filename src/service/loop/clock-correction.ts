/** Whether the clock was set under a queue, so that its time has to be corrected before anything else is decided. */
import type { EventOf } from "../../engine/event.js";
import type { Queue } from "../../engine/queue.js";
import type { Clock } from "../ports/clock.js";

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
