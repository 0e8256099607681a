/**
 * START HERE: everything that the Action and the command line can request from a service. Each operation plans its
 * requests and performs them.
 */
import { cancelIdempotently } from "../client/cancel-idempotently.js";
import type { MergeQueueClient } from "../client/client.js";
import { createQueueIdempotently, deleteQueueIdempotently } from "../client/create-queue-idempotently.js";
import type { PullRequestOnWire, QueueOnWire } from "../client/pull-request-on-wire.js";
import { nameOf } from "../client/pull-request-on-wire.js";
import { restartTestsOnce } from "../client/restart-tests-once.js";
import { earlierSubmissionOf } from "../client/state-history.js";
import { shownDifferences, submitIdempotently } from "../client/submit-idempotently.js";
import type { sendTargets, TargetsBody, TargetsEnvelope } from "../client/targets-body.js";
import { checkSettings, updateQueueOnce } from "../client/update-queue-once.js";
import type { SubmittedPullRequest, WaitOptions } from "../client/wait.js";
import type { EndpointName } from "../contract/endpoint-facts.js";
import type { RequestOf } from "../contract/endpoints.js";
import {
  extraRead,
  type Given,
  type GivenSettings,
  type OperationInput,
  type Planned,
  type Step,
  type Waiting,
} from "./operation.js";
import type { OperationName } from "./operation-names.js";

const POSITION_INTERVAL_MS = 30_000;

type ReadSettings = (queue: QueueOnWire) => Promise<GivenSettings>;

interface Sendable {
  readonly body: TargetsBody;
  /** Loaded by the host together with the code that reads the targets. */
  readonly send: typeof sendTargets;
}

interface Operation {
  readonly inputs: readonly OperationInput[];
  plan(given: Given, read: never): Planned<unknown> | Promise<Planned<unknown>>;
}

/** `plan` reads and checks everything, and sends nothing; a function of the host reads what is large. */
export const OPERATIONS = {
  submit: { inputs: ["pullRequest", "priority", "noBatch", "wait"], plan: planSubmission },
  cancel: onPullRequest("cancelPullRequest", async (request, client) => {
    const answer = await cancelIdempotently(client, request);
    const isAbsent = answer.kind === "notInQueue";
    const sentence = `${nameOf(request)} ${isAbsent ? "is not in" : "is removed from"} the queue of ${request.targetBranch}.`;
    return { answer, isUnchanged: isAbsent && !answer.mayHaveActed, sentence };
  }),
  "restart-tests": onPullRequest("restartTestsOnPullRequest", async (request, client) => ({
    answer: await restartTestsOnce(client, request),
  })),
  status: { inputs: ["pullRequest", "wait"], plan: planStatus },
  "set-impacted-targets": { inputs: ["pullRequest", "headSha", "targets"], plan: planUpload },
  "testing-details": { inputs: ["queue", "testRun"], plan: planTestingDetails },
  "create-queue": { inputs: ["queue", "settings"], plan: planCreation },
  "delete-queue": onQueue("deleteQueue", async (request, client) => {
    const answer = await deleteQueueIdempotently(client, request);
    const isAbsent = answer.kind !== "deleted";
    const { targetBranch: branch } = request;
    const sentence = isAbsent ? `${branch} has no queue.` : `The queue of ${branch} is deleted.`;
    return { answer, isUnchanged: isAbsent && !answer.mayHaveActed, sentence };
  }),
  "get-queue": onQueue("getQueue", async (request, client) => ({ answer: await client.getQueue(request) })),
  "update-queue": { inputs: ["queue", "settings"], plan: planChange },
  metrics: { inputs: ["repositories"], plan: planMetrics },
} as const satisfies Readonly<Record<Exclude<OperationName, "compute-targets">, Operation>>;

function planSubmission(given: Given) {
  const request = given.pullRequest();
  const waiting = given.waiting();
  const body = { ...request, ...given.submission() };
  const remains = { pullRequest: request, cancelOnAbort: given.cancelOnAbort() };
  const run = async ({ client }: Step) => {
    const earlierSubmission = waiting === null ? undefined : await earlierSubmissionOf(client, request);
    const answer = await submitIdempotently(client, body, { earlierSubmission });
    const { entryId } = answer;
    const isOld = answer.kind === "alreadyInQueue";
    const queue = `the queue of ${request.targetBranch}`;
    return {
      answer,
      isUnchanged: isOld && !answer.mayHaveActed,
      sentence: `${nameOf(request)} is ${isOld ? `in ${queue} already` : `submitted to ${queue}`}.`,
      /** What differs between an entry that was already in the queue and the request. */
      differences: isOld ? answer.differences : [],
      /** The same for a new entry, as the service first shows it. */
      differencesOf: (shown: SubmittedPullRequest) => (isOld ? [] : shownDifferences(shown, body)),
      waiting:
        waiting === null
          ? null
          : waitOptions(waiting, { earlierSubmission: earlierSubmission ?? null, entryId }),
    };
  };
  return { ...oneRequest("submitPullRequest", body), request, remains, run };
}

