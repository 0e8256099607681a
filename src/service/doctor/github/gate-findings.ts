/**
 * Required checks that the workflow files let skip where they should fail: a skipped check passes a test run if another
 * required check succeeds (docs/adr/0001), unless the queue's `skippedChecks` names it.
 */
import type { SkippedChecks } from "../../../domain/queue-settings.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import type { Workflow, WorkflowJob } from "../../github/setup/read-workflow.js";
import { doubtful, type Found } from "../finding.js";

export interface GatedBranch {
  readonly called: string;
  /** The names of the checks that decide a test run. */
  readonly required: readonly string[];
  readonly skippedChecks: SkippedChecks;
  /** The name of a test branch. */
  readonly testBranch: string;
  readonly testBranchPrefix: string;
  readonly trigger: "push" | "draft";
}

export function gateFindings(workflows: readonly Workflow[], branch: GatedBranch): readonly Found[] {
  const { required, skippedChecks, testBranch, trigger } = branch;
  // A skipped check alone passes nothing.
  if (required.length < 2) return [];
  const running = workflows.filter(
    (one) => one.runsOnPush(testBranch) || (trigger === "draft" && one.runsOnPullRequests),
  );
  const silent = required.filter((name) => !Object.hasOwn(skippedChecks, name));
  return silent.flatMap((name) => running.flatMap((workflow) => gateFinding(workflow, name, branch)));
}

function gateFinding(workflow: Workflow, name: string, branch: GatedBranch): readonly Found[] {
  const { called, required, testBranchPrefix, trigger } = branch;
  const jobs = workflow.jobs.filter((job) => reports(job, name));
  if (jobs.length === 0) return [];
  const asFailed = `set the queue's skippedChecks to ${quoted(JSON.stringify({ [name]: "fail" }))}`;
  const passes = "the skipped check passes if another required check succeeds";
  const silent = silentNeeds(workflow, name, jobs, required);
  if (silent.length > 0) {
    const needs = namesOf(silent);
    return [
      doubtful(
        `${called}: ${quoted(name)} is required, and is skipped instead of failed when a job fails that it needs and that is not required (${needs}): ${passes}`,
        `${asFailed}; or let the job run by \`if: always()\` and fail by the results of its needs; or require these jobs too`,
      ),
    ];
  }
  const chosen = jobs.find((job) => dependsOnBranch(job, testBranchPrefix, trigger));
  if (chosen === undefined || jobs.length > 1) return [];
  return [
    doubtful(
      `${called}: ${quoted(name)} is required, and its condition ${quoted(chosen.condition ?? "")} depends on the branch or the event, so it may be skipped on test branches: ${passes}`,
      `add test branches to the condition, by \`startsWith(github.ref_name, '${testBranchPrefix}')\`; or ${asFailed}`,
    ),
  ];
}

/** The jobs whose failure skips this check while another required check may succeed, and which nothing else reports. */
function silentNeeds(
  workflow: Workflow,
  name: string,
  gates: readonly WorkflowJob[],
  required: readonly string[],
): readonly WorkflowJob[] {
  // Of several jobs of one name, one may report the failure of the others' needs.
  if (!gates.every(isSkippedAfterFailure)) return [];
  const others = required.filter((one) => one !== name);
  return neededBy(workflow, gates).filter(
    (need) => !isRequired(need, required) && others.some((other) => maySucceed(workflow, other, need)),
  );
}

/** Every check of the job. */
function isRequired(job: WorkflowJob, required: readonly string[]): boolean {
  const names = required.filter((name) => reports(job, name));
  return job.matrix === "none" ? names.length > 0 : job.matrix !== null && names.length >= job.matrix;
}

/** Whether a check may succeed although a job of the workflow has failed; it may be one of another workflow. */
function maySucceed(workflow: Workflow, name: string, failed: WorkflowJob): boolean {
  const jobs = workflow.jobs.filter((job) => reports(job, name));
  if (jobs.length === 0) return true;
  return jobs.some(
    (job) => !isSkippedAfterFailure(job) || !neededBy(workflow, [job]).some((need) => need.id === failed.id),
  );
}

/** Whether the job, or one of its matrix, reports a check of this name. */
function reports({ checkName, matrix }: WorkflowJob, name: string): boolean {
  if (checkName === null) return false;
  return matrix === "none" ? checkName === name : name.startsWith(`${checkName} (`);
}

/** All jobs that have to succeed before these, however indirectly. */
function neededBy({ jobs }: Workflow, gates: readonly WorkflowJob[]): readonly WorkflowJob[] {
  const found = new Set<WorkflowJob>();
  const open = [...gates];
  for (let job = open.pop(); job !== undefined; job = open.pop()) {
    const { needs } = job;
    for (const other of jobs) {
      if (!needs.includes(other.id) || found.has(other)) continue;
      found.add(other);
      open.push(other);
    }
  }
  return [...found].filter((job) => !gates.includes(job));
}

/**
 * Without a status function GitHub adds `success()`:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions
 */
function isSkippedAfterFailure({ condition }: WorkflowJob): boolean {
  const text = condition ?? "";
  if (!/\b(?:always|cancelled|failure)\s*\(/.test(text)) return !/!\s*success\s*\(/.test(text);
  return (
    /!\s*failure\s*\(/.test(text) || /!\s*contains\s*\(\s*needs\.\*\.result\s*,\s*'failure'\s*\)/.test(text)
  );
}

const OF_BRANCH = /\bgithub\.(?:ref|ref_name|head_ref|base_ref|event\.ref)\b/;
/** False for the push of a test branch, or absent from it. */
const OF_PULL_REQUEST =
  /\bgithub\.event_name\s*==\s*'pull_request'|\bgithub\.event_name\s*!=\s*'push'|\bgithub\.event\.pull_request\b/;

function dependsOnBranch(
  { condition }: WorkflowJob,
  prefix: string,
  trigger: GatedBranch["trigger"],
): boolean {
  if (condition === null || condition.includes(prefix.replace(/\/$/, ""))) return false;
  return OF_BRANCH.test(condition) || (trigger === "push" && OF_PULL_REQUEST.test(condition));
}

const MOST_NAMED = 5;

function namesOf(jobs: readonly WorkflowJob[]): string {
  const names = jobs.map(({ id, checkName }) => quoted(checkName ?? id));
  const more = names.length > MOST_NAMED ? ` or ${names.length - MOST_NAMED} more` : "";
  return names.slice(0, MOST_NAMED).join(", ") + more;
}
