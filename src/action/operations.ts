/** START HERE: the table of all operations. Each ties its endpoint to its inputs, its outputs and its documentation. */
import type { Operation } from "./operation.js";
import type { OperationName } from "./operation-names.js";
import { cancel } from "./operations/cancel.js";
import { computeTargets } from "./operations/compute-targets.js";
import { createQueue } from "./operations/create-queue.js";
import { deleteQueue } from "./operations/delete-queue.js";
import { getQueue } from "./operations/get-queue.js";
import { metrics } from "./operations/metrics.js";
import { restartTests } from "./operations/restart-tests.js";
import { setImpactedTargets } from "./operations/set-impacted-targets.js";
import { status } from "./operations/status.js";
import { submit } from "./operations/submit.js";
import { testingDetails } from "./operations/testing-details.js";
import { updateQueue } from "./operations/update-queue.js";

export const OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  submit,
  cancel,
  "restart-tests": restartTests,
  status,
  "set-impacted-targets": setImpactedTargets,
  "compute-targets": computeTargets,
  "testing-details": testingDetails,
  "create-queue": createQueue,
  "delete-queue": deleteQueue,
  "get-queue": getQueue,
  "update-queue": updateQueue,
  metrics,
};
