/** Everything that the page of a pull request shows, read from the store: bounded, however often it was tested. */
import type { PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Reason } from "../../../domain/reason.js";
import type { Transition } from "../../../engine/model/decision.js";
import { findRun, liveEntry } from "../../../engine/model/lookup.js";
import type { Entry, EntryState, Queue } from "../../../engine/model/queue.js";
import type { QueueStore, StoredQueue } from "../../ports/queue-store.js";
import { findLandingProof, type ShownProof } from "./landing-proof.js";
import { liveRunOf, type PlaceOfEntry, placeOfEntry, placesOf } from "./place-of.js";
import { type Answer, readAnswer } from "./read-answer.js";
import { type RunView, runView } from "./run-view.js";
import { readTargets, type ShownTargets } from "./shown-targets.js";
import { type Condition, waitsFor } from "./waits-for.js";

/** A pull request that was tested more often shows its newest steps and runs. */
const MOST_STEPS = 500;
const MOST_RUNS = 20;

export interface Step {
  readonly at: number;
  readonly state: EntryState;
  readonly reason: Reason | null;
  readonly run: TestRunId | null;
}

/** One submission, oldest step first. */
export interface SubmissionView {
  /** From 1, among those that are stored. */
  readonly number: number;
  readonly steps: readonly Step[];
}

export interface PullRequestView {
  readonly name: QueueName;
  readonly queue: Queue;
  readonly version: number;
  readonly entry: Entry;
  readonly place: PlaceOfEntry;
  readonly answer: Answer;
  readonly conditions: readonly Condition[];
  /** Newest first. */
  readonly submissions: readonly SubmissionView[];
  /** Newest first; the first may still run. */
  readonly runs: readonly RunView[];
  readonly targets: ShownTargets;
  /** null unless it landed through the queue. */
  readonly proof: ShownProof | null;
}

/** null: the pull request was never submitted to this queue. */
export async function readPullRequest(
  { name, queue, version }: StoredQueue,
  number: PullRequestNumber,
  store: QueueStore,
  testBranchPrefix: string,
  now: number,
): Promise<PullRequestView | null> {
  const entry = liveEntry(queue, number) ?? (await store.findConcluded(queue.id, number));
  if (entry === null) return null;
  const transitions = (await store.timeline(queue.id, number)).slice(-MOST_STEPS);
  const liveRun = liveRunOf(queue, entry);
  const ids = [
    ...(liveRun === undefined ? [] : [liveRun.id]),
    ...transitions.toReversed().flatMap(({ run }) => run ?? []),
  ];
  const runs = await readRuns(queue, ids, store, testBranchPrefix);
  const place =
    entry.ended === null ? placeOfEntry(queue, placesOf(queue), entry) : { place: null, ahead: [] };
  return {
    ...{ name, queue, version, entry, place, runs },
    answer: await readAnswer(queue, entry, now, store),
    conditions: waitsFor(queue, entry, place, liveRun),
    submissions: submissionsOf(transitions),
    targets: await readTargets(queue, entry, store),
    proof: await findLandingProof(queue.id, entry, runs, store),
  };
}

/** A transition from no state begins a submission. */
function submissionsOf(transitions: readonly Transition[]): readonly SubmissionView[] {
  const submissions: Step[][] = [];
  for (const { at, from, to, reason, run } of transitions) {
    const step = { at, state: to, reason, run };
    const current = submissions.at(-1);
    if (from === null || current === undefined) submissions.push([step]);
    else current.push(step);
  }
  return submissions.map((steps, index) => ({ number: index + 1, steps })).reverse();
}

async function readRuns(
  queue: Queue,
  ids: readonly TestRunId[],
  store: QueueStore,
  testBranchPrefix: string,
): Promise<readonly RunView[]> {
  const views = [...new Set(ids)].slice(0, MOST_RUNS).map(async (id) => {
    const live = findRun(queue, id);
    if (live !== undefined) return runView(live, null, testBranchPrefix);
    const ended = await store.findEndedRun(queue.id, id);
    return ended === null ? null : runView(ended.run, ended.endedAt, testBranchPrefix);
  });
  return (await Promise.all(views)).filter((view) => view !== null);
}
