/**
 * Reads when the entries of a queue will probably land. How fast the queue has been is read at most once a minute, and
 * the estimates of one state are computed once for all who ask within a few seconds.
 */
import { setImmediate } from "node:timers/promises";
import { HOUR_MS } from "../../domain/duration.js";
import type { QueueId } from "../../domain/ids.js";
import {
  type Estimates,
  estimateLandings,
  NO_ESTIMATES,
} from "../../engine/explain/estimates/estimate-landings.js";
import { LEAST_RUNS, NO_PACE, type Pace, paceOf } from "../../engine/explain/estimates/pace.js";
import type { Transition } from "../../engine/model/decision.js";
import type { Queue } from "../../engine/model/queue.js";
import type { QueueHistory } from "../ports/queue-history.js";
import type { QueueStore } from "../ports/queue-store.js";
import { SharedWork } from "../work/shared-work.js";

/** The newest runs count: a longer time is read only if a shorter one has too few. */
const WINDOWS_MS = [0.5 * HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 168 * HOUR_MS];
const ENOUGH_RUNS = 50;
const MOST_MOVES = 2000;
const MOVES_PER_SLICE = 500;
const PACE_FRESH_MS = 60_000;
const ESTIMATES_FRESH_MS = 5000;

type Past = Pick<QueueHistory, "versionAt" | "moves">;

interface Made {
  readonly at: number;
  readonly pace: Pace;
  readonly estimates: Estimates;
}

const paces = new WeakMap<Past, Map<QueueId, SharedWork<Pace>>>();
const made = new WeakMap<Queue, Made>();

export async function readEstimates(
  queue: Queue,
  now: number,
  { past }: Pick<QueueStore, "past">,
): Promise<Estimates> {
  if (queue.entries.every(({ admittedAt }) => admittedAt === null)) return NO_ESTIMATES;
  const pace = await paceAt(queue.id, now, past);
  const known = made.get(queue);
  const ageMs = known === undefined ? Number.NaN : now - known.at;
  if (known?.pace === pace && ageMs >= 0 && ageMs < ESTIMATES_FRESH_MS) return known.estimates;
  const estimates = estimateLandings(queue, pace, now);
  made.set(queue, { at: now, pace, estimates });
  return estimates;
}

async function paceAt(queueId: QueueId, now: number, past: Past): Promise<Pace> {
  const known = paces.get(past) ?? new Map<QueueId, SharedWork<Pace>>();
  paces.set(past, known);
  const kept = known.get(queueId);
  if (kept?.isHeld() === true) return kept.get();
  const pace = new SharedWork(
    async () => readPace(queueId, now, past),
    () => PACE_FRESH_MS,
  );
  known.set(queueId, pace);
  return pace.get();
}

async function readPace(queueId: QueueId, now: number, past: Past): Promise<Pace> {
  let pace = NO_PACE;
  for (const windowMs of WINDOWS_MS) {
    const version = await past.versionAt(queueId, now - windowMs);
    if (version === null) continue;
    const moves = await readMoves(queueId, version, past);
    // A reading that was cut off has the oldest moves of its time: the shorter time before is better if it has enough.
    const isCut = moves.length >= MOST_MOVES;
    if (isCut && pace.passedMs.length >= LEAST_RUNS) return pace;
    pace = paceOf(moves);
    if (isCut || pace.passedMs.length >= ENOUGH_RUNS) return pace;
  }
  return pace;
}

async function readMoves(queueId: QueueId, version: number, past: Past): Promise<readonly Transition[]> {
  const moves: Transition[] = [];
  for (let after = { version, position: -1 }; moves.length < MOST_MOVES; ) {
    const slice = await past.moves(queueId, after, MOVES_PER_SLICE);
    for (const { transition } of slice) moves.push(transition);
    const last = slice.at(-1);
    if (last === undefined || slice.length < MOVES_PER_SLICE) break;
    after = { version: last.version, position: last.position };
    await setImmediate();
  }
  return moves;
}