function planStatus(given: Given) {
  const request = given.pullRequest();
  const waiting = given.waiting();
  return {
    ...oneRequest("getSubmittedPullRequest", request),
    remains: waiting === null ? null : { pullRequest: request, cancelOnAbort: given.cancelOnAbort() },
    run: async ({ client }: Step) =>
      waiting === null
        ? { answer: await client.getSubmittedPullRequest(request), waiting }
        : { answer: null, waiting: waitOptions(waiting) },
  };
}

async function planUpload<Targets extends Sendable>(
  given: Given,
  readTargets: (envelope: TargetsEnvelope) => Promise<Targets>,
) {
  const request = given.pullRequest();
  const headSha = given.headSha(request);
  const envelope = { ...request, pr: { ...request.pr, sha: headSha } };
  const targets = await readTargets(envelope);
  return {
    request,
    headSha,
    targets,
    requests: [{ endpoint: "setImpactedTargets", body: targets.body.body } as const],
    run: async ({ client }: Step) => ({ answer: await targets.send(client, envelope, targets.body) }),
  };
}

function planTestingDetails(given: Given) {
  const request = { ...given.queue(), testRunId: given.testRunId() };
  return {
    ...oneRequest("getMergeQueueTestingDetails", request),
    run: async ({ client }: Step) => ({ answer: await client.getMergeQueueTestingDetails(request) }),
  };
}

async function planCreation(given: Given, readSettings: ReadSettings) {
  const request = given.queue();
  const settings = await readSettings(request);
  const { mode, concurrency, ...change } = settings.request;
  const creation = {
    ...request,
    ...(mode === undefined ? {} : { mode }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
  const isChanged = settings.names.some((name) => name !== "mode" && name !== "concurrency");
  const { requests } = oneRequest("createQueue", creation);
  return {
    request,
    requests: isChanged ? [...requests, ...oneRequest("updateQueue", change).requests] : requests,
    run: async (step: Step) => ({
      answer: await createQueueIdempotently(step.client, creation, { settings: change }),
      sentence: `The queue of ${request.targetBranch} is created`,
      /** Sets the settings that creation does not accept; null when there are none. */
      change: isChanged ? () => changeSettings(change, step) : null,
    }),
  };
}

async function planChange(given: Given, readSettings: ReadSettings) {
  const { names, request } = await readSettings(given.queue());
  const run = (step: Step) => changeSettings(request, step);
  return { ...oneRequest("updateQueue", request), names, run };
}

function planMetrics(given: Given) {
  const repository = given.repositoryOrAll();
  const request =
    repository === "*" ? {} : { repo: `${repository.owner}/${repository.name}`, repoHost: repository.host };
  return {
    ...oneRequest("getMergeQueueMetrics", request),
    run: async ({ client }: Step) => ({ answer: await client.getMergeQueueMetrics(request) }),
  };
}

function oneRequest<Request extends object>(endpoint: EndpointName, request: Request) {
  return { request, requests: [{ endpoint, body: request }] };
}

function onPullRequest<Outcome>(
  endpoint: EndpointName,
  run: (request: PullRequestOnWire, client: MergeQueueClient) => Promise<Outcome>,
) {
  const plan = (given: Given) => {
    const request = given.pullRequest();
    return { ...oneRequest(endpoint, request), run: ({ client }: Step) => run(request, client) };
  };
  return { inputs: ["pullRequest"], plan } as const;
}

function onQueue<Outcome>(
  endpoint: EndpointName,
  run: (request: QueueOnWire, client: MergeQueueClient) => Promise<Outcome>,
) {
  const plan = (given: Given) => {
    const request = given.queue();
    return { ...oneRequest(endpoint, request), run: ({ client }: Step) => run(request, client) };
  };
  return { inputs: ["queue"], plan } as const;
}

function waitOptions({ pollIntervalMs }: Waiting, submission: WaitOptions = {}): WaitOptions {
  return { pollIntervalMs, positionIntervalMs: POSITION_INTERVAL_MS, ...submission };
}

/** When a service answers the change without the settings, they are read. Throws when they are not as requested. */
async function changeSettings(request: RequestOf<"updateQueue">, step: Step) {
  const answer = await updateQueueOnce(step.client, request);
  const { repo, targetBranch } = request;
  const read =
    answer.value.state === undefined
      ? await extraRead(step, (client, options) => client.getQueue({ repo, targetBranch }, options))
      : answer;
  const shown = read?.value ?? answer.value;
  if (read !== null) step.settingsShown(shown);
  checkSettings(request, shown, answer);
  return { answer, shown };
}
