/** A guess, from what landed lately: how long it took from admission to landing, in the middle of them all. */
import type { Entry } from "../../engine/queue.js";

/** How many stays to look at. */
export const RECENT_STAYS = 100;

/** In seconds; null when nothing has landed, or when nobody knows when the entry will be admitted. */
export function estimatedTimeToMerge(
  { ended, admittedAt }: Entry,
  recent: readonly Entry[],
  now: number,
): number | null {
  const took = recent
    .flatMap((stay) =>
      stay.ended === "merged" && stay.admittedAt !== null ? [stay.stateSince - stay.admittedAt] : [],
    )
    .sort((one, other) => one - other);
  const middle = took[Math.floor(took.length / 2)];
  if (ended !== null || admittedAt === null || middle === undefined) return null;
  return Math.max(0, Math.round((middle - (now - admittedAt)) / 1000));
}
