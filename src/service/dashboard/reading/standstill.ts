/** Whether a running queue has landed nothing for much longer than usual, and why its first entry waits. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { explainWait } from "../../../engine/explain/wait.js";
import type { Queue } from "../../../engine/model/queue.js";
import { considered } from "../../../engine/planning/landable.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { percentile } from "./insights/period.js";

export interface Standstill {
  /** Since then nothing has landed, though an entry could. */
  readonly since: number;
  readonly first: PullRequestNumber;
  /** Why the first entry waits; contains untrusted names in backticks. */
  readonly cause: string;
}

const HOUR_MS = 3_600_000;
const WEEK_MS = 168 * HOUR_MS;
/** Slower than nearly every landing of the last week. */
const MOST_USUAL = 2;
const LANDINGS_COMPARED = 200;

/** null: something landed lately, or nothing could. */
export async function readStandstill(
  queue: Queue,
  now: number,
  store: Pick<QueueStore, "past">,
): Promise<Standstill | null> {
  if (queue.state !== "running") return null;
  const [first] = considered(queue);
  if (first?.admittedAt == null) return null;
  const oldest = queue.entries.reduce((at, { admittedAt }) => Math.min(at, admittedAt ?? now), now);
  if (now - oldest < HOUR_MS) return null;
  const exits = await store.past.exitFacts(queue.id, now - WEEK_MS, LANDINGS_COMPARED);
  const landed = exits.filter(({ ending }) => ending === "merged");
  const since = Math.max(oldest, landed[0]?.endedAt ?? oldest);
  const usualMs = percentile(
    landed.map(({ endedAt, submittedAt }) => endedAt - submittedAt),
    0.95,
  );
  if (now - since < Math.max(HOUR_MS, MOST_USUAL * (usualMs ?? 0))) return null;
  return { since, first: first.facts.number, cause: explainWait(queue, first, now).sentence };
}
