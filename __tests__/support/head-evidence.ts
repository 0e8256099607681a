/** The evidence of a head whose own checks stand for a test run, as a forge tells it. */

import { derivedTestRunId, queueId, type TreeId } from "../../src/domain/ids.js";
import { COMPARED_TEST_RUNS, type HeadEvidence, jobName } from "../../src/domain/pull-request.js";

const QUEUE = queueId("00000000-0000-4000-8000-0000000000ee");
const RUNS = Array.from({ length: COMPARED_TEST_RUNS }, (_, at) => derivedTestRunId(QUEUE, at));

export function evidenceOf(tree: TreeId, changes: Partial<HeadEvidence> = {}): HeadEvidence {
  return {
    tree,
    checks: [{ name: "tests", workflow: "CI" }],
    jobs: [jobName("CI", "tests")],
    sameJobsOn: RUNS,
    ...changes,
  };
}

/** One test branch too few to compare with. */
export function tooLittleEvidence(tree: TreeId): HeadEvidence {
  return evidenceOf(tree, { sameJobsOn: RUNS.slice(1) });
}
