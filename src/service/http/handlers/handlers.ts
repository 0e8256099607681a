/**
 * START HERE: every endpoint that addresses one queue: its schema, then its handler. A missing endpoint does not
 * compile.
 */
import { type CheckedRequestOf, endpoints } from "../../../contract/endpoints.js";
import { DEFAULT_LANDINGS, DEFAULT_TAKE } from "../../../contract/lists.js";
import type { RefusalCode } from "../../../contract/refusals.js";
import { isFinalState } from "../../../contract/states.js";
import { branchNameProblem } from "../../../domain/branch-name.js";
import { derivedUuid, numberInUuid } from "../../../domain/ids.js";
import { type QueueName, queueKey } from "../../../domain/queue-name.js";
import { type Repository, repositoryKey, repositoryProblem } from "../../../domain/repository.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import { addLogFields } from "../../ports/log.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { NAME_OF_SETTINGS_TOKEN } from "../../tokens/token-text.js";
import type { Caller } from "../auth.js";
import { check, type Schema } from "../check-input.js";
import { inItsRepositories, ofItsOwnRun, type Permission, withItsPriority } from "../permission.js";
import { presentEntry, presentEntryState, presentLanding } from "../serialize.js";
import { cancelPullRequest } from "./cancel-pull-request.js";
import { createQueue } from "./create-queue.js";
import { deleteQueue } from "./delete-queue.js";
import { getMergeQueueTestingDetails } from "./get-merge-queue-testing-details.js";
import { getQueue } from "./get-queue.js";
import { getSubmittedPullRequest } from "./get-submitted-pull-request.js";
import {
  type Handler,
  noSuchQueue,
  type QueueEndpoint,
  type Refusal,
  refused,
  type Service,
} from "./handler.js";
import { restartTestsOnPullRequest } from "./restart-tests-on-pull-request.js";
import { setImpactedTargets } from "./set-impacted-targets.js";
import { submitPullRequest } from "./submit-pull-request.js";
import { updateQueue } from "./update-queue.js";

type WantedSettings = CheckedRequestOf<"listPullRequests">;

/** How many past entries one call examines at most. */
const MOST_LOOKED_AT = 1000;
const PAGE_OF_STAYS = 200;
const OTHER_CURSOR = "cursor: expected the nextCursor of another page of this queue";

export const listPullRequests: Handler<"listPullRequests"> = async (
  name,
  requestedSettings,
  { queues, stateCase },
) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const { queue } = stored;
  const before =
    requestedSettings.cursor === undefined ? null : numberInUuid(requestedSettings.cursor, queue.id);
  if (before === undefined) {
    return refused("VALIDATION_FAILED", OTHER_CURSOR);
  }
  const { stays, readDownTo } = await lookBack(queues.store, queue, requestedSettings, before);
  const found = merged(liveEntries(queue, requestedSettings, before), stays).filter(
    ({ sequence }) => sequence >= readDownTo,
  );
  const page = found.slice(0, requestedSettings.take ?? DEFAULT_TAKE);
  const last = found.length > page.length ? page.at(-1)?.sequence : readDownTo;
  return {
    ok: true,
    body: {
      pullRequests: page.map((entry) => presentEntry(entry, stateCase)),
      ...(last !== undefined && last > 0 && { nextCursor: derivedUuid(queue.id, last) }),
    },
  };
};

function liveEntries(
  queue: Queue,
  requestedSettings: WantedSettings,
  before: number | null,
): readonly Entry[] {
  if (requestedSettings.since !== undefined || requestedSettings.until !== undefined) return [];
  return queue.entries.filter(
    (entry) => (before === null || entry.sequence < before) && isWanted(entry, requestedSettings),
  );
}

interface HistorySlice {
  readonly stays: readonly Entry[];
  /** Every match with this sequence or above is included; 0 once the oldest entry was reached. */
  readonly readDownTo: number;
}

async function lookBack(
  store: QueueStore,
  queue: Queue,
  requestedSettings: WantedSettings,
  before: number | null,
): Promise<HistorySlice> {
  if (requestedSettings.state !== undefined && !isFinalState(requestedSettings.state))
    return { stays: [], readDownTo: 0 };
  const isBack = new Set(queue.entries.map(({ facts }) => facts.number));
  const isLive = new Set(queue.entries.map(({ sequence }) => sequence));
  const isOlder = ({ facts, sequence }: Entry) => isBack.has(facts.number) && !isLive.has(sequence);
  const stays: Entry[] = [];
  let from = before;
  for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; lookedAt += PAGE_OF_STAYS) {
    const some = await store.newestSubmissions(queue.id, from, PAGE_OF_STAYS);
    stays.push(
      ...some.filter((submission) => isWanted(submission, requestedSettings) && !isOlder(submission)),
    );
    from = some.at(-1)?.sequence ?? 0;
    if (some.length < PAGE_OF_STAYS) return { stays, readDownTo: 0 };
    // One more than the page holds, which shows that there is a next page.
    if (stays.length > (requestedSettings.take ?? DEFAULT_TAKE)) break;
  }
  return { stays, readDownTo: from ?? 0 };
}

