/** Places and predecessors of entries, computed once for all entries of a queue. */
import type { PullRequestNumber } from "../../../domain/ids.js";
import { batchOf as findBatch, isLandingEntry, runOf } from "../../../engine/model/lookup.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";
import { considered } from "../../../engine/planning/landable.js";
import { lanesOf } from "../../../engine/planning/lanes.js";
import { leftToLand } from "../../../engine/planning/tested-heads.js";

export interface PlaceOfEntry {
  /** From 1; null for an entry that is not admitted or has left. */
  readonly place: number | null;
  /** Pull requests that land first, front to back. */
  readonly ahead: readonly PullRequestNumber[];
}

export interface Places {
  /** Admitted entries in scheduling order, then those that are not ready. */
  readonly inOrder: readonly Entry[];
  /** From 1, for admitted entries. */
  readonly placeOf: ReadonlyMap<PullRequestNumber, number>;
  /** The index of its batch in the line. */
  readonly batchOf: ReadonlyMap<PullRequestNumber, number>;
}

export function placesOf(queue: Queue): Places {
  const admitted = [...considered(queue)];
  const unready = queue.entries.filter(({ admittedAt }) => admittedAt === null);
  return {
    inOrder: [...admitted, ...unready],
    placeOf: new Map(admitted.map(({ facts }, index) => [facts.number, index + 1])),
    batchOf: new Map(
      queue.line.flatMap(({ entries }, index) => entries.map((number) => [number, index] as const)),
    ),
  };
}

/** The live run that tests the entry; undefined while it has none. */
export function liveRunOf(queue: Queue, { facts }: Entry): TestRun | undefined {
  const batch = findBatch(queue, facts.number);
  return batch === undefined ? undefined : runOf(queue, batch.id);
}

/** What its run builds on or, before it has one, the batches ahead of it in its lane. */
export function placeOfEntry(queue: Queue, { placeOf, batchOf }: Places, entry: Entry): PlaceOfEntry {
  const { number } = entry.facts;
  const place = placeOf.get(number) ?? null;
  if (isLandingEntry(queue, number)) return { place, ahead: [] };
  const run = liveRunOf(queue, entry);
  if (run !== undefined) return { place, ahead: aheadIn(run) };
  const index = batchOf.get(number);
  const predecessors = index === undefined ? undefined : lanesOf(queue)[index];
  if (predecessors === undefined) return { place, ahead: [] };
  const ahead: PullRequestNumber[] = [];
  for (let at = predecessors.next(0); at !== -1; at = predecessors.next(at + 1)) {
    ahead.push(...(queue.line[at]?.entries ?? []));
  }
  return { place, ahead };
}

/** The pull requests that the run builds on and that have not landed. */
export function aheadIn(run: TestRun): readonly PullRequestNumber[] {
  const own = new Set(run.own);
  return leftToLand(run).flatMap(({ pullRequest }) => (own.has(pullRequest) ? [] : [pullRequest]));
}
