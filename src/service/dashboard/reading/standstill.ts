/** Whether a running queue has landed nothing for much longer than usual, and why: its first entry waits, for CI or another reason. */
import { HOUR_MS, WEEK_MS } from "../../../domain/duration.js";
import type { CommitId, PullRequestNumber, QueueId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { explainWait } from "../../../engine/explain/wait.js";
import {
  type SilentChecks,
  silentChecksInWords,
  silentChecksOf,
} from "../../../engine/explain/waits/wait-words.js";
import type { Queue } from "../../../engine/model/queue.js";
import { considered } from "../../../engine/planning/landable.js";
import type { ExitFact } from "../../ports/queue-history.js";
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

/** Slower than nearly every landing of the last week. */
const MOST_USUAL = 2;
const LANDINGS_COMPARED = 200;
/** A landing moves the tip, so only one outside the queue may be missed for this long. */
const LANDINGS_FRESH_MS = 10_000;

type Past = Pick<QueueStore["past"], "exitFacts">;

interface Landings {
  readonly tip: CommitId;
  readonly at: number;
  readonly landed: readonly ExitFact[];
}

/** Of queues that may stand still: their pages ask after each decision, and nothing lands in between. */
const newest = new WeakMap<Past, Memo<Landings, QueueId>>();
const MOST_QUEUES = 200;

/** null: something landed lately, or nothing could. */
export async function readStandstill(
  queue: Queue,
  now: number,
  { past }: { readonly past: Past },
): Promise<Standstill | null> {
  if (queue.state !== "running") return null;
  const [first] = considered(queue);
  if (first?.admittedAt == null) return null;
  const oldest = queue.entries.reduce((at, { admittedAt }) => Math.min(at, admittedAt ?? now), now);
  if (now - oldest < HOUR_MS) return null;
  const landed = await landingsOf(queue, now, past);
  const since = Math.max(oldest, landed[0]?.endedAt ?? oldest);
  const usualMs = percentile(
    landed.map(({ endedAt, submittedAt }) => endedAt - submittedAt),
    0.95,
  );
  if (now - since < Math.max(HOUR_MS, MOST_USUAL * (usualMs ?? 0))) return null;
  const { number } = first.facts;
  const silentChecks = silentChecksOf(queue, first, now);
  const cause =
    silentChecks === null
      ? explainWait(queue, first, now, { positions: new Map([[number, 1]]) }).sentence
      : `${silentChecksInWords(silentChecks)}. Check whether CI works.`;
  return { since, first: number, cause, silentChecks };
}

async function landingsOf({ id, tip }: Queue, now: number, past: Past): Promise<readonly ExitFact[]> {
  const known = newest.get(past) ?? new Memo<Landings, QueueId>(MOST_QUEUES);
  newest.set(past, known);
  const last = known.get(id);
  const ageMs = last === undefined ? Number.NaN : now - last.at;
  if (last?.tip === tip && ageMs >= 0 && ageMs < LANDINGS_FRESH_MS) return last.landed;
  const exits = await past.exitFacts(id, now - WEEK_MS, LANDINGS_COMPARED);
  const landed = exits.filter(({ ending }) => ending === "merged");
  known.set(id, { tip, at: now, landed });
  return landed;
}
