/** Whether a running queue has landed nothing for much longer than usual, and why: CI is silent, or its first entry waits. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { explainWait } from "../../../engine/explain/wait.js";
import {
  type SilentChecks,
  silentChecksInWords,
  silentChecksOf,
} from "../../../engine/explain/waits/wait-words.js";
import type { Queue } from "../../../engine/model/queue.js";
import { considered } from "../../../engine/planning/landable.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { percentile } from "./insights/period.js";

export interface Standstill {
  /** Since then nothing has landed, though an entry could. */
  readonly since: number;
  readonly first: PullRequestNumber;
  /** The checks that have not started or, without any, why the first entry waits; untrusted names are in backticks. */
  readonly cause: string;
  /** null: CI has reported as it should. */
  readonly silentChecks: SilentChecks | null;
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
  const silentChecks = silentChecksOf(queue, now);
  const cause =
    silentChecks === null
      ? explainWait(queue, first, now).sentence
      : `${silentChecksInWords(silentChecks)}. Check whether CI works.`;
  return { since, first: first.facts.number, cause, silentChecks };
}
