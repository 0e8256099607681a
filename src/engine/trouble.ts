/**
 * Work that concerns one pull request fails again and again, while other work succeeds. How long that has lasted is
 * counted from report to report, so that time in which nothing could be told, as in an outage, hardly counts.
 */

import type { Reason } from "../domain/reason.js";
import type { Trouble } from "./queue.js";

/** So long what may pass by itself is waited for. */
export const PATIENCE_MS = 10 * 60_000;

/** Reports come once a minute, with some delay. */
const LONGEST_COUNTED_MS = 2 * 60_000;

/** After one more report at the queue's time `now`. */
export function goneOn(known: Trouble | undefined, now: number, reason: Reason): Trouble {
  if (known === undefined) return { reason, lastedMs: 0, reportedAt: now };
  const sinceMs = Math.min(Math.max(now - known.reportedAt, 0), LONGEST_COUNTED_MS);
  return { reason, lastedMs: known.lastedMs + sinceMs, reportedAt: now };
}

export function isTooLong({ lastedMs }: Trouble): boolean {
  return lastedMs >= PATIENCE_MS;
}

/** The same run, entry or landing without it. */
export function withoutTrouble<Concerned extends { readonly trouble?: Trouble }>(
  concerned: Concerned,
): Omit<Concerned, "trouble"> {
  // A copy would be of another hidden class, which slows down all that reads it.
  if (concerned.trouble === undefined) return concerned;
  const { trouble: _over, ...rest } = concerned;
  return rest;
}
