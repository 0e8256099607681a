/** Check runs, commit statuses and workflow runs: what GitHub remembers of CI. */
import type { CommitId } from "../../../src/domain/ids.js";
import type { JsonObject } from "../json-object.js";
import type { AppIdentity } from "./caller.js";
import type { GitHubWorld } from "./world.js";

export interface CheckRun {
  readonly id: number;
  readonly app: AppIdentity;
  readonly headSha: CommitId;
  /** Of the workflow run that it is a job of; without one it is in its App's suite of the commit. */
  readonly suite?: number;
  /** Of a job: what its runner did, in order. */
  readonly steps?: readonly JobStep[];
  name: string;
  status: string;
  conclusion: string | null;
  startedAt: string;
  completedAt: string | null;
  externalId: string;
  detailsUrl: string | null;
  output: JsonObject;
  actions: unknown;
}

export interface JobStep {
  readonly name: string;
  readonly conclusion: string;
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: CommitId;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly by: string;
  readonly createdAt: string;
}

export interface WorkflowRun {
  readonly id: number;
  readonly name: string;
  readonly event: string;
  readonly headSha: CommitId;
  readonly headBranch: string;
  /** Owner of the fork that the head is in; null for the repository itself. */
  readonly fork: string | null;
  readonly actor: string;
  readonly pulls: readonly number[];
  readonly createdAt: string;
  /** Of the latest attempt. */
  startedAt: string;
  attempt: number;
  status: string;
  conclusion: string | null;
}

/** https://docs.github.com/en/rest/guides/using-the-rest-api-to-interact-with-checks */
const PASSING = new Set(["success", "neutral", "skipped"]);

export const ACTIONS_APP: AppIdentity = { id: 15_368, slug: "github-actions" };

/** Each workflow has an id, and each of its runs a check suite: https://docs.github.com/en/rest/actions/workflow-runs */
export function workflowIdOf(world: GitHubWorld, { name }: Pick<WorkflowRun, "name">): number {
  return world.userId(`workflow/${name}`);
}

export function suiteOfWorkflowRun(world: GitHubWorld, { id }: Pick<WorkflowRun, "id">): number {
  return world.userId(`workflow run/${id}`);
}

/** The newest of each app and name: https://docs.github.com/en/rest/checks/runs#list-check-runs-for-a-git-reference */
export function latestCheckRuns(runs: readonly CheckRun[]): readonly CheckRun[] {
  const latest = new Map(runs.map((run) => [`${run.app.id}/${run.name}`, run]));
  return [...latest.values()];
}

export function latestStatuses(world: GitHubWorld, sha: string): readonly CommitStatus[] {
  const of = world.statuses.filter((status) => status.sha === sha);
  return [...new Map(of.map((status) => [status.context, status])).values()];
}

export interface RequiredCheck {
  readonly context: string;
  /** Null takes any app's. */
  readonly appId: number | null;
}

export type CheckState = "passed" | "failed" | "pending" | "missing";

/** https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/collaborating-on-repositories-with-code-quality-features/troubleshooting-required-status-checks */
export function stateOfCheck(world: GitHubWorld, sha: string, { context, appId }: RequiredCheck): CheckState {
  const runs = latestCheckRuns(world.checkRuns.filter((run) => run.headSha === sha && run.name === context))
    .filter((run) => appId === null || appId === -1 || run.app.id === appId)
    .map(stateOfRun);
  const statuses = latestStatuses(world, sha)
    .filter((status) => status.context === context && (appId === null || appId === -1))
    .map(({ state }) => (state === "success" ? "passed" : state === "pending" ? "pending" : "failed"));
  const all: readonly CheckState[] = [...runs, ...statuses];
  if (all.length === 0) return "missing";
  if (all.includes("failed")) return "failed";
  return all.includes("pending") ? "pending" : "passed";
}

function stateOfRun({ status, conclusion }: CheckRun): CheckState {
  if (status !== "completed") return "pending";
  return PASSING.has(conclusion ?? "") ? "passed" : "failed";
}

/** Whether each check and status at the commit passed. */
export function everythingPassed(world: GitHubWorld, sha: string): boolean {
  const runs = latestCheckRuns(world.checkRuns.filter((run) => run.headSha === sha));
  return (
    runs.every((run) => stateOfRun(run) === "passed") &&
    latestStatuses(world, sha).every(({ state }) => state === "success")
  );
}
