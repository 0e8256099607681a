/** Which checks were ever seen on test branches: a name that no job reports keeps every test run waiting to its timeout. */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import {
  type CheckRunAnswer,
  checkRunAnswer,
  readAll,
  refAnswer,
  statusAnswer,
  workflowRunAnswer,
} from "../../forge/github/answers.js";
import type { GitHubReads } from "../../forge/github/calls/github-calls.js";
import { firstPage } from "./first-page.js";

/** By name of a check: whether it was ever executed, or only skipped. */
export type SeenChecks = ReadonlyMap<string, boolean>;

const MOST_COMMITS = 3;
/** By push, and by the draft pull request of the branch. */
const EVENTS = ["push", "pull_request"];
const HEADS = "refs/heads/";

/** Names of check runs and statuses; null where no test branch was ever seen. */
export async function checksOnTestBranches(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<SeenChecks | null> {
  const commits = [
    ...new Set([
      ...(await branchTips(calls, repository, prefix)),
      ...(await workedOn(calls, repository, prefix)),
    ]),
  ];
  if (commits.length === 0) return null;
  const checks = await Promise.all(
    commits.slice(0, MOST_COMMITS).map(async (commit) => checksAt(calls, repository, commit)),
  );
  return united(checks.flatMap((some) => [...some]));
}

export async function checksAt(calls: GitHubReads, repository: Repository, ref: string): Promise<SeenChecks> {
  const [runs, statuses] = await Promise.all([
    orNone(firstPage(calls, repository, "/commits/{ref}/check-runs", { ref }, "check_runs")),
    orNone(firstPage(calls, repository, "/commits/{ref}/status", { ref }, "statuses")),
  ]);
  return united([
    ...readAll(checkRunAnswer, runs).map((run) => [run.name, isExecuted(run)] as const),
    ...readAll(statusAnswer, statuses).map(({ context }) => [context, true] as const),
  ]);
}

function united(checks: readonly (readonly [name: string, wasExecuted: boolean])[]): SeenChecks {
  const seen = new Map<string, boolean>();
  for (const [name, wasExecuted] of checks) seen.set(name, wasExecuted || seen.get(name) === true);
  return seen;
}

function isExecuted({ conclusion }: CheckRunAnswer): boolean {
  return conclusion !== "skipped" && conclusion !== "neutral";
}

/** Of the test branches that are there now. */
async function branchTips(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<readonly string[]> {
  const ref = `heads/${prefix}pr-`;
  const refs = await orNone(firstPage(calls, repository, "/git/matching-refs/{ref}", { ref }));
  return readAll(refAnswer, refs)
    .filter((one) => one.ref.startsWith(`${HEADS}${prefix}`))
    .map(({ object }) => object.sha);
}

/** Workflow runs stay when their branch is gone. */
async function workedOn(
  calls: GitHubReads,
  repository: Repository,
  prefix: string,
): Promise<readonly string[]> {
  const runs = await Promise.all(
    EVENTS.map(async (event) =>
      orNone(firstPage(calls, repository, "/actions/runs", { event }, "workflow_runs")),
    ),
  );
  return readAll(z.pick(workflowRunAnswer, { head_branch: true, head_sha: true }), runs.flat())
    .filter(({ head_branch: branch }) => branch?.startsWith(prefix) === true)
    .map(({ head_sha: commit }) => commit);
}

/** What may not be seen is told of elsewhere. */
async function orNone(asked: Promise<readonly unknown[]>): Promise<readonly unknown[]> {
  return asked.catch(() => []);
}
