/** An operation: the values it needs, the requests it plans, and its outcome. It knows no runner and no terminal. */
import type { CallOptions, MergeQueueClient } from "../client/client.js";
import { Deadline } from "../client/deadline.js";
import { MergeQueueError } from "../client/errors.js";
import type { PullRequestOnWire, QueueOnWire } from "../client/pull-request-on-wire.js";
import type { EndpointName } from "../contract/endpoint-facts.js";
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { CommitId } from "../domain/ids.js";
import type { Repository } from "../domain/repository.js";

/** What an operation reads; each host has its own inputs or options for it. */
export type OperationInput =
  | "repositories"
  | "queue"
  | "pullRequest"
  | "headSha"
  | "targets"
  | "priority"
  | "noBatch"
  | "wait"
  | "settings"
  | "testRun";

/** The values that a host received. Each method throws the host's own error for a missing or invalid value. */
export interface Given {
  repositoryOrAll(): Repository | "*";
  queue(): QueueOnWire;
  pullRequest(): PullRequestOnWire;
  headSha(pullRequest: PullRequestOnWire): CommitId;
  testRunId(): string;
  submission(): Pick<RequestOf<"submitPullRequest">, "priority" | "noBatch">;
  /** Null when the caller does not wait. */
  waiting(): Waiting | null;
  cancelOnAbort(): boolean;
}

export interface Waiting {
  readonly pollIntervalMs: number;
}

/** Checked against the contract. */
export interface GivenSettings {
  readonly names: readonly string[];
  /** The request that changes them. */
  readonly request: RequestOf<"updateQueue">;
}

export interface PlannedRequest {
  readonly endpoint: EndpointName;
  readonly body: object | Uint8Array;
}

export interface Planned<Outcome> {
  /** What a run sends, except reads that only add details to the report. */
  readonly requests: readonly PlannedRequest[];
  /** What an aborted run may leave in the queue. */
  readonly remains?: Remains | null;
  /** Throws `MergeQueueError`. */
  run(step: Step): Promise<Outcome>;
}

export interface Remains {
  readonly pullRequest: PullRequestOnWire;
  /** Whether an aborted run cancels it. */
  readonly cancelOnAbort: boolean;
}

/** What a run uses. */
export interface Step {
  readonly client: MergeQueueClient;
  /** Called when a read that only adds details has failed. */
  skipped(error: MergeQueueError): void;
  /**
   * Called with the settings after a change, as the queue shows them, before they are compared with the requested ones.
   */
  settingsShown(settings: ReadReplyOf<"updateQueue">): void;
}

const DEFAULT_TIMEOUT_MS = 600_000;
const LONGEST_EXTRA_MS = 10_000;

/** The earlier of two limits ends the run; the second is null for a run that does not wait. */
export function deadlineOf(timeoutMs: number | undefined, waitMs: number | null): Deadline {
  if (waitMs === null) return Deadline.after(timeoutMs ?? DEFAULT_TIMEOUT_MS);
  return Deadline.after(Math.min(waitMs, timeoutMs ?? waitMs));
}

/** A read that only adds details. Null when it fails, even through an abort: the operation itself is done. */
export async function extraRead<Answer>(
  step: Pick<Step, "client" | "skipped">,
  read: (client: MergeQueueClient, options: CallOptions) => Promise<Answer>,
  longestMs = LONGEST_EXTRA_MS,
): Promise<Answer | null> {
  try {
    return await read(step.client, { retries: 1, deadline: Deadline.after(longestMs) });
  } catch (error) {
    if (!(error instanceof MergeQueueError)) throw error;
    step.skipped(error);
    return null;
  }
}
