/** Returns the live entry of a pull request or, after it left the queue, its latest one. */
import type { CheckedRequestOf, ReplyOf } from "../../../contract/endpoints.js";
import { branchNameProblem } from "../../../domain/branch-name.js";
import {
  type PullRequestNumber,
  pullRequestNumber,
  type QueueId,
  type TestRunId,
} from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { QueueMode } from "../../../domain/queue-settings.js";
import type { WaitKind } from "../../../domain/wait-kinds.js";
import { explainWait, type Wait } from "../../../engine/explain/wait.js";
import type { Transition } from "../../../engine/model/decision.js";
import { batchOf, liveEntry, runOf } from "../../../engine/model/lookup.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import type { StoredQueue } from "../../ports/queue-store.js";
import type { Queues } from "../../queue/queues.js";
import { readDecisiveOutput } from "../../queue/read-decisive-output.js";
import { readEstimates } from "../../queue/read-estimates.js";
import { readExit } from "../../queue/read-exit.js";
import { serializeOnce } from "../response.js";
import {
  presentEntryState,
  presentExit,
  presentSubmitted,
  presentTime,
  presentWait,
  type StateCase,
} from "../serialize.js";
import { type Handler, neverSubmitted, noSuchQueue, refused, type Service } from "./handler.js";

type Request = CheckedRequestOf<"getSubmittedPullRequest">;

/** How many past entries are searched for a branch name. */
const MOST_LOOKED_AT = 1000;

/** How many past entries the estimate is based on. */
const RECENT_STAYS = 100;

export const getSubmittedPullRequest: Handler<"getSubmittedPullRequest"> = async (name, request, service) => {
  const { queues, stateCase } = service;
  const { pr } = request;
  const branchProblem = pr.branch === undefined ? null : branchNameProblem(pr.branch);
  if (branchProblem !== null) {
    return refused("VALIDATION_FAILED", `pr.branch: not a valid branch name, it ${branchProblem}`);
  }
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const { queue } = stored;
  const number = pr.number === undefined ? await numberOf(pr.branch ?? "", stored, queues) : pr.number;
  const entry = number === null ? null : await findSubmission(queue, pullRequestNumber(number), queues);
  if (entry === null) return neverSubmitted(name, pr);
  const { includeTimeline, includeEstimatedTimeToMerge, includeWhy } = request;
  if (includeTimeline !== true && includeEstimatedTimeToMerge !== true && includeWhy !== true) {
    return { ok: true, body: presented(entry, queue, stateCase) };
  }
  const more = await moreAbout(entry, stored, request, service);
  return { ok: true, body: { ...presentSubmitted(entry, queue, stateCase), ...more } };
};

interface Presented {
  readonly queue: QueueId;
  readonly mode: QueueMode;
  readonly stateCase: StateCase;
  readonly body: ReplyOf<"getSubmittedPullRequest">;
}

const presentedBefore = new WeakMap<Entry, Presented>();

/** Clients that wait send the same request repeatedly. Entries and a queue's target branch never change in place. */
function presented(entry: Entry, queue: Queue, stateCase: StateCase): Presented["body"] {
  const before = presentedBefore.get(entry);
  const { mode } = queue.settings;
  if (before?.queue === queue.id && before.mode === mode && before.stateCase === stateCase)
    return before.body;
  const body = serializeOnce(presentSubmitted(entry, queue, stateCase));
  presentedBefore.set(entry, { queue: queue.id, mode, stateCase, body });
  return body;
}

async function findSubmission(
  queue: Queue,
  number: PullRequestNumber,
  { store }: Queues,
): Promise<Entry | null> {
  return liveEntry(queue, number) ?? store.findConcluded(queue.id, number);
}

/** A repository without a forge identifies a branch's pull request by the commit that both point to. */
async function numberOf(branch: string, { name, queue }: StoredQueue, { forge, store }: Queues) {
  const tip = await forge.readTip(name.repository, branch);
  if (tip === null) return null;
  const isFromThere = ({ facts }: Pick<Entry, "facts">) => facts.headSha === tip;
  const live = queue.entries.findLast(isFromThere);
  const submission =
    live ?? (await store.newestSubmissions(queue.id, null, MOST_LOOKED_AT)).find(isFromThere);
  return submission?.facts.number ?? null;
}

