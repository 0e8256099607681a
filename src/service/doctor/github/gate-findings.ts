/**
 * Required checks that the workflow files let skip where they should fail: a skipped check passes a test run if another
 * required check succeeds (docs/adr/0001), unless the queue's `skippedChecks` names it.
 */
import type { SkippedChecks } from "../../../domain/queue-settings.js";
import { escapedAsInJson } from "../../../domain/words.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import type { Workflow, WorkflowJob } from "../../github/setup/read-workflow.js";
import { doubtful, type Found } from "../finding.js";
import {
  acceptsSkip,
  dependsOnBranch,
  isSkippedAfterFailure,
  runsUnlessNeedSkipped,
} from "./skipping-conditions.js";

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

/** A finding before its advice, which is the same for all of a branch. */
interface Gate {
  /** The check that is skipped; null: it passes instead. */
  readonly skipped: string | null;
  readonly says: string;
  readonly next: (asFailed: string) => string;
}

export function gateFindings(workflows: readonly Workflow[], branch: GatedBranch): readonly Found[] {
  const { required, skippedChecks, testBranch, trigger } = branch;
  const running = workflows.filter(
    (one) => one.runsOnPush(testBranch) || (trigger === "draft" && one.runsOnPullRequests),
  );
  // A skipped check alone passes nothing.
  const silent = required.length < 2 ? [] : required.filter((name) => !Object.hasOwn(skippedChecks, name));
  const gates = [
    ...silent.flatMap((name) => running.flatMap((workflow) => skippedGate(workflow, name, branch))),
    ...required.flatMap((name) => running.flatMap((workflow) => passingGate(workflow, name, branch))),
  ];
  const failing = gates.flatMap(({ skipped }) => (skipped === null ? [] : [[skipped, "fail"] as const]));
  // An update replaces the whole map.
  const policies = { ...skippedChecks, ...Object.fromEntries(failing) };
  const asFailed = `set the queue's skippedChecks to \`${quotable(policies)}\``;
  return gates.map(({ says, next }) => doubtful(`${branch.called}: ${says}`, next(asFailed)));
}

/** On one line, and fit for the quotes of a shell. */
function quotable(policies: SkippedChecks): string {
  return JSON.stringify(policies).replace(/['`\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, escapedAsInJson);
}

function skippedGate(workflow: Workflow, name: string, branch: GatedBranch): readonly Gate[] {
  const { required, testBranchPrefix, trigger } = branch;
  const jobs = workflow.jobs.filter((job) => reports(job, name));
  if (jobs.length === 0) return [];
  const passes = "the skipped check passes if another required check succeeds";
  const silent = silentNeeds(workflow, name, jobs, required);
  if (silent.length > 0) {
    return [
      {
        skipped: name,
        says: `${quoted(name)} is required, and is skipped instead of failed when a job fails that it needs and that is not required (${namesOf(silent)}): ${passes}`,
        next: (asFailed) =>
          `${asFailed}; or let the job run by \`if: always()\` and fail unless each result of its needs is \`success\`; or require these jobs too`,
      },
    ];
  }
  const chosen = jobs.find((job) => dependsOnBranch(job, testBranchPrefix, trigger));
  if (chosen === undefined || jobs.length > 1) return [];
  return [
    {
      skipped: name,
      says: `${quoted(name)} is required, and its condition ${quoted(chosen.condition ?? "")} depends on the branch or the event, so it may be skipped on test branches: ${passes}`,
      next: (asFailed) =>
        `add test branches to the condition, by \`startsWith(github.ref_name, '${testBranchPrefix}')\`; or ${asFailed}`,
    },
  ];
}

/** A job that runs after failures too, and accepts that a job is skipped because one fails that it does not list. */
function passingGate(workflow: Workflow, name: string, branch: GatedBranch): readonly Gate[] {
  const [gate, ...others] = workflow.jobs.filter((job) => reports(job, name));
  if (gate === undefined || others.length > 0 || isSkippedAfterFailure(gate)) return [];
  const unlisted = workflow.jobs
    .filter((need) => gate.needs.includes(need.id) && isSkippedAfterFailure(need) && acceptsSkip(gate, need))
    .filter((need) => !failsWhenSkipped(need, branch))
    .flatMap((need) => neededBy(workflow, [need]))
    .filter((job) => !gate.needs.includes(job.id) && !isRequired(workflow, job, branch.required));
  if (unlisted.length === 0) return [];
  return [
    {
      skipped: null,
      says: `${quoted(name)} is required, and passes when a job fails that is not in its \`needs\` (${namesOf([...new Set(unlisted)])}): a job between them is then skipped, which its steps accept`,
      next: () =>
        "add these jobs to its `needs`; or let its steps fail unless each result of its needs is `success`; or require these jobs too",
    },
  ];
}

/** A check of the job is required, and the queue counts its skip as a failure. */
function failsWhenSkipped(job: WorkflowJob, { required, skippedChecks }: GatedBranch): boolean {
  return required.some((name) => skippedChecks[name] === "fail" && reports(job, name));
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
  const isDirect = (need: WorkflowJob) => gates.some(({ needs }) => needs.includes(need.id));
  return neededBy(workflow, gates).filter(
    (need) =>
      !(isDirect(need) && gates.every(runsUnlessNeedSkipped)) &&
      !isRequired(workflow, need, required) &&
      others.some((other) => maySucceed(workflow, other, need)),
  );
}

/** Every check of the job; also if its checks are computed in the run, and one that is required may be among them. */
function isRequired({ jobs }: Workflow, job: WorkflowJob, required: readonly string[]): boolean {
  const { checkName, nameParts, matrix } = job;
  if (checkName !== null) {
    const names = required.filter((name) => reports(job, name));
    return matrix === "none" ? names.length > 0 : matrix !== null && names.length >= matrix;
  }
  const ofOthers = (name: string) => jobs.some((other) => reports(other, name));
  const names = required.filter((name) => hasParts(name, nameParts) && !ofOthers(name));
  return names.length > 0;
}

/** Whether a name consists of these parts, in their order, and something between them. */
function hasParts(name: string, parts: readonly string[]): boolean {
  const [last = "", first = ""] = [parts.at(-1), parts[0]];
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
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

const MOST_NAMED = 5;

function namesOf(jobs: readonly WorkflowJob[]): string {
  const names = jobs.map(({ id, checkName }) => quoted(checkName ?? id));
  const more = names.length > MOST_NAMED ? ` or ${names.length - MOST_NAMED} more` : "";
  return names.slice(0, MOST_NAMED).join(", ") + more;
}
