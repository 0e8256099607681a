/** The type of a handler: a checked request in, a reply or an expected refusal out. Handlers know nothing of HTTP. */
import type { CheckedRequestOf, EndpointName, RefusalOf, ReplyOf } from "../../../contract/endpoints.js";
import type { RefusalCode } from "../../../contract/refusals.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { shellWord } from "../../../domain/shell-word.js";
import type { Asker } from "../../../engine/model/event.js";
import type { PageSessionStore } from "../../ports/page-session-store.js";
import type { Span } from "../../ports/tracer.js";
import type { Queues } from "../../queue/queues.js";
import type { StateCase } from "../serialize.js";

type PauseNotes = Pick<PageSessionStore, "pauseNote" | "notePause">;

export interface Service {
  readonly queues: Queues;
  readonly testBranchPrefix: string;
  readonly stateCase: StateCase;
  /** Who paused a queue and why; absent: not recorded. */
  readonly pauses?: PauseNotes;
  /** A person on a web page; absent: the API. */
  readonly by?: Asker;
  /** The span of the current request. */
  readonly span?: Span | undefined;
  /** The name of the caller's token. */
  readonly callerName?: string;
}

export interface Refusal<Code extends RefusalCode> {
  readonly ok: false;
  readonly code: Code;
  readonly message: string;
}

/** A refusal that the contract does not list for the endpoint does not compile. */
export type Outcome<Name extends EndpointName> =
  | { readonly ok: true; readonly body: ReplyOf<Name> }
  | Refusal<RefusalOf<Name> | "VALIDATION_FAILED">;

/** Every endpoint except the metrics addresses one queue. */
export type QueueEndpoint = Exclude<EndpointName, "getMergeQueueMetrics">;

export type Handler<Name extends QueueEndpoint> = (
  name: QueueName,
  request: CheckedRequestOf<Name>,
  service: Service,
) => Promise<Outcome<Name>>;

export const DONE = { ok: true, body: {} } as const;

export function refused<const Code extends RefusalCode>(code: Code, message: string): Refusal<Code> {
  return { ok: false, code, message };
}

export function noSuchQueue({ repository, targetBranch }: QueueName): Refusal<"MERGE_QUEUE_NOT_FOUND"> {
  const { host, owner, name } = repository;
  return refused(
    "MERGE_QUEUE_NOT_FOUND",
    `branch ${targetBranch} of ${host}/${owner}/${name} has no queue: create it with \`${creationCommand(targetBranch)}\``,
  );
}

export function neverSubmitted(
  { targetBranch }: QueueName,
  { number, branch }: CheckedRequestOf<"getSubmittedPullRequest">["pr"],
): Refusal<"PR_NOT_FOUND"> {
  const what = number === undefined ? `no pull request from branch ${branch}` : `pull request #${number}`;
  const was = number === undefined ? "was submitted" : "was never submitted";
  const advice = number === undefined ? "" : `: submit it with ${submission(number, targetBranch)}`;
  return refused("PR_NOT_FOUND", `${what} ${was} to the queue of ${targetBranch}${advice}`);
}

export function notInQueue({ targetBranch }: QueueName, pullRequest: number): Refusal<"PR_NOT_IN_QUEUE"> {
  const command = submission(pullRequest, targetBranch);
  return refused(
    "PR_NOT_IN_QUEUE",
    `pull request #${pullRequest} is not in the queue of ${targetBranch}: submit it with ${command}`,
  );
}

export function noSuchRepository(repository: Repository): Refusal<"REPOSITORY_NOT_FOUND"> {
  const advice =
    "its operator adds it to MERGE_QUEUE_REPOSITORIES, and `merge-queue doctor` checks the access";
  return refused(
    "REPOSITORY_NOT_FOUND",
    `this service does not serve ${repositoryKey(repository)}: ${advice}`,
  );
}

export function noSuchPullRequest(number: number): Refusal<"PR_NOT_FOUND"> {
  const advice = "check the number; with plain git it is refs/pull/<number>/head, which `git push` creates";
  return refused("PR_NOT_FOUND", `there is no pull request #${number}: ${advice}`);
}

/** The command that puts a pull request in the queue, in backticks. */
export function submission(pullRequest: number, targetBranch: string): string {
  return `\`${submissionCommand(pullRequest, targetBranch)}\``;
}

export function submissionCommand(pullRequest: number, targetBranch: string): string {
  return `merge-queue submit ${pullRequest} --branch ${shellWord(targetBranch)}`;
}

export function creationCommand(targetBranch: string): string {
  return `merge-queue create-queue --branch ${shellWord(targetBranch)}`;
}
