/** The jobs of one workflow run, with those of the workflows that it calls, and what each has come to. */
import type { WorkflowJob } from "@actions/workflow-parser/model/workflow-template";
import type { CheckRun } from "../github/checks.js";
import type { JobStatus, Value } from "./evaluate.js";
import type { Combination } from "./matrix.js";
import type { WorkflowFile } from "./workflow-files.js";

export type JobResult = "success" | "failure" | "cancelled" | "skipped";

/** One combination of the matrix, or the only one. */
export interface Instance {
  readonly name: string;
  readonly combination: Combination;
  check: CheckRun | null;
  conclusion: JobResult | null;
}

export interface RunJob {
  /** Below its caller, such as `tests/unit`. */
  readonly key: string;
  readonly file: WorkflowFile;
  readonly definition: WorkflowJob;
  /** In front of the names of called jobs. */
  readonly prefix: string;
  readonly caller: RunJob | null;
  /** Inputs of a called workflow. */
  readonly inputs: Value;
  instances: Instance[];
  isBegun: boolean;
  result: JobResult | null;
  outputs: Readonly<Record<string, Value>>;
}

/** The call of a workflow: by which job, with which inputs, under which name. */
export interface Call {
  readonly caller: RunJob;
  readonly inputs: Value;
  readonly name: string;
}

export function jobsOf(file: WorkflowFile, call?: Call): readonly RunJob[] {
  return file.template.jobs.map((definition) => ({
    key: `${call === undefined ? "" : `${call.caller.key}/`}${definition.id.value}`,
    ...{ file, definition, caller: call?.caller ?? null, inputs: call?.inputs ?? {} },
    prefix: call === undefined ? "" : `${call.name} / `,
    ...{ instances: [], isBegun: false, result: null, outputs: {} },
  }));
}

/** As the file writes it: expressions of a skipped job remain unevaluated. */
export function displayedName({ id, name }: WorkflowJob): string {
  return name === undefined ? id.value : name.toDisplayString();
}

export function neededBy(job: RunJob, all: readonly RunJob[]): readonly RunJob[] {
  const ids = new Set((job.definition.needs ?? []).map(({ value }) => value));
  return all.filter((one) => one.caller === job.caller && ids.has(one.definition.id.value));
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/expressions#status-check-functions: of all ancestors. */
export function statusOf(job: RunJob, all: readonly RunJob[], isCancelled: boolean): JobStatus {
  const results = [...ancestorsOf(job, all)].map(({ result }) => result);
  return {
    success: !isCancelled && results.every((result) => result === "success"),
    failure: !isCancelled && results.includes("failure"),
    cancelled: isCancelled,
  };
}

function ancestorsOf(job: RunJob, all: readonly RunJob[]): ReadonlySet<RunJob> {
  const needed = neededBy(job, all);
  return new Set(needed.flatMap((one) => [one, ...ancestorsOf(one, all)]));
}

/** The worst of several decides. */
export function worstOf(results: readonly (JobResult | null)[]): JobResult {
  const order: readonly JobResult[] = ["failure", "cancelled", "success"];
  return order.find((one) => results.includes(one)) ?? "skipped";
}
