/**
 * Landings that were given up though their pushes may still arrive. One can arrive only while the branch stands where the
 * landing expected it; what it brings has landed as it was tested.
 */
import type { CommitId } from "../../domain/ids.js";
import { entriesOf } from "../lookup.js";
import type { Landing, LostPush, Queue } from "../queue.js";
import type { Step } from "../rule.js";
import { type End, mergedByQueue } from "./ends.js";

export function withLostPush(queue: Queue, { run, proof, expectedTip, commit, heads }: Landing): Queue {
  if (commit === null) return queue;
  return { ...queue, lostPushes: [...possible(queue), { run, proof, expectedTip, ...commit, heads }] };
}

interface Arrival {
  /** Of those that are still in the queue. */
  readonly ends: readonly End[];
  readonly landed: Pick<Step, "landed">;
}

/** What the branch has got if it stands on `tip` now. */
export function arrivalOf(queue: Queue, tip: CommitId): Arrival {
  const arrived = possible(queue).find(({ newTip }) => newTip === tip);
  if (arrived === undefined) return { ends: [], landed: {} };
  const { run, proof, expectedTip: from, newTip: to, tree, heads } = arrived;
  const entries = entriesOf(
    queue,
    heads.map(({ pullRequest }) => pullRequest),
  );
  const merged = entries.filter(
    ({ ended, facts }) =>
      ended === null &&
      heads.some(({ pullRequest, headSha }) => pullRequest === facts.number && headSha === facts.headSha),
  );
  return {
    ends: merged.map((entry) => mergedByQueue(queue, entry, arrived)),
    landed: { landed: { at: queue.now, run, from, to, tree, proof, heads } },
  };
}

function possible({ lostPushes = [], tip }: Queue): readonly LostPush[] {
  return lostPushes.filter(({ expectedTip }) => expectedTip === tip);
}
