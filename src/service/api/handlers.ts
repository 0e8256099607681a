/** Every endpoint that speaks of one queue: its schema, then its handler. One that is missing here does not compile. */
import { endpoints } from "../../contract/endpoints.js";
import type { RefusalCode } from "../../contract/refusals.js";
import { branchNameProblem } from "../../domain/branch-name.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { type Repository, repositoryKey, repositoryProblem } from "../../domain/repository.js";
import { addLogFields } from "../ports/log-context.js";
import type { Caller } from "./auth.js";
import { cancelPullRequest } from "./cancel-pull-request.js";
import { check, type Schema } from "./check.js";
import { createQueue } from "./create-queue.js";
import { deleteQueue } from "./delete-queue.js";
import { getMergeQueueTestingDetails } from "./get-merge-queue-testing-details.js";
import { getQueue } from "./get-queue.js";
import { getSubmittedPullRequest } from "./get-submitted-pull-request.js";
import { type QueueEndpoint, type Refusal, refused, type Service } from "./handler.js";
import { listPullRequests } from "./list-pull-requests.js";
import { inItsRepositories, ofItsOwnRun, type Permission, withItsPriority } from "./permission.js";
import { restartTestsOnPullRequest } from "./restart-tests-on-pull-request.js";
import { setImpactedTargets } from "./set-impacted-targets.js";
import { submitPullRequest } from "./submit-pull-request.js";
import { updateQueue } from "./update-queue.js";

type AnyOutcome = { readonly ok: true; readonly body: object } | Refusal<RefusalCode>;

/** What a request that was checked asks for, whoever may ask it. The same words always ask for the same. */
export type Asked = (service: Service, caller: Caller) => Promise<AnyOutcome>;

/** From untrusted input to what it asks for. */
export type Understand = (
  input: unknown,
) => { readonly ok: true; readonly asked: Asked } | Refusal<"VALIDATION_FAILED">;

export const handlers: { readonly [Name in QueueEndpoint]: Understand } = {
  submitPullRequest: checked(endpoints.submitPullRequest.request, submitPullRequest, withItsPriority),
  cancelPullRequest: checked(endpoints.cancelPullRequest.request, cancelPullRequest),
  restartTestsOnPullRequest: checked(endpoints.restartTestsOnPullRequest.request, restartTestsOnPullRequest),
  getSubmittedPullRequest: checked(endpoints.getSubmittedPullRequest.request, getSubmittedPullRequest),
  listPullRequests: checked(endpoints.listPullRequests.request, listPullRequests),
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
      return refusal ?? handler(queue.name, request.value, service);
    };
    return { ok: true, asked };
  };
}

/** The queue a request speaks of. What no forge would take for a name is refused before anybody acts on it. */
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
    return { ok: false, problem: `targetBranch: not the name of a branch, it ${branchProblem}` };
  }
  const { host, owner, name } = repo;
  return { ok: true, name: { repository: { host, owner, name }, targetBranch } };
}
