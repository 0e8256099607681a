/**
 * Properties of each endpoint that do not depend on its bodies. Separate from the schemas, so that a program which
 * only sends requests does not build them.
 */
import type { Scope } from "../domain/scope.js";
import type { RefusalCode } from "./refusals.js";

/** The effect of repeating a call whose reply was lost. */
export type Repeating =
  /** The second call changes nothing: repeat it. */
  | "harmless"
  /** The second call acts again: read the state before repeating it. */
  | "actsAgain";

export interface EndpointFacts {
  readonly method: "POST" | "GET";
  readonly repeating: Repeating;
  /** The scope that the token needs. */
  readonly scope: Scope;
  /** Refusals specific to this endpoint, in addition to the common ones. */
  readonly refusals: readonly RefusalCode[];
  /**
   * Fields that a client requires: a reply without one of them is an error. Any other field may be absent, because
   * servers and versions differ. null: the status is the whole reply.
   */
  readonly needs: readonly string[] | null;
}

export const ENDPOINT_FACTS = {
  submitPullRequest: {
    method: "POST",
    repeating: "harmless",
    scope: "submit",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "PR_NOT_ENQUEUEABLE", "UPSTREAM_ERROR"],
    needs: null,
  },
  cancelPullRequest: {
    method: "POST",
    repeating: "harmless",
    scope: "submit",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_IN_QUEUE"],
    needs: null,
  },
  restartTestsOnPullRequest: {
    method: "POST",
    repeating: "actsAgain",
    scope: "submit",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_IN_QUEUE", "PR_TESTS_NOT_RESTARTABLE"],
    needs: null,
  },
  getSubmittedPullRequest: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "UPSTREAM_ERROR"],
    needs: ["state"],
  },
  listPullRequests: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND"],
    needs: ["pullRequests"],
  },
  listLandings: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND"],
    needs: ["landings"],
  },
  setImpactedTargets: {
    method: "POST",
    repeating: "harmless",
    scope: "targets",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "PR_NOT_FOUND", "UPSTREAM_ERROR"],
    needs: null,
  },
  getMergeQueueTestingDetails: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "TEST_RUN_NOT_FOUND"],
    needs: ["testedPullRequests"],
  },
  createQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "admin",
    refusals: ["REPOSITORY_NOT_FOUND", "QUEUE_ALREADY_EXISTS", "UPSTREAM_ERROR"],
    needs: null,
  },
  deleteQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "admin",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "QUEUE_NOT_EMPTY"],
    needs: null,
  },
  getQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "read",
    refusals: ["MERGE_QUEUE_NOT_FOUND"],
    needs: ["state"],
  },
  updateQueue: {
    method: "POST",
    repeating: "harmless",
    scope: "admin",
    refusals: ["MERGE_QUEUE_NOT_FOUND", "MODE_CHANGE_IN_PROGRESS"],
    needs: [],
  },
  getMergeQueueMetrics: {
    method: "GET",
    repeating: "harmless",
    scope: "read",
    refusals: ["REPOSITORY_NOT_FOUND", "UPSTREAM_ERROR"],
    needs: [],
  },
} as const satisfies Record<string, EndpointFacts>;

export type EndpointName = keyof typeof ENDPOINT_FACTS;
