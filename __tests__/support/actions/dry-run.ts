/** The verdict of a workflow file on a good or bad change, without a counterpart of GitHub: stories draw fit files by it. */
import { commitId } from "../../../src/domain/ids.js";
import type { SkippedChecks } from "../../../src/domain/queue-settings.js";
import { ACTIONS_APP, type CheckRun, type WorkflowRun } from "../github/checks.js";
import { ActionsCi, type CiEvent, type CiReports } from "./actions-ci.js";
import { type ExpectedVerdict, expectedVerdict } from "./expected-verdict.js";
import type { WorkflowFile } from "./workflow-files.js";

export interface DryRun {
  readonly file: WorkflowFile;
  readonly files: readonly WorkflowFile[];
  /** A test branch, pushed only or with a draft pull request; or the head of a pull request. */
  readonly on: "push" | "draft" | "head";
  /** The job that breaks fails. */
  readonly isFailing: boolean;
  readonly changed: readonly string[];
  readonly skippedChecks?: SkippedChecks;
}

export interface DryEnd {
  readonly verdict: ExpectedVerdict;
  /** Each required check was reported, and GitHub counts it as passed. */
  readonly isGreen: boolean;
}

const COMMIT = commitId("5eed".repeat(10));
const MOST_STEPS = 1000;
const JOB_MS = 1000;
const GREEN = new Set(["success", "skipped"]);

export async function dryRun({
  file,
  files,
  on,
  isFailing,
  changed,
  skippedChecks,
}: DryRun): Promise<DryEnd> {
  const ci = new ActionsCi({
    ...{ github: new DryReports(), files: filesWith(file, files) },
    fails: (job) => isFailing && job === file.breaks,
    takesMs: () => JOB_MS,
    approvals: new Map([["uploads", JOB_MS]]),
  });
  const branch = on === "head" ? "change-1" : "mq-merge/1";
  const of = { branch, commit: COMMIT, changed, action: "opened" } as const;
  const events: readonly CiEvent[] = [
    { ...of, event: "push", pull: null },
    { ...of, event: "pull_request", pull: { number: 1, base: "main", draft: on === "draft" } },
  ];
  for (const event of on === "push" ? events.slice(0, 1) : events) ci.occurs(event);
  for (let steps = 0; steps < MOST_STEPS && (await ci.step()); steps += 1);
  const instances = ci.runs.flatMap(({ jobs }) => jobs.flatMap((job) => job.instances));
  const last = (name: string) => instances.findLast((one) => one.name === name && one.check !== null);
  return {
    verdict: expectedVerdict(file.required, ci.runs, () => false, skippedChecks),
    isGreen: file.required.every((name) => GREEN.has(last(name)?.conclusion ?? "")),
  };
}

/** Whether a good change passes by the file, also by GitHub's own rule, and one that breaks the job does not. */
export async function decides(run: Omit<DryRun, "isFailing">): Promise<boolean> {
  const good = await dryRun({ ...run, isFailing: false });
  const bad = await dryRun({ ...run, isFailing: true });
  return good.verdict === "passed" && good.isGreen && bad.verdict !== "passed";
}

/** The file, and those that others call. */
export function filesWith(file: WorkflowFile, files: readonly WorkflowFile[]): readonly WorkflowFile[] {
  return files.filter((one) => one === file || one.required.length === 0);
}

class DryReports implements CiReports {
  workflowRun(plan: Parameters<CiReports["workflowRun"]>[0]): WorkflowRun {
    return {
      ...{ id: 1, name: "ci", event: "push", fork: null, actor: "ada", pulls: [], attempt: 1 },
      ...{ createdAt: "", startedAt: "", status: "queued", conclusion: null, ...plan },
    };
  }

  reportJob({ headSha }: WorkflowRun, name: string, conclusion: string | null): CheckRun {
    return {
      ...{ id: 1, app: ACTIONS_APP, headSha, name, conclusion, startedAt: "", completedAt: null },
      ...{ externalId: "", detailsUrl: null, output: {}, actions: [] },
      status: conclusion === null ? "in_progress" : "completed",
    };
  }

  changeWorkflowRun(run: WorkflowRun, status: string, conclusion: string | null = null): void {
    Object.assign(run, { status, conclusion });
  }
}
