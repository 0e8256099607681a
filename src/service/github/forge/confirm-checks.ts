/**
 * Decides whether checks that look complete count already. A commit may have several runs of one workflow, and a job
 * with `needs:` has no check run until its dependencies end, so an incomplete workflow run may still change the result.
 */
import { type Check, isFailed, isSkipped } from "../../../domain/check.js";
import type { CheckRunAnswer, WorkflowRunAnswer } from "../api/answers.js";
import { suiteIdOf } from "./checks-of-commit.js";

export interface WorkflowsOfCommit {
  /** null: not readable. */
  readonly workflowRuns: readonly WorkflowRunAnswer[] | null;
  readonly jobs: readonly CheckRunAnswer[];
  readonly required: ReadonlySet<string>;
  /** Names of checks whose only complete check runs do not count. */
  readonly uncounted: ReadonlySet<string>;
  /** Whether earlier runs of the workflow have reported a required check. */
  readonly hasReported: (workflow: number) => Promise<boolean>;
}

const NOT_VISIBLE = "skipped; the App needs the permission Actions: read to see workflow runs";
const OTHER_BASE =
  "its draft pull request was tested with a commit of the base branch that the tested commit does not contain";

/** Whether the workflow runs of the commit could change the verdict. */
export function needsConfirmation(checks: readonly Check[]): boolean {
  if (checks.some(isFailed)) return false;
  const isComplete = checks.every(({ conclusion }) => conclusion !== null);
  return isComplete || checks.some((check) => check.conclusion === "cancelled" || isSkipped(check));
}

/** Returns the same checks; a check that does not count yet is open, with the reason. */
export async function confirmChecks(
  checks: readonly Check[],
  commit: WorkflowsOfCommit,
): Promise<readonly Check[]> {
  const { workflowRuns, uncounted } = commit;
  if (workflowRuns === null) {
    return checks.map((check) => (isSkipped(check) ? held(check, NOT_VISIBLE) : check));
  }
  const reporting = await firstReporting(checks, commit, workflowRuns);
  return checks.map((check) => {
    if (check.conclusion === null || isFailed(check)) return check;
    const twin = incompleteTwin(check, commit, workflowRuns);
    if (twin !== null) return held(check, waitingFor(check, twin));
    const isUncounted = uncounted.has(check.name);
    if (!isSkipped(check) && !isUncounted) return check;
    if (reporting !== null) return held(check, waitingFor(check, reporting));
    const detail = isUncounted ? OTHER_BASE : origin(check, commit, workflowRuns);
    return detail === null ? check : { ...check, detail };
  });
}

/** An incomplete run of a workflow that reported the check, if that workflow has several runs at the commit. */
function incompleteTwin(
  { name }: Check,
  { jobs }: WorkflowsOfCommit,
  workflowRuns: readonly WorkflowRunAnswer[],
): WorkflowRunAnswer | null {
  const workflows = workflowsOf(
    jobs.filter((job) => job.name === name),
    workflowRuns,
  );
  for (const workflow of workflows) {
    const runs = workflowRuns.filter(({ workflow_id: id }) => id === workflow);
    const incomplete = runs.find(isIncomplete);
    if (runs.length > 1 && incomplete !== undefined) return incomplete;
  }
  return null;
}

/** An incomplete run of a workflow that ever reported a required check. Read only if a skipped check waits for it. */
async function firstReporting(
  checks: readonly Check[],
  { jobs, required, uncounted, hasReported }: WorkflowsOfCommit,
  workflowRuns: readonly WorkflowRunAnswer[],
): Promise<WorkflowRunAnswer | null> {
  if (!checks.some((check) => isSkipped(check) || uncounted.has(check.name))) return null;
  const here = workflowsOf(
    jobs.filter(({ name }) => required.has(name)),
    workflowRuns,
  );
  for (const run of workflowRuns.filter(isIncomplete)) {
    const { workflow_id: workflow } = run;
    if (workflow === undefined || here.has(workflow) || (await hasReported(workflow))) return run;
  }
  return null;
}

function workflowsOf(
  jobs: readonly CheckRunAnswer[],
  workflowRuns: readonly WorkflowRunAnswer[],
): ReadonlySet<number> {
  const suites = new Set<number | null | undefined>(jobs.map(suiteIdOf));
  return new Set(
    workflowRuns
      .filter(({ check_suite_id: suite }) => suites.has(suite))
      .flatMap(({ workflow_id: workflow }) => workflow ?? []),
  );
}

/** Workflow and job as GitHub displays them; null: no job was skipped. */
function origin(
  { name }: Check,
  { jobs }: WorkflowsOfCommit,
  workflowRuns: readonly WorkflowRunAnswer[],
): string | null {
  const suites = new Set<number | null | undefined>(jobs.filter((job) => job.name === name).map(suiteIdOf));
  const run = workflowRuns.find(({ check_suite_id: suite }) => suite !== undefined && suites.has(suite));
  return run === undefined ? null : `${run.name ?? "unnamed"} / ${name}`;
}

function waitingFor(check: Check, run: WorkflowRunAnswer): string {
  const sofar = check.conclusion === "success" ? "succeeded" : check.conclusion;
  return `${sofar ?? "open"} so far; workflow ${run.name ?? "unnamed"} is not complete`;
}

function held({ name, url }: Check, detail: string): Check {
  return { name, url, status: "in_progress", conclusion: null, detail };
}

function isIncomplete({ status }: WorkflowRunAnswer): boolean {
  return status !== "completed";
}
