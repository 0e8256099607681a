/** Whether a workflow run is what the job of a pull request from a fork says of itself. */
import { isPullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { ForkedRunClaim, ForkedRunVerdict } from "../../ports/forge.js";
import { type PullAnswer, read, type WorkflowRunAnswer, workflowRunAnswer } from "./answers.js";
import type { GitHubCalls } from "./calls/github-calls.js";
import { readPull } from "./read-pull-request.js";

const RUN_NUMBER = /^[1-9]\d{0,14}$/;

/** GitHub does not name the pull requests of runs from forks, so the two are held against each other by where they come from. */
export async function verifyForkedRun(
  calls: GitHubCalls,
  repository: Repository,
  claim: ForkedRunClaim,
): Promise<ForkedRunVerdict> {
  if (!RUN_NUMBER.test(claim.run) || !isPullRequestNumber(claim.pullRequest)) return "unknownRun";
  const answer = await calls.read(repository, "/actions/runs/{run}", { run: claim.run });
  if (answer === null) return "unknownRun";
  const run = read(workflowRunAnswer, answer, `workflow run ${claim.run}`);
  if (String(run.id) !== claim.run) return "unknownRun";
  if (run.status !== "in_progress") return "notRunning";
  if (!isFromFork(run)) return "notFromFork";
  const pull = await readPull(calls, repository, claim.pullRequest);
  if (pull === null || !isOf(run, pull)) return "notFromFork";
  return run.head_sha === claim.headSha ? "verified" : "otherHead";
}

function isFromFork({ event, repository, head_repository: head }: WorkflowRunAnswer): boolean {
  const isOfPullRequest = event === "pull_request" || event === "pull_request_target";
  return isOfPullRequest && isKnown(head) && isKnown(repository) && head.id !== repository.id;
}

function isOf(run: WorkflowRunAnswer, { number, head }: PullAnswer): boolean {
  const named = run.pull_requests ?? [];
  if (named.length > 0 && named.every((pull) => pull.number !== number)) return false;
  return isKnown(head.repo) && head.repo.id === run.head_repository?.id && head.ref === run.head_branch;
}

function isKnown<Thing>(thing: Thing | null | undefined): thing is Thing {
  return thing !== null && thing !== undefined;
}