function isWanted(entry: Entry, { state, since, until }: WantedSettings): boolean {
  if (state !== undefined && presentEntryState(entry.state, "upper") !== state) return false;
  return (
    (since === undefined || entry.stateSince >= since) && (until === undefined || entry.stateSince < until)
  );
}

/** An entry that left between the two reads is in both; the ended version is used. */
function merged(live: readonly Entry[], over: readonly Entry[]): readonly Entry[] {
  const bySequence = new Map([...live, ...over].map((entry) => [entry.sequence, entry]));
  return [...bySequence.values()].sort((one, other) => other.sequence - one.sequence);
}

const listLandings: Handler<"listLandings"> = async (
  name,
  { cursor, take = DEFAULT_LANDINGS },
  { queues },
) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const { id } = stored.queue;
  const before = cursor === undefined ? null : numberInUuid(cursor, id);
  if (before === undefined) return refused("VALIDATION_FAILED", OTHER_CURSOR);
  const found = await queues.store.past.landings(id, before, take + 1);
  const page = found.slice(0, take);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    ok: true,
    body: {
      landings: page.map(({ landing }) => presentLanding(landing)),
      ...(last !== undefined && { nextCursor: derivedUuid(id, last.version) }),
    },
  };
};

type AnyOutcome = { readonly ok: true; readonly body: object } | Refusal<RefusalCode>;

/** A checked request, independent of its caller. Equal requests have equal effects. */
export type Asked = (service: Service, caller: Caller) => Promise<AnyOutcome>;

/** Turns untrusted input into a checked request. */
export type Understand = (
  input: unknown,
) => { readonly ok: true; readonly asked: Asked } | Refusal<"VALIDATION_FAILED">;

export const handlers: { readonly [Name in QueueEndpoint]: Understand } = {
  submitPullRequest: checked(endpoints.submitPullRequest.request, submitPullRequest, withItsPriority),
  cancelPullRequest: checked(endpoints.cancelPullRequest.request, cancelPullRequest),
  restartTestsOnPullRequest: checked(endpoints.restartTestsOnPullRequest.request, restartTestsOnPullRequest),
  getSubmittedPullRequest: checked(endpoints.getSubmittedPullRequest.request, getSubmittedPullRequest),
  listPullRequests: checked(endpoints.listPullRequests.request, listPullRequests),
  listLandings: checked(endpoints.listLandings.request, listLandings),
  setImpactedTargets: checked(endpoints.setImpactedTargets.request, setImpactedTargets, ofItsOwnRun),
  getMergeQueueTestingDetails: checked(
    endpoints.getMergeQueueTestingDetails.request,
    getMergeQueueTestingDetails,
  ),
  createQueue: checked(endpoints.createQueue.request, createQueue),
  deleteQueue: checked(endpoints.deleteQueue.request, deleteQueue),
  getQueue: checked(endpoints.getQueue.request, getQueue),
  updateQueue: checked(endpoints.updateQueue.request, updateQueue),
};

export function isQueueEndpoint(name: string): name is QueueEndpoint {
  return Object.hasOwn(handlers, name);
}

function checked<Request extends OnQueue>(
  schema: Schema<Request>,
  handler: (name: QueueName, request: Request, service: Service) => Promise<AnyOutcome>,
  permission: Permission<Request> = inItsRepositories,
): Understand {
  return (input) => {
    const request = check(schema, input);
    if (!request.ok) return refused("VALIDATION_FAILED", request.problem);
    const queue = queueNameOf(request.value);
    if (!queue.ok) return refused("VALIDATION_FAILED", queue.problem);
    const { repository, targetBranch } = queue.name;
    const fields = { queue: queueKey(queue.name) };
    const asked: Asked = async (service, caller) => {
      service.span?.set({
        "merge_queue.repository": repositoryKey(repository),
        "merge_queue.target_branch": targetBranch,
      });
      addLogFields(fields);
      const refusal = await permission(caller, repository, request.value, service);
      const callerName = caller.kind === "token" ? (caller.grant.name ?? NAME_OF_SETTINGS_TOKEN) : undefined;
      const called = callerName === undefined ? service : { ...service, callerName };
      return refusal ?? handler(queue.name, request.value, called);
    };
    return { ok: true, asked };
  };
}

/** The queue that a request addresses. Names that no forge accepts are refused before any work is done. */
export interface OnQueue {
  readonly repo: Repository;
  readonly targetBranch: string;
}

export type QueueNameOutcome =
  | { readonly ok: true; readonly name: QueueName }
  | { readonly ok: false; readonly problem: string };

export function queueNameOf({ repo, targetBranch }: OnQueue): QueueNameOutcome {
  const problem = repositoryProblem(repo);
  if (problem !== null) return { ok: false, problem: `repo.${problem}` };
  const branchProblem = branchNameProblem(targetBranch);
  if (branchProblem !== null) {
    return { ok: false, problem: `targetBranch: not a valid branch name, it ${branchProblem}` };
  }
  const { host, owner, name } = repo;
  return { ok: true, name: { repository: { host, owner, name }, targetBranch } };
}
