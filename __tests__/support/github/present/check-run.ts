/** Check runs and suites as GitHub's API shows them: https://docs.github.com/en/rest/checks/runs#get-a-check-run */
import type { JsonObject } from "../../json-object.js";
import type { AppIdentity } from "../caller.js";
import { type CheckRun, latestCheckRuns, suiteOfWorkflowRun } from "../checks.js";
import type { GitHubWorld } from "../world.js";

export function presentCheckRun(world: GitHubWorld, run: CheckRun): JsonObject {
  const { output } = run;
  return {
    id: run.id,
    node_id: `CR_${run.id}`,
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId,
    url: `${world.repositoryUrl}/check-runs/${run.id}`,
    html_url: pageOf(world, run),
    details_url: run.detailsUrl ?? pageOf(world, run),
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: output["title"] ?? null,
      summary: output["summary"] ?? null,
      text: output["text"] ?? null,
      annotations_count: 0,
    },
    check_suite: { id: suiteOf(world, run) },
    app: presentApp(world, run.app),
    pull_requests: pullsAt(world, run.headSha),
  };
}

/** The page of a job is below that of its workflow run. */
function pageOf(world: GitHubWorld, { id, suite }: CheckRun): string {
  const workflow = world.workflowRuns.find((one) => suiteOfWorkflowRun(world, one) === suite);
  return workflow === undefined
    ? `${world.htmlUrl}/runs/${id}`
    : `${world.htmlUrl}/actions/runs/${workflow.id}/job/${id}`;
}

/**
 * One per app, and one per run of a workflow:
 * https://docs.github.com/en/rest/checks/suites#list-check-suites-for-a-git-reference
 */
export function presentCheckSuites(world: GitHubWorld, sha: string): readonly JsonObject[] {
  const all = world.checkRuns.filter(({ headSha }) => headSha === sha);
  const apps = new Map(all.map((run) => [suiteOf(world, run), run.app]));
  for (const { headSha, app } of world.emptySuites) {
    if (headSha === sha) apps.set(suiteId(world, sha, app), app);
  }
  return [...apps].map(([id, app]) => {
    const runs = latestCheckRuns(all.filter((run) => suiteOf(world, run) === id));
    const done = runs.length > 0 && runs.every(({ status }) => status === "completed");
    return {
      id,
      head_branch: branchAt(world, sha),
      head_sha: sha,
      status: done ? "completed" : runs.some(({ status }) => status !== "queued") ? "in_progress" : "queued",
      conclusion: done ? worst(runs) : null,
      app: presentApp(world, app),
      latest_check_runs_count: runs.length,
      pull_requests: pullsAt(world, sha),
    };
  });
}

const WORST_FIRST = [
  "failure",
  "timed_out",
  "action_required",
  "cancelled",
  "stale",
  "success",
  "neutral",
  "skipped",
];

function worst(runs: readonly CheckRun[]): string {
  const conclusions = runs.map(({ conclusion }) => conclusion);
  return WORST_FIRST.find((each) => conclusions.includes(each)) ?? "success";
}

export function suiteOf(world: GitHubWorld, { suite, headSha, app }: CheckRun): number {
  return suite ?? suiteId(world, headSha, app);
}

function suiteId(world: GitHubWorld, sha: string, app: AppIdentity): number {
  return world.userId(`suite/${sha}/${app.id}`);
}

function presentApp(world: GitHubWorld, { id, slug }: AppIdentity): JsonObject {
  return { id, slug, name: slug, html_url: `${world.webUrl}/apps/${slug}`, owner: { login: world.owner } };
}

function branchAt(world: GitHubWorld, sha: string): string | null {
  const [found] = world.git.refsBelow("refs/heads/").filter(([, tip]) => tip === sha);
  return found?.[0].slice("refs/heads/".length) ?? null;
}

/** Open ones of this repository; those of forks are not named, as on GitHub. */
export function pullsAt(world: GitHubWorld, sha: string): readonly JsonObject[] {
  const at = [...world.pulls.values()].filter(
    ({ state, headSha, fork }) => state === "open" && headSha === sha && fork === null,
  );
  return at.map(({ number, headRef, headSha, base, baseSha }) => ({
    number,
    url: `${world.repositoryUrl}/pulls/${number}`,
    head: { ref: headRef, sha: headSha },
    base: { ref: base, sha: baseSha },
  }));
}
