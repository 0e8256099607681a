/**
 * Reads the data for the status of a pull request: the queue, and its history for an ended submission. After a change
 * of the base branch several queues may have had the pull request, and the former queue may notice last.
 */
import type { CommitId, PullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Repository } from "../../../domain/repository.js";
import type { Estimates } from "../../../engine/explain/estimates/estimate-landings.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { explainWait } from "../../../engine/explain/wait.js";
import { batchOf, findRun, liveEntry, runOf } from "../../../engine/model/lookup.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";
import type { QueueStore, StoredQueue } from "../../ports/queue-store.js";
import { readExit, type WhyReader } from "../../queue/read-exit.js";
import { positions } from "./published-positions.js";
import type { StatusView } from "./status-view.js";

export type QueueHistory = WhyReader;

export interface Surroundings {
  readonly testBranchPrefix: string;
  /** The end of the output that decided an exit; absent: the code host keeps none. */
  readonly outputTailOf?: (repository: Repository, exit: Exit) => Promise<string | null>;
  /** When entries will probably land; absent: not estimated. */
  readonly estimatesOf?: (queue: Queue) => Promise<{ readonly estimates: Estimates; readonly at: number }>;
  /** The dashboard page of a pull request; null: none. */
  readonly pageOf: (name: QueueName, pullRequest: PullRequestNumber) => string | null;
}

/** The landing of a recently ended entry is among the newest. */
const LANDINGS_LOOKED_AT = 200;

/** View of a live entry, without reading the store and therefore without an estimate. */
export function liveView({ name, queue }: StoredQueue, entry: Entry, around: Surroundings): StatusView {
  const { number } = entry.facts;
  const batch = batchOf(queue, number);
  const run = batch === undefined ? undefined : runOf(queue, batch.id);
  const position = positions(queue).get(number) ?? null;
  return {
    ...shared(name, queue, entry, around),
    run: run ?? null,
    position,
    landedAs: null,
    exit: null,
    outputTail: null,
    expected: null,
  };
}

async function withEstimate(view: StatusView, { estimatesOf }: Surroundings): Promise<StatusView> {
  if (estimatesOf === undefined) return view;
  const { queue, entry } = view;
  const { estimates, at } = await estimatesOf(queue);
  const { expected } = explainWait(queue, entry, at, { estimates });
  return expected === null ? view : { ...view, expected: { range: expected, at } };
}

/** null: the queue never had it, or its history was deleted. */
async function readStatusView(
  stored: StoredQueue,
  number: PullRequestNumber,
  around: Surroundings,
  history: QueueHistory,
): Promise<StatusView | null> {
  const { name, queue } = stored;
  const live = liveEntry(queue, number);
  if (live !== undefined) return withEstimate(liveView(stored, live, around), around);
  const entry = await history.findConcluded(queue.id, number);
  if (entry === null) return null;
  const last = (await history.timeline(queue.id, number)).at(-1);
  const run = last?.run == null ? null : await anyRun(queue, last.run, history);
  const landedAs = entry.ended === "merged" ? await landedCommit(queue, entry, run, history) : null;
  const exit = await readExit(queue, entry, history);
  const outputTail = exit === null ? null : ((await around.outputTailOf?.(name.repository, exit)) ?? null);
  const nothing = { position: null, expected: null };
  return { ...shared(name, queue, entry, around), ...nothing, run, landedAs, exit, outputTail };
}

function shared(name: QueueName, queue: Queue, entry: Entry, { testBranchPrefix, pageOf }: Surroundings) {
  return { name, queue, entry, testBranchPrefix, pageUrl: pageOf(name, entry.facts.number) };
}

async function anyRun(queue: Queue, run: TestRun["id"], history: QueueHistory): Promise<TestRun | null> {
  return findRun(queue, run) ?? (await history.findEndedRun(queue.id, run))?.run ?? null;
}

/** Each head becomes one commit. If they were replayed onto another tip, only the last commit is known. */
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

/** View from the queue that has the pull request now, else from the last that had it; null: no queue has a record. */
export async function readNewestView(
  marking: StoredQueue,
  number: PullRequestNumber,
  around: Surroundings,
  queues: QueueHistory & Pick<QueueStore, "list">,
): Promise<StatusView | null> {
  const has = ({ queue }: StoredQueue) => liveEntry(queue, number) !== undefined;
  if (has(marking)) return readStatusView(marking, number, around, queues);
  const all = await queues.list(marking.name.repository);
  const others = all.filter(({ queue }) => queue.id !== marking.queue.id);
  const recorder = others.find(has) ?? (await lastToHave(number, marking, others, queues));
  return readStatusView(recorder, number, around, queues);
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
    const submission = await history.findConcluded(stored.queue.id, number);
    if (submission === null || submission.stateSince <= endedAt) continue;
    [last, endedAt] = [stored, submission.stateSince];
  }
  return last;
}
