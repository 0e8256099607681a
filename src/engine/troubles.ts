/**
 * Calls that keep failing for one pull request while others work, and how long that may last. Time is the queue's own, so
 * that a restart changes nothing; a number of failures is asked for as well, so that a jump of the clock is not enough.
 */
import type { PullRequestNumber } from "../domain/ids.js";
import { withEntries } from "./change.js";
import { liveEntry } from "./lookup.js";
import type { Entry, Queue, Trouble, TroubleKind } from "./queue.js";

const MINUTE_MS = 60_000;
const LASTING = { forMs: MINUTE_MS, times: 2 };
const LASTING_FOR_ALL = { forMs: 5 * MINUTE_MS, times: 3 };
const PAST_HOPE = { forMs: 10 * MINUTE_MS, times: 5 };

export function oneMore(trouble: Trouble | undefined, now: number): Trouble {
  return { since: trouble?.since ?? now, times: (trouble?.times ?? 0) + 1 };
}

/** No hiccup: others do not wait for it any longer. */
export function isLasting(trouble: Trouble, now: number): boolean {
  return isBeyond(LASTING, trouble, now);
}

/** The same where nothing of its kind works, so that the pull request may not be the cause. */
export function isLastingForAll(trouble: Trouble, now: number): boolean {
  return isBeyond(LASTING_FOR_ALL, trouble, now);
}

/** Ten minutes of failures: the pull request is given up. */
export function isPastHope(trouble: Trouble, now: number): boolean {
  return isBeyond(PAST_HOPE, trouble, now);
}

function isBeyond(bound: typeof LASTING, { since, times }: Trouble, now: number): boolean {
  return now - since >= bound.forMs && times >= bound.times;
}

export function troubleOf(
  queue: Queue,
  pullRequest: PullRequestNumber,
  kind: TroubleKind,
): Trouble | undefined {
  return liveEntry(queue, pullRequest)?.troubles?.[kind];
}

/** One more failure of each; `earlier` are those that were counted elsewhere before the first. */
export function withTrouble(
  queue: Queue,
  pullRequests: readonly PullRequestNumber[],
  kind: TroubleKind,
  earlier?: Trouble | undefined,
): Queue {
  return withEntries(
    queue,
    liveEntries(queue, pullRequests).map((entry): Entry => {
      const trouble = oneMore(entry.troubles?.[kind] ?? earlier, queue.now);
      return { ...entry, troubles: { ...entry.troubles, [kind]: trouble } };
    }),
  );
}

/** It works again. */
export function withoutTrouble(
  queue: Queue,
  pullRequests: readonly PullRequestNumber[],
  kind: TroubleKind,
): Queue {
  const troubled = liveEntries(queue, pullRequests).filter(({ troubles }) => troubles?.[kind] !== undefined);
  return withEntries(
    queue,
    troubled.map((entry) => relieved(entry, kind)),
  );
}

function relieved({ troubles, ...entry }: Entry, kind: TroubleKind): Entry {
  const others = Object.entries({ ...troubles }).filter(([other]) => other !== kind);
  return others.length === 0 ? entry : { ...entry, troubles: Object.fromEntries(others) };
}

function liveEntries(queue: Queue, pullRequests: readonly PullRequestNumber[]): readonly Entry[] {
  return pullRequests.flatMap((pullRequest) => liveEntry(queue, pullRequest) ?? []);
}
