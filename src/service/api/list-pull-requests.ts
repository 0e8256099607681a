/**
 * Lists the newest stay of each pull request, newest submission first. One call looks at so much history and no more,
 * so a page of what is rare may be short and still be followed by another.
 */

import type { CheckedRequestOf } from "../../contract/endpoints.js";
import { DEFAULT_TAKE } from "../../contract/pull-request-list.js";
import { isFinalState } from "../../contract/states.js";
import { derivedUuid, type QueueId } from "../../domain/ids.js";
import type { Entry, Queue } from "../../engine/queue.js";
import type { QueueStore } from "../ports/queue-store.js";
import { type Handler, noSuchQueue, refused } from "./handler.js";
import { presentEntry, presentEntryState } from "./present.js";

type Wishes = CheckedRequestOf<"listPullRequests">;

/** Stays that one call looks at, at most. */
const MOST_LOOKED_AT = 1000;
const PAGE_OF_STAYS = 200;

export const listPullRequests: Handler<"listPullRequests"> = async (name, wishes, { queues, stateCase }) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const { queue } = stored;
  const before = wishes.cursor === undefined ? null : sequenceOf(wishes.cursor, queue.id);
  if (before === undefined) {
    return refused("VALIDATION_FAILED", "cursor: expected the nextCursor of another page of this queue");
  }
  const { stays, lookedDownTo } = await lookBack(queues.store, queue, wishes, before);
  const found = merged(liveEntries(queue, wishes, before), stays).filter(
    ({ sequence }) => sequence >= lookedDownTo,
  );
  const page = found.slice(0, wishes.take ?? DEFAULT_TAKE);
  const last = found.length > page.length ? page.at(-1)?.sequence : lookedDownTo;
  return {
    ok: true,
    body: {
      pullRequests: page.map((entry) => presentEntry(entry, stateCase)),
      ...(last !== undefined && last > 0 && { nextCursor: derivedUuid(queue.id, last) }),
    },
  };
};

/** Undefined when no page of this queue ended with that cursor. */
function sequenceOf(cursor: string, queue: QueueId): number | undefined {
  const sequence = Number.parseInt(cursor.slice(-12), 16);
  return derivedUuid(queue, sequence) === cursor.toLowerCase() ? sequence : undefined;
}

function liveEntries(queue: Queue, wishes: Wishes, before: number | null): readonly Entry[] {
  if (wishes.since !== undefined || wishes.until !== undefined) return [];
  return queue.entries.filter(
    (entry) => (before === null || entry.sequence < before) && isWanted(entry, wishes),
  );
}

interface LookBack {
  readonly stays: readonly Entry[];
  /** Nothing of this sequence or above was passed over; 0 when the beginning was reached. */
  readonly lookedDownTo: number;
}

async function lookBack(
  store: QueueStore,
  queue: Queue,
  wishes: Wishes,
  before: number | null,
): Promise<LookBack> {
  if (wishes.state !== undefined && !isFinalState(wishes.state)) return { stays: [], lookedDownTo: 0 };
  const isBack = new Set(queue.entries.map(({ facts }) => facts.number));
  const isLive = new Set(queue.entries.map(({ sequence }) => sequence));
  const isOlder = ({ facts, sequence }: Entry) => isBack.has(facts.number) && !isLive.has(sequence);
  const stays: Entry[] = [];
  let from = before;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; lookedAt += PAGE_OF_STAYS) {
    const some = await store.newestStays(queue.id, from, PAGE_OF_STAYS);
    stays.push(...some.filter((stay) => isWanted(stay, wishes) && !isOlder(stay)));
    from = some.at(-1)?.sequence ?? 0;
    if (some.length < PAGE_OF_STAYS) return { stays, lookedDownTo: 0 };
    // One more than the page holds, so that it is known whether there is another.
    if (stays.length > (wishes.take ?? DEFAULT_TAKE)) break;
  }
  return { stays, lookedDownTo: from ?? 0 };
}

function isWanted(entry: Entry, { state, since, until }: Wishes): boolean {
  if (state !== undefined && presentEntryState(entry.state, "upper") !== state) return false;
  return (
    (since === undefined || entry.stateSince >= since) && (until === undefined || entry.stateSince < until)
  );
}

/** An entry that left between the two looks is in both: as it is over. */
function merged(live: readonly Entry[], over: readonly Entry[]): readonly Entry[] {
  const bySequence = new Map([...live, ...over].map((entry) => [entry.sequence, entry]));
  return [...bySequence.values()].sort((one, other) => other.sequence - one.sequence);
}
