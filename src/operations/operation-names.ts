/** The names of the operations, each with its endpoint. An endpoint's name is accepted for the first operation that calls it. */
import type { EndpointName } from "../contract/endpoints.js";

export const OPERATION_ENDPOINTS = {
  submit: "submitPullRequest",
  cancel: "cancelPullRequest",
  "restart-tests": "restartTestsOnPullRequest",
  status: "getSubmittedPullRequest",
  "set-impacted-targets": "setImpactedTargets",
  "compute-targets": "setImpactedTargets",
  "testing-details": "getMergeQueueTestingDetails",
  "create-queue": "createQueue",
  "delete-queue": "deleteQueue",
  "get-queue": "getQueue",
  "update-queue": "updateQueue",
  metrics: "getMergeQueueMetrics",
} as const satisfies Record<string, EndpointName>;

export type OperationName = keyof typeof OPERATION_ENDPOINTS;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(OPERATION_ENDPOINTS, name);
}

/** Finds an operation by its own name or by its endpoint's. */
export function operationNamed(name: string): OperationName | undefined {
  if (isOperationName(name)) return name;
  return Object.keys(OPERATION_ENDPOINTS)
    .filter(isOperationName)
    .find((operation) => OPERATION_ENDPOINTS[operation] === name);
}
