/** Transitions with their durations, computed from the queue before the decision, and counts of similar ones. */
import type { EntryId, QueueId } from "../../domain/ids.js";
import type { Decision, Transition } from "../../engine/model/decision.js";
import type { EntryState, Queue } from "../../engine/model/queue.js";

export interface Move extends Transition {
  /** Time in `from`; null on submission. */
  readonly lastedMs: number | null;
  /** null: not admitted by then. */
  readonly sinceAdmissionMs: number | null;
  /** In bisection when the event came: tested to find the culprit of a failed batch. */
  readonly wasBeside: boolean;
}

/** One per transition of the decision, in the same order. */
export function movesOf(before: Queue, decision: Decision): readonly Move[] {
  if (decision.transitions.length === 0) return [];
  const moved = new Set(decision.transitions.map(({ entry }) => entry));
  const after = [...decision.queue.entries, ...decision.concluded].filter(({ id }) => moved.has(id));
  const admittedAt = new Map(after.map((entry) => [entry.id, entry.admittedAt]));
  // A retried single entry is tested beside the queue's batches too, but belongs to no bisection.
  const parts = before.beside.filter(({ isRetried, splitFrom }) => !isRetried || splitFrom !== null);
  const beside = new Set(parts.flatMap(({ entries }) => entries));
  const since = new Map<EntryId, number>();
  for (const { id, stateSince } of before.entries) if (moved.has(id)) since.set(id, stateSince);
  return decision.transitions.map((transition) => {
    const { entry, at, pullRequest } = transition;
    const lastedMs = between(since.get(entry), at);
    since.set(entry, at);
    const sinceAdmissionMs = between(admittedAt.get(entry), at);
    return { ...transition, lastedMs, sinceAdmissionMs, wasBeside: beside.has(pullRequest) };
  });
}

function between(from: number | null | undefined, to: number): number | null {
  return from === null || from === undefined ? null : Math.max(to - from, 0);
}

/** Similar moves of entries, from which the metrics of the last hour are built. */
export interface MoveGroup {
  readonly queueId: QueueId;
  /** null on submission. */
  readonly from: EntryState | null;
  readonly to: EntryState;
  readonly wasBeside: boolean;
  readonly count: number;
  /** Time in `from`; null on submission, or if an older version did not record it. */
  readonly lasted: Durations | null;
  /** null for entries that were not admitted, or if an older version did not record it. */
  readonly sinceAdmission: Durations | null;
  /** `from` was their state since admission. */
  readonly isFirstState: boolean;
}

/** Durations of one bucket. */
export interface Durations {
  readonly sumMs: number;
  /** Index of the first bound that is at least as long; the number of bounds if none is. */
  readonly bucket: number;
}
