/** Whether the workflow runs of a head tested its own tree, and not its merge with a base that it does not contain. */
import { type CommitId, commitId, isCommitId } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import {
  type IssueEventAnswer,
  issueEventAnswer,
  pullAnswer,
  readAll,
  type WorkflowRunAnswer,
} from "../api/answers.js";
import type { GitHubReads } from "../api/github-calls.js";
import type { OwnHead } from "./read-pull-request.js";
import { quoted } from "./readiness/demands.js";
import type { WorkflowJobs } from "./workflow-runs.js";

export interface BaseReads {
  readonly calls: Pick<GitHubReads, "list">;
  readonly isAncestor: (repository: Repository, one: CommitId, other: CommitId) => Promise<boolean>;
}

/** Events whose runs test the head itself, or its merge with the base. */
const TESTING_EVENTS: ReadonlySet<string | undefined> = new Set(["push", "pull_request"]);
/** While a pull request is closed, GitHub does not state what becomes of its base. */
const BASE_EVENT = /^(?:base_ref_|automatic_base_change_|reopened$)/;
/** 1000 events. */
const MOST_PAGES = 10;

/** A clause if one of the runs did not test the head's own tree, or GitHub does not show it; null: all did. */
export async function testedElsewhere(
  reads: BaseReads,
  repository: Repository,
  head: OwnHead,
  workflows: readonly WorkflowJobs[],
): Promise<string | null> {
  const runs = workflows.flatMap(({ name, runs: some }) => some.map((run) => ({ name, run })));
  for (const { name, run } of runs) {
    if (!TESTING_EVENTS.has(run.event))
      return `the workflow ${quoted(name)} ran for ${quoted(run.event ?? "an unknown event")}, which does not test the head`;
  }
  const merged = runs.filter(({ run }) => run.event === "pull_request");
  if (merged.length === 0) return null;
  for (const { name, run } of merged) {
    if (!(await containsBase(reads, repository, head, run)))
      return `GitHub does not show that the head contains the base with which ${quoted(name)} tested it`;
  }
  for (const branch of new Set(merged.map(({ run }) => run.head_branch ?? ""))) {
    if (!(await isOnlyPull(reads, repository, head, branch)))
      return "GitHub does not show that no other pull request had this head";
  }
  const moves = await baseEvents(reads, repository, head);
  if (moves === null) return "GitHub does not show whether its base was changed";
  const late = merged.find(({ run }) => moves.some((move) => !isBefore(move, run)));
  return late === undefined ? null : `its base may have changed after the workflow ${quoted(late.name)} ran`;
}

/** GitHub names the present base, and none for a pull request from a fork. */
async function containsBase(
  { isAncestor }: BaseReads,
  repository: Repository,
  { number, headSha }: OwnHead,
  { pull_requests: pulls }: WorkflowRunAnswer,
): Promise<boolean> {
  for (const pull of pulls ?? []) {
    const base = pull.base?.sha ?? "";
    // A second pull request with this head may have another base, whose events are not read.
    if (pull.number !== number || !isCommitId(base)) return false;
    if (!(await isAncestor(repository, commitId(base), headSha))) return false;
  }
  return (pulls ?? []).length > 0;
}

/** Of a closed pull request with this head, a run shows no trace, and may have tested another base. */
async function isOnlyPull(
  { calls }: BaseReads,
  repository: Repository,
  { number, headSha }: OwnHead,
  branch: string,
): Promise<boolean> {
  try {
    const asked = { head: `${repository.owner}:${branch}`, state: "all", pages: 1 };
    const pulls = readAll(pullAnswer, await calls.list(repository, "/pulls", asked));
    const same = pulls.filter(({ head }) => head.sha === headSha);
    return same.length === 1 && same[0]?.number === number;
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return false;
    throw error;
  }
}

/** Oldest first; null if GitHub does not show them, which retrying does not change. */
async function baseEvents(
  { calls }: BaseReads,
  repository: Repository,
  { number }: OwnHead,
): Promise<readonly IssueEventAnswer[] | null> {
  try {
    const asked = { issue_number: number, pages: MOST_PAGES };
    const events = await calls.list(repository, "/issues/{issue_number}/events", asked);
    return readAll(issueEventAnswer, events).filter(({ event }) => BASE_EVENT.test(event));
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return null;
    throw error;
  }
}

/** A run that is repeated keeps the commit that it tests, and the time of its creation. */
function isBefore(move: IssueEventAnswer, run: WorkflowRunAnswer): boolean {
  return Date.parse(move.created_at ?? "") < Date.parse(run.created_at ?? "");
}
