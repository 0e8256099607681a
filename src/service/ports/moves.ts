/** How long an entry was where it was when it moved on: what a transition does not say and the queue before it does. */
import type { EntryId } from "../../domain/ids.js";
import type { Decision, Transition } from "../../engine/decision.js";
import type { Queue } from "../../engine/queue.js";

export interface Move extends Transition {
  /** Time in `from`; null on submission. */
  readonly lastedMs: number | null;
  /** Null for an entry that was not admitted by then. */
  readonly sinceAdmissionMs: number | null;
  /** Under test beside the line, to find the culprit of a failed batch, when the event came. */
  readonly wasBeside: boolean;
}

/** One for each transition of the decision, in its order. */
export function movesOf(before: Queue, decision: Decision): readonly Move[] {
  if (decision.transitions.length === 0) return [];
  const moved = new Set(decision.transitions.map(({ entry }) => entry));
  const after = [...decision.queue.entries, ...decision.concluded].filter(({ id }) => moved.has(id));
  const admittedAt = new Map(after.map((entry) => [entry.id, entry.admittedAt]));
  // A retried single is tested beside the line too, and is no part of a bisection.
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
