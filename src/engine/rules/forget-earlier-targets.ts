/** Forgets the earlier targets of entries whose run or landing has ended, so that the next run ignores them. */
import type { PullRequestNumber } from "../../domain/ids.js";
import { indexOf } from "../index/queue-index.js";
import { withEntries } from "../model/change.js";
import type { Step } from "../model/decision.js";
import { batchOf, isLanding, runOf } from "../model/lookup.js";
import type { Entry, Queue } from "../model/queue.js";

export function forgetEarlierTargets(queue: Queue): Step | null {
  const { retargeted } = indexOf(queue.entries);
  if (retargeted.size === 0) return null;
  const untested = [...retargeted.keys()].filter((number) => {
    const batch = batchOf(queue, number);
    return batch !== undefined && runOf(queue, batch.id) === undefined && !isLanding(queue, batch.id);
  });
  const forgotten = withoutEarlierTargets(queue, untested);
  return forgotten === queue ? null : { queue: forgotten };
}

/** Also used for entries that lose their places. */
export function withoutEarlierTargets(queue: Queue, pullRequests: readonly PullRequestNumber[]): Queue {
  const { retargeted } = indexOf(queue.entries);
  const changed = pullRequests.flatMap((number): readonly Entry[] => {
    const entry = retargeted.get(number);
    return entry === undefined ? [] : [{ ...entry, earlierTargets: null }];
  });
  return withEntries(queue, changed);
}
