/** A test run as it begins, and the order to begin it. */
import { derivedTestRunId } from "../domain/ids.js";
import type { Order } from "./effect.js";
import type { Batch, ContainedHead, Queue, TestRun, TestRunProgress } from "./queue.js";

const NONE: readonly never[] = [];
const BUILDING: TestRunProgress = { kind: "building" };

/** Of the batch, under the queue's number given. */
export function newRun(
  queue: Queue,
  batch: Batch,
  contains: readonly ContainedHead[],
  number: number,
): TestRun {
  return {
    id: derivedTestRunId(queue.id, number),
    batch: batch.id,
    testedOn: queue.tip,
    contains,
    own: batch.entries,
    createdAt: queue.now,
    standsOn: queue.tip,
    landed: NONE,
    passedBy: NONE,
    commits: NONE,
    tree: null,
    requiredStatuses: NONE,
    requiredStatusesSource: null,
    checks: NONE,
    progress: BUILDING,
  };
}

export function startOrder(queue: Queue, { id, testedOn, contains, own }: TestRun): Order {
  const { mergeMethod, requiredStatuses } = queue.settings;
  return { kind: "startTestRun", run: id, testedOn, contains, mergeMethod, requiredStatuses, own };
}
