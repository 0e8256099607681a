/**
 * What is true of each endpoint whatever its bodies look like. Apart from the schemas, so that a program which only
 * sends does not have to build them first.
 */
import type { Scope } from "../domain/scope.js";
import type { RefusalCode } from "./refusals.js";

/** What repeating a call whose reply was lost would do. */
export type Repeating =
  /** The second call changes nothing more: repeat it. */
  | "harmless"
  /** The second call acts again: read the state back before deciding. */
  | "actsAgain";

export interface EndpointFacts {
  readonly method: "POST" | "GET";
  readonly repeating: Repeating;
  /** What a token must be allowed to do. */
  readonly scope: Scope;
  /** The refusals of its own; any endpoint may answer the common ones too. */
  readonly refusals: readonly RefusalCode[];
}

export const ENDPOINT_FACTS = {
  submitPullRequest: {
    method: "POST",
    repeating: "harmless",
    scope: "submit",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "PR_NOT_ENQUEUEABLE", "UPSTREAM_ERROR"],
  },
  cancelPullRequest: {
    method: "POST",
    repeating: "harmless",
    scope: "submit",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_IN_QUEUE"],
  },
  restartTestsOnPullRequest: {
    method: "POST",
    repeating: "actsAgain",
    scope: "submit",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_IN_QUEUE", "PR_TESTS_NOT_RESTARTABLE"],
  },
  getSubmittedPullRequest: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "UPSTREAM_ERROR"],
  },
  listPullRequests: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND"],
  },
  setImpactedTargets: {
    method: "POST",
    repeating: "harmless",
    scope: "targets",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "UPSTREAM_ERROR"],
  },
  getMergeQueueTestingDetails: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "TEST_RUN_NOT_FOUND"],
  },
  createQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "admin",
    refusals: ["REPOSITORY_NOT_FOUND", "QUEUE_ALREADY_EXISTS", "UPSTREAM_ERROR"],
  },
  deleteQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "admin",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "QUEUE_NOT_EMPTY"],
  },
  getQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND"],
  },
  updateQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "admin",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "MODE_CHANGE_IN_PROGRESS"],
  },
  getMergeQueueMetrics: {
    method: "GET",
    repeating: "harmless",
    scope: "read",
    refusals: ["REPOSITORY_NOT_FOUND", "UPSTREAM_ERROR"],
  },
} as const satisfies Record<string, EndpointFacts>;

export type EndpointName = keyof typeof ENDPOINT_FACTS;
