/** The type of a handler: a checked request in, a reply or an expected refusal out. Handlers know nothing of HTTP. */
import type { CheckedRequestOf, EndpointName, RefusalOf, ReplyOf } from "../../../contract/endpoints.js";
import type { RefusalCode } from "../../../contract/refusals.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Span } from "../../ports/tracer.js";
import type { Queues } from "../../queue/queues.js";
import type { StateCase } from "../serialize.js";

export interface Service {
  readonly queues: Queues;
  readonly testBranchPrefix: string;
  readonly stateCase: StateCase;
  /** The span of the current request. */
  readonly span?: Span | undefined;
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
  return refused("MERGE_QUEUE_NOT_FOUND", `branch ${targetBranch} of ${host}/${owner}/${name} has no queue`);
}

export function notInQueue({ targetBranch }: QueueName, pullRequest: number): Refusal<"PR_NOT_IN_QUEUE"> {
  return refused("PR_NOT_IN_QUEUE", `pull request #${pullRequest} is not in the queue of ${targetBranch}`);
}
