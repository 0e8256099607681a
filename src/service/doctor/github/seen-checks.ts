/** Which checks were ever seen on test branches: a name that no job reports keeps every test run waiting to its timeout. */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import {
  checkRunAnswer,
  readAll,
  refAnswer,
  statusAnswer,
  workflowRunAnswer,
} from "../../forge/github/answers.js";
import type { GitHubCalls } from "../../forge/github/calls/github-calls.js";

const MOST_COMMITS = 3;
const HEADS = "refs/heads/";

/** Names of check runs and statuses; null where no test branch was ever seen. */
export async function checksOnTestBranches(
  calls: GitHubCalls,
  repository: Repository,
  prefix: string,
): Promise<ReadonlySet<string> | null> {
  const commits = [
    ...new Set([
      ...(await branchTips(calls, repository, prefix)),
      ...(await workedOn(calls, repository, prefix)),
    ]),
  ];
  if (commits.length === 0) return null;
  const names = await Promise.all(
    commits.slice(0, MOST_COMMITS).map(async (commit) => checksAt(calls, repository, commit)),
  );
  return new Set(names.flatMap((some) => [...some]));
}

export async function checksAt(
  calls: GitHubCalls,
  repository: Repository,
  ref: string,
): Promise<ReadonlySet<string>> {
  const [runs, statuses] = await Promise.all([
    orNone(calls.list(repository, "/commits/{ref}/check-runs", { ref, under: "check_runs" })),
    orNone(calls.list(repository, "/commits/{ref}/status", { ref, under: "statuses" })),
  ]);
  return new Set([
    ...readAll(checkRunAnswer, runs).map(({ name }) => name),
    ...readAll(statusAnswer, statuses).map(({ context }) => context),
  ]);
}

/** Of the test branches that are there now. */
async function branchTips(
  calls: GitHubCalls,
  repository: Repository,
  prefix: string,
): Promise<readonly string[]> {
  const ref = `heads/${prefix}pr-`;
  const refs = await orNone(calls.list(repository, "/git/matching-refs/{ref}", { ref }));
  return readAll(refAnswer, refs)
    .filter((one) => one.ref.startsWith(`${HEADS}${prefix}`))
    .map(({ object }) => object.sha);
}

/** Workflow runs stay when their branch is gone. */
async function workedOn(
  calls: GitHubCalls,
  repository: Repository,
  prefix: string,
): Promise<readonly string[]> {
  const runs = await orNone(
    calls.list(repository, "/actions/runs", { event: "push", under: "workflow_runs" }),
  );
  return readAll(z.pick(workflowRunAnswer, { head_branch: true, head_sha: true }), runs)
    .filter(({ head_branch: branch }) => branch?.startsWith(prefix) === true)
    .map(({ head_sha: commit }) => commit);
}

/** What may not be seen is told of elsewhere. */
async function orNone(asked: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  return asked.catch(() => []);
}
