/**
 * Reads what the face of a pull request is made of: the queue, and history where the stay is over. Several queues of a
 * repository may have had it, as when its base branch was changed, and the one that it left may notice last.
 */
import type { CommitId, PullRequestNumber } from "../../../../domain/ids.js";
import type { QueueName } from "../../../../domain/queue-name.js";
import { batchOf, findRun, liveEntry, runOf } from "../../../../engine/lookup.js";
import type { Entry, Queue, TestRun } from "../../../../engine/queue.js";
import type { QueueStore, StoredQueue } from "../../../ports/queue-store.js";
import type { FaceView } from "./face-view.js";
import { positions } from "./position.js";

export type QueueHistory = Pick<QueueStore, "findConcluded" | "findEndedRun" | "timeline" | "landings">;

export interface Surroundings {
  readonly testBranchPrefix: string;
  /** The service's own page of a pull request; null where it has none. */
  readonly pageOf: (name: QueueName, pullRequest: PullRequestNumber) => string | null;
}

/** The landing of a pull request that is over is among the newest ones. */
const LANDINGS_LOOKED_AT = 200;

/** Of a live entry: nothing is read. */
export function liveView({ name, queue }: StoredQueue, entry: Entry, around: Surroundings): FaceView {
  const { number } = entry.facts;
  const batch = batchOf(queue, number);
  const run = batch === undefined ? undefined : runOf(queue, batch.id);
  const position = positions(queue).get(number) ?? null;
  return { ...shared(name, queue, entry, around), run: run ?? null, position, landedAs: null };
}

/** Null: the queue never had it, or nobody knows any more. */
async function readFaceView(
  stored: StoredQueue,
  number: PullRequestNumber,
  around: Surroundings,
  history: QueueHistory,
): Promise<FaceView | null> {
  const { name, queue } = stored;
  const live = liveEntry(queue, number);
  if (live !== undefined) return liveView(stored, live, around);
  const entry = await history.findConcluded(queue.id, number);
  if (entry === null) return null;
  const last = (await history.timeline(queue.id, number)).at(-1);
  const run = last?.run == null ? null : await anyRun(queue, last.run, history);
  const landedAs = entry.ended === "merged" ? await landedCommit(queue, entry, run, history) : null;
  return { ...shared(name, queue, entry, around), run, position: null, landedAs };
}

function shared(name: QueueName, queue: Queue, entry: Entry, { testBranchPrefix, pageOf }: Surroundings) {
  return { name, queue, entry, testBranchPrefix, pageUrl: pageOf(name, entry.facts.number) };
}

async function anyRun(queue: Queue, run: TestRun["id"], history: QueueHistory): Promise<TestRun | null> {
  return findRun(queue, run) ?? (await history.findEndedRun(queue.id, run))?.run ?? null;
}

/** One commit is made of each head; only the last one of those that were put on another tip is known. */
async function landedCommit(
  queue: Queue,
  { facts }: Entry,
  run: TestRun | null,
  history: QueueHistory,
): Promise<CommitId | null> {
  const isIt = (head: { readonly pullRequest: PullRequestNumber; readonly headSha: CommitId }) =>
    head.pullRequest === facts.number && head.headSha === facts.headSha;
  const landings = await history.landings(queue.id, LANDINGS_LOOKED_AT);
  const landing = landings.find(({ heads }) => heads.some(isIt));
  if (landing === undefined) return null;
  if (landing.heads.findIndex(isIt) === landing.heads.length - 1) return landing.to;
  return landing.proof.kind === "tested" ? (run?.commits[run.contains.findIndex(isIt)] ?? null) : null;
}

/** Of the queue that has it now, else of the one that had it last; null when nobody knows of it any more. */
export async function readNewestView(
  marking: StoredQueue,
  number: PullRequestNumber,
  around: Surroundings,
  queues: QueueHistory & Pick<QueueStore, "list">,
): Promise<FaceView | null> {
  const has = ({ queue }: StoredQueue) => liveEntry(queue, number) !== undefined;
  if (has(marking)) return readFaceView(marking, number, around, queues);
  const all = await queues.list(marking.name.repository);
  const others = all.filter(({ queue }) => queue.id !== marking.queue.id);
  const teller = others.find(has) ?? (await lastToHave(number, marking, others, queues));
  return readFaceView(teller, number, around, queues);
}

async function lastToHave(
  number: PullRequestNumber,
  marking: StoredQueue,
  others: readonly StoredQueue[],
  history: QueueHistory,
): Promise<StoredQueue> {
  if (others.length === 0) return marking;
  let [last, endedAt] = [marking, Number.NEGATIVE_INFINITY];
  for (const stored of [marking, ...others]) {
    const stay = await history.findConcluded(stored.queue.id, number);
    if (stay === null || stay.stateSince <= endedAt) continue;
    [last, endedAt] = [stored, stay.stateSince];
  }
  return last;
}
