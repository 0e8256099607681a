/** Counts moves by what they have in common, as `sql/recent-moves.ts` does in the database. */
import type { QueueId } from "../../src/domain/ids.js";
import type { Durations, Move, MoveGroup } from "../../src/service/ports/moves.js";

export function groupedMoves(
  queueId: QueueId,
  moves: readonly Move[],
  boundsMs: readonly number[],
): readonly MoveGroup[] {
  const groups = new Map<string, MoveGroup>();
  for (const move of moves) {
    const group = groupOf(queueId, move, boundsMs);
    const { from, to, wasBeside, lasted, sinceAdmission, isFirstState } = group;
    const key = [from, to, wasBeside, lasted?.bucket, sinceAdmission?.bucket, isFirstState].join();
    const known = groups.get(key);
    groups.set(key, known === undefined ? group : together(known, group));
  }
  return [...groups.values()];
}

function groupOf(queueId: QueueId, move: Move, boundsMs: readonly number[]): MoveGroup {
  const { from, to, wasBeside, lastedMs, sinceAdmissionMs } = move;
  const durations = (ms: number | null) =>
    ms === null ? null : { sumMs: ms, bucket: bucketOf(ms, boundsMs) };
  return {
    queueId,
    from,
    to,
    wasBeside,
    count: 1,
    lasted: durations(lastedMs),
    sinceAdmission: durations(sinceAdmissionMs),
    isFirstState: lastedMs !== null && lastedMs === sinceAdmissionMs,
  };
}

/** Of two groups that have everything in common. */
function together(one: MoveGroup, other: MoveGroup): MoveGroup {
  const sum = (some: Durations | null, more: Durations | null) =>
    some && { ...some, sumMs: some.sumMs + (more?.sumMs ?? 0) };
  return {
    ...one,
    count: one.count + other.count,
    lasted: sum(one.lasted, other.lasted),
    sinceAdmission: sum(one.sinceAdmission, other.sinceAdmission),
  };
}

function bucketOf(durationMs: number, boundsMs: readonly number[]): number {
  const index = boundsMs.findIndex((bound) => durationMs <= bound);
  return index < 0 ? boundsMs.length : index;
}
