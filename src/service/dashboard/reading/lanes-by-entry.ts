/** Names of lanes for people: batches in the line that share targets, directly or through others, are one lane. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Queue } from "../../../engine/model/queue.js";
import { lanesOf } from "../../../engine/planning/lanes.js";

/** Entries without a place in the line. */
const BESIDE = "beside";
const WAITING = "waiting";
const NOT_READY = "not ready";

type LaneOf = (number: PullRequestNumber) => string;

/** A page asks for its table and for its graph. */
const known = new WeakMap<Queue, LaneOf>();

export function lanesByEntry(queue: Queue): LaneOf {
  const lanes = known.get(queue) ?? namedLanes(queue);
  known.set(queue, lanes);
  return lanes;
}

function namedLanes(queue: Queue): LaneOf {
  const laneOf = new Map<PullRequestNumber, string>();
  const front = frontsOf(queue);
  const names = new Map<number, string>();
  for (const [index, { entries }] of queue.line.entries()) {
    const first = front[index] ?? index;
    const name = names.get(first) ?? `lane ${names.size + 1}`;
    names.set(first, name);
    for (const number of entries) laneOf.set(number, name);
  }
  for (const { entries } of queue.beside) for (const number of entries) laneOf.set(number, BESIDE);
  for (const { admittedAt, facts } of queue.entries) {
    if (admittedAt === null) laneOf.set(facts.number, NOT_READY);
  }
  return (number) => laneOf.get(number) ?? WAITING;
}

/** For each place, the first place of its lane. A batch that overlaps two lanes makes them one. */
function frontsOf(queue: Queue): readonly number[] {
  if (queue.settings.mode === "single") return queue.line.map(() => 0);
  const parents: number[] = [];
  const frontOf = (place: number): number => {
    let front = place;
    for (let parent = parents[front]; parent !== undefined && parent !== front; parent = parents[front])
      front = parent;
    parents[place] = front;
    return front;
  };
  for (const [place, predecessors] of lanesOf(queue).slice(0, queue.line.length).entries()) {
    parents[place] = place;
    for (let at = predecessors.next(0); at !== -1; at = predecessors.next(at + 1)) {
      const [one, other] = [frontOf(at), frontOf(place)];
      parents[Math.max(one, other)] = Math.min(one, other);
    }
  }
  return queue.line.map((_, place) => frontOf(place));
}
