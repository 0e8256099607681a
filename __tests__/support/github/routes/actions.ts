/** Workflow runs. Follows https://docs.github.com/en/rest/actions/workflow-runs */
import type { JsonObject } from "../../json-object.js";
import { type CheckRun, suiteOfWorkflowRun, type WorkflowRun, workflowIdOf } from "../checks.js";
import { pullsAt } from "../present/check-run.js";
import { presentFork } from "../present/pull.js";
import { presentUser } from "../present/user.js";
import { type Call, counted, notFound, ok, REPOSITORY, Refusal, type Route } from "../route.js";

export const ACTIONS_ROUTES: readonly Route[] = [
  { route: `GET ${REPOSITORY}/actions/runs`, needs: "actions: read", answer: listRuns },
  {
    route: `GET ${REPOSITORY}/actions/runs/{id}`,
    needs: "actions: read",
    answer: (call) => ok(presentRun(call.world, runOf(call))),
  },
  { route: `GET ${REPOSITORY}/actions/workflows/{workflow}/runs`, needs: "actions: read", answer: listRuns },
  { route: `GET ${REPOSITORY}/actions/runs/{id}/jobs`, needs: "actions: read", answer: listJobs },
  { route: `GET ${REPOSITORY}/actions/jobs/{id}/logs`, needs: "actions: read", answer: logOf },
  { route: `POST ${REPOSITORY}/actions/runs/{id}/cancel`, needs: "actions: write", answer: cancel },
];

/** A job has the id of its check run: https://docs.github.com/en/rest/actions/workflow-jobs#download-job-logs-for-a-workflow-run */
function logOf(call: Call) {
  const location = call.world.jobLogs.get(Number(call.name("id")));
  if (location === undefined) throw notFound();
  return { status: 302, location };
}

function runOf(call: Call): WorkflowRun {
  const run = call.world.workflowRuns.find(({ id }) => id === Number(call.name("id")));
  if (run === undefined) throw notFound();
  return run;
}

/** Of the repository, or of one workflow. */
function listRuns(call: Call) {
  const { query, world, path } = call;
  const workflow = path.includes("/actions/workflows/") ? Number(call.name("workflow")) : null;
  const is = (parameter: string, value: string) =>
    query.get(parameter) === null || query.get(parameter) === value;
  const runs = world.workflowRuns.filter(
    (run) =>
      is("head_sha", run.headSha) &&
      is("branch", run.headBranch) &&
      is("event", run.event) &&
      (workflow === null || workflow === workflowIdOf(world, run)) &&
      (is("status", run.status) || is("status", run.conclusion ?? "")),
  );
  return counted(
    call,
    "workflow_runs",
    runs.reverse().map((run) => presentRun(world, run)),
  );
}

/** https://docs.github.com/en/rest/actions/workflow-jobs#list-jobs-for-a-workflow-run */
function listJobs(call: Call) {
  const run = runOf(call);
  const suite = suiteOfWorkflowRun(call.world, run);
  const of = call.world.checkRuns.filter((one) => one.suite === suite);
  const latest = [...new Map(of.map((one) => [one.name, one])).values()];
  const jobs = (call.query.get("filter") === "all" ? of : latest).map((one) =>
    presentJob(call.world, run, one),
  );
  return counted(call, "jobs", jobs);
}

/** https://docs.github.com/en/rest/actions/workflow-runs#cancel-a-workflow-run */
function cancel(call: Call) {
  const run = runOf(call);
  if (run.status === "completed") throw new Refusal(409, "Cannot cancel a workflow run that is completed.");
  changeWorkflowRun(call.world, run, "completed", "cancelled", call.caller.login);
  return { status: 202, body: {} };
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#workflow_run */
export function changeWorkflowRun(
  world: Call["world"],
  run: WorkflowRun,
  status: string,
  conclusion: string | null,
  by: string,
): void {
  run.status = status;
  run.conclusion = conclusion;
  const action = status === "queued" ? "requested" : status;
  world.emit(
    "workflow_run",
    { action, workflow_run: presentRun(world, run), workflow: { name: run.name } },
    by,
  );
}

export function presentRun(world: Call["world"], run: WorkflowRun): JsonObject {
  return {
    id: run.id,
    name: run.name,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    run_attempt: run.attempt,
    run_number: run.id,
    head_sha: run.headSha,
    head_branch: run.headBranch,
    path: `.github/workflows/${run.name}.yml`,
    url: `${world.repositoryUrl}/actions/runs/${run.id}`,
    html_url: `${world.htmlUrl}/actions/runs/${run.id}`,
    cancel_url: `${world.repositoryUrl}/actions/runs/${run.id}/cancel`,
    workflow_id: workflowIdOf(world, run),
    check_suite_id: suiteOfWorkflowRun(world, run),
    created_at: run.createdAt,
    run_started_at: run.startedAt,
    actor: presentUser(world, run.actor),
    triggering_actor: presentUser(world, run.actor),
    repository: world.minimalRepository,
    head_repository: run.fork === null ? world.minimalRepository : presentFork(world, run.fork),
    pull_requests: run.fork === null ? pullsAt(world, run.headSha) : [],
  };
}

function presentJob(world: Call["world"], run: WorkflowRun, job: CheckRun): JsonObject {
  const url = `${world.repositoryUrl}/actions/jobs/${job.id}`;
  return {
    ...{ id: job.id, node_id: `CR_${job.id}`, run_id: run.id, run_attempt: run.attempt },
    ...{ run_url: `${world.repositoryUrl}/actions/runs/${run.id}`, url },
    ...{ head_sha: run.headSha, head_branch: run.headBranch, workflow_name: run.name, name: job.name },
    html_url: `${world.htmlUrl}/actions/runs/${run.id}/job/${job.id}`,
    check_run_url: `${world.repositoryUrl}/check-runs/${job.id}`,
    ...{ status: job.status, conclusion: job.conclusion },
    ...{ created_at: job.startedAt, started_at: job.startedAt, completed_at: job.completedAt },
    ...{ labels: [], runner_id: null, runner_name: null, runner_group_id: null, runner_group_name: null },
    steps: (job.steps ?? []).map(({ name, conclusion }, at) => ({
      ...{ name, conclusion, status: "completed", number: at + 1 },
    })),
  };
}
