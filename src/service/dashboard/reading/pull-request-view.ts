/** Everything that the page of a pull request shows, read from the store: bounded, however often it was tested. */
import { assertNever } from "../../../domain/assert-never.js";
import { VERDICTS } from "../../../domain/exit-verdict.js";
import type { CommitId, PullRequestNumber, QueueId, TestRunId } from "../../../domain/ids.js";
import type { HeadEvidence } from "../../../domain/pull-request.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Reason } from "../../../domain/reason.js";
import type { VerdictKind } from "../../../domain/verdict-kinds.js";
import type { Estimate } from "../../../engine/explain/estimates/estimate-landings.js";
import type { Exit } from "../../../engine/explain/exit.js";
import { explainWait } from "../../../engine/explain/wait.js";
import type { LandingRecord, Transition } from "../../../engine/model/decision.js";
import { findRun, liveEntry } from "../../../engine/model/lookup.js";
import type { Entry, EntryState, Queue } from "../../../engine/model/queue.js";
import type { QueueStore, StoredQueue } from "../../ports/queue-store.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { type ExitReader, readExit } from "../../queue/read-exit.js";
import { liveRunOf, type PlaceOfEntry, placeOfEntry, placesOf } from "./place-of.js";
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

/** The proof of an older landing is found by `merge-queue replay`. */
const MOST_LANDINGS = 500;

interface ShownProof {
  readonly at: number;
  readonly from: CommitId;
  readonly landed: CommitId;
  /** null for a direct merge without a run, and if the run is no longer stored. */
  readonly tested: string | null;
  readonly run: string | null;
  readonly sentence: string;
}

/** Why a landing was safe: which commit was tested, and which commit is on the branch now. */
async function findLandingProof(
  queue: QueueId,
  { ended, facts }: Entry,
  runs: readonly RunView[],
  store: QueueStore,
): Promise<ShownProof | null> {
  if (ended !== "merged") return null;
  const records = await store.landings(queue, MOST_LANDINGS);
  const record = records.find(({ heads }) =>
    heads.some(({ pullRequest, headSha }) => pullRequest === facts.number && headSha === facts.headSha),
  );
  return record === undefined ? null : proofOf(record, runs);
}

function proofOf(record: LandingRecord, runs: readonly RunView[]): ShownProof {
  const { at, from, to, proof, run } = record;
  const testedByRun = runs.find(({ id }) => id === run)?.commit ?? null;
  switch (proof.kind) {
    case "tested":
      return {
        ...{ at, from, landed: to, run },
        tested: testedByRun ?? to,
        sentence: "The commit that was tested is the commit that landed.",
      };
    case "disjoint":
      return {
        ...{ at, from, landed: to, run, tested: proof.tested },
        sentence:
          "The tested change was put on landings that share no impacted target with it; its content is the same.",
      };
    case "direct":
      return {
        ...{ at, from, landed: to, run: null, tested: proof.head },
        sentence: directSentence(proof.evidence),
      };
    default:
      return assertNever(proof);
  }
}

function directSentence(evidence: HeadEvidence | undefined): string {
  const landed = "so its head landed as tested.";
  if (evidence === undefined)
    return `Its own checks had passed on the newest commit of the branch, ${landed}`;
  const { tree, checks, jobs, sameJobsOn } = evidence;
  const names = checks.map(({ name, workflow }) => `${name} (${workflow})`).join(", ");
  return (
    `No test run: on its head, which contained the newest commit of the branch, ${names} succeeded. ` +
    `Its ${jobs.length} executed jobs are those of the last ${sameJobsOn.length} test branches, ` +
    `and the branch has the tree that they tested, ${tree.slice(0, 8)}, ${landed}`
  );
}

interface Answer {
  /** The same as in comments, the API and `merge-queue why`; contains untrusted names. */
  readonly sentence: string;
  /** What the author does next; null if the sentence has it. */
  readonly next: string | null;
  /** The verdict with its evidence; null while it waits. */
  readonly exit: Exit | null;
  /** null: unknown. */
  readonly expected: Estimate | null;
}

/** What an author wants to know first: why the pull request waits or left, and what to do next. */
async function readAnswer(
  queue: Queue,
  entry: Entry,
  now: number,
  history: ExitReader & Pick<QueueStore, "past">,
): Promise<Answer> {
  const exit = await readExit(queue, entry, history);
  if (exit !== null) return { sentence: exit.sentence, next: exit.next, exit, expected: null };
  const estimates = await readEstimates(queue, now, history);
  const { sentence, expected } = explainWait(queue, entry, now, { estimates });
  return { sentence, next: null, exit: null, expected };
}

export function verdictTitle(verdict: VerdictKind): string {
  return VERDICTS[verdict].title;
}