async function moreAbout(
  entry: Entry,
  { name, queue }: StoredQueue,
  { includeTimeline, includeEstimatedTimeToMerge, includeWhy }: Request,
  service: Service,
) {
  const { queues, stateCase } = service;
  const { store } = queues;
  const number = entry.facts.number;
  const active = activeRunOf(entry, queue);
  return {
    ...(includeTimeline === true && {
      timeline: presentTimeline(await store.timeline(queue.id, number), entry.stateSince, stateCase),
      ...(active !== null && { activeTestRunId: active }),
    }),
    ...(includeWhy === true && { why: await whyOf(entry, queue, name, service) }),
    ...(includeEstimatedTimeToMerge === true && {
      estimatedTimeToMergeSeconds: await estimatedTimeToMerge(entry, queue, queues),
    }),
  };
}

async function waitOf(entry: Entry, queue: Queue, queues: Queues): Promise<Wait> {
  const now = queues.now();
  return explainWait(queue, entry, now, { estimates: await readEstimates(queue, now, queues.store) });
}

async function whyOf(entry: Entry, queue: Queue, name: QueueName, { queues, pageOf }: Service) {
  const exit = await readExit(queue, entry, queues.store);
  const why =
    exit === null
      ? presentWait(await waitOf(entry, queue, queues))
      : presentExit(exit, await readDecisiveOutput(queues.forge, name.repository, exit));
  return { ...why, ...(pageOf !== undefined && { pageUrl: pageOf(name, entry.facts.number) }) };
}

/** A run that was planned and has no verdict yet. */
function activeRunOf({ ended, facts }: Entry, queue: Queue): TestRunId | null {
  const batch = ended === null ? batchOf(queue, facts.number) : undefined;
  const run = batch && runOf(queue, batch.id);
  if (run === undefined) return null;
  return run.progress.kind === "building" || run.progress.kind === "running" ? run.id : null;
}

/** These end when a person, CI or the code host does something. */
const WITHOUT_ESTIMATE: ReadonlySet<WaitKind> = new Set([
  "paused",
  "targetBroken",
  "ciOutage",
  "ciSilent",
  "unreadable",
  "conflict",
]);

/**
 * In seconds: the middle of the range of its estimate; while too little is known for that, the usual time of recent
 * landings. null if nothing has landed yet, if it is not admitted, or if what it waits for has no usual duration.
 */
async function estimatedTimeToMerge(entry: Entry, queue: Queue, queues: Queues): Promise<number | null> {
  if (entry.ended !== null || entry.admittedAt === null) return null;
  const now = queues.now();
  const { kind, needsAction, expected } = await waitOf(entry, queue, queues);
  if (needsAction || WITHOUT_ESTIMATE.has(kind)) return null;
  if (expected !== null) return Math.max(0, Math.round((expected.middle - now) / 1000));
  const recent = await queues.store.newestSubmissions(queue.id, null, RECENT_STAYS);
  const took = recent
    .flatMap(({ ended, admittedAt, stateSince }) =>
      ended === "merged" && admittedAt !== null ? [stateSince - admittedAt] : [],
    )
    .sort((one, other) => one - other);
  const middle = took[Math.floor(took.length / 2)];
  return middle === undefined ? null : Math.max(0, Math.round((middle - (now - entry.admittedAt)) / 1000));
}

type Timeline = NonNullable<ReplyOf<"getSubmittedPullRequest">["timeline"]>;

/** Limits the steps of a pull request that was tested many times; the newest are kept. */
const MOST_STEPS = 500;

/**
 * `stateSince` is when the current state began. A step whose recorded time is later than that of the next step is shown
 * with the next step's time.
 */
export function presentTimeline(
  steps: readonly Transition[],
  stateSince: number,
  stateCase: StateCase,
): Timeline {
  let next = stateSince;
  return steps
    .toReversed()
    .slice(0, MOST_STEPS)
    .map(({ at, to, reason, run }) => {
      next = Math.min(at, next);
      return {
        timestamp: presentTime(next),
        state: to === "failed" ? failure(stateCase) : presentEntryState(to, stateCase),
        ...(reason !== null && { reason: reason.code.toLowerCase(), reasonText: reason.sentence }),
        ...(run !== null && { testRunId: run }),
      };
    });
}

/** Timelines spell this state differently. */
function failure(stateCase: StateCase): string {
  return stateCase === "upper" ? "FAILURE" : "failure";
}
