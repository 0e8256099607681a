/** Closes draft pull requests of ours whose test run is over, as a lost store may leave them. */
import { isTestRunId, type TestRunId } from "../../../../domain/ids.js";
import { numberAt, textAt } from "./answers.js";
import { isTestPullRequest } from "./draft-of.js";
import { close, type TestRunPlace } from "./show-test-run.js";

export interface DraftSweep extends TestRunPlace {
  readonly self: () => Promise<string>;
  readonly testBranchPrefix: string;
  /** Asked after GitHub, so that a run that begins meanwhile is known. */
  readonly liveRuns: () => Promise<ReadonlySet<TestRunId>>;
}

/** How many were closed. */
export async function sweepDrafts(sweep: DraftSweep): Promise<number> {
  const { calls, repository, testBranchPrefix } = sweep;
  const self = await sweep.self();
  const open = await calls.list(repository, "/pulls", { state: "open" });
  const ours = open.filter((one) => isTestPullRequest(one, testBranchPrefix, repository, self));
  if (ours.length === 0) return 0;
  const live = await sweep.liveRuns();
  let closed = 0;
  for (const one of ours) {
    const run = textAt(one, "head", "ref").split("/").at(-1) ?? "";
    if (!isTestRunId(run) || live.has(run)) continue;
    await close(sweep, numberAt(one, "number"));
    closed += 1;
  }
  return closed;
}
