/**
 * Reads runs of GitHub Actions workflows, their jobs and steps, and the checks that a workflow reported in earlier runs.
 * All come from GitHub, so a restarted process and other replicas get the same result.
 */
import type { CommitId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Log } from "../../ports/log.js";
import { ForgeError } from "../../ports/world-error.js";
import {
  checkRunAnswer,
  type JobAnswer,
  jobAnswer,
  read,
  readAll,
  type WorkflowRunAnswer,
  workflowRunAnswer,
  workflowRunsAnswer,
} from "../api/answers.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { quoted } from "./readiness/demands.js";

/** Each earlier run costs a call when a skipped check first waits for its workflow. */
const MOST_EARLIER_RUNS = 10;
const MOST_WORKFLOWS = 2000;
/** Limited, because a workflow may start to report a required check in its next run. */
const KEPT_MS = 600_000;
/** GitHub Actions is disabled for the repository. */
const NO_ACTIONS = / with 404\b/;

interface Reported {
  readonly at: number;
  readonly names: ReadonlySet<string>;
}

export class WorkflowRuns {
  readonly #calls: GitHubCalls;
  readonly #log: Log;
  /** By repository and workflow. */
  readonly #reported = new Memo<Reported>(MOST_WORKFLOWS);

  constructor(calls: GitHubCalls, log: Log) {
    this.#calls = calls;
    this.#log = log;
  }

  /** null: the App or token may not read workflow runs. */
  async list(
    repository: Repository,
    of: Readonly<Record<string, string>>,
  ): Promise<readonly WorkflowRunAnswer[] | null> {
    try {
      const runs = await this.#calls.list(repository, "/actions/runs", { ...of, under: "workflow_runs" });
      return readAll(workflowRunAnswer, runs);
    } catch (error) {
      if (!(error instanceof ForgeError) || error.retryable) throw error;
      if (NO_ACTIONS.test(error.message)) return [];
      this.#log.warn({ error: error.message }, "the workflow runs of a test branch cannot be read");
      return null;
    }
  }

  /** The jobs of the latest attempt of a run, with their steps. */
  async jobs(repository: Repository, run: number): Promise<readonly JobAnswer[]> {
    const of = { run, filter: "latest", under: "jobs" };
    return readAll(jobAnswer, await this.#calls.list(repository, "/actions/runs/{run}/jobs", of));
  }

  /** Whether one of the workflow's latest complete runs reported a check with one of the names; true if unreadable. */
  async hasReported(repository: Repository, workflow: number, names: ReadonlySet<string>): Promise<boolean> {
    const key = `${repositoryKey(repository)} ${workflow}`;
    const known = this.#reported.get(key);
    const isFresh = known !== undefined && performance.now() - known.at < KEPT_MS;
    if (known !== undefined && (isFresh || isAnyIn(known.names, names))) return isAnyIn(known.names, names);
    try {
      const reported = await this.#namesReported(repository, workflow);
      this.#reported.set(key, { at: performance.now(), names: reported });
      return isAnyIn(reported, names);
    } catch (error) {
      if (!(error instanceof ForgeError) || error.retryable) throw error;
      this.#log.warn({ error: error.message, workflow }, "the checks that a workflow reports cannot be read");
      return true;
    }
  }

  async #namesReported(repository: Repository, workflow: number): Promise<ReadonlySet<string>> {
    const asked = { workflow, status: "completed", per_page: MOST_EARLIER_RUNS };
    const answer = await this.#calls.read(repository, "/actions/workflows/{workflow}/runs", asked);
    const { workflow_runs: earlier } = read(workflowRunsAnswer, answer, `the runs of workflow ${workflow}`);
    const names = new Set<string>();
    for (const { check_suite_id: suite } of readAll(workflowRunAnswer, earlier)) {
      if (suite === undefined) continue;
      const of = { suite, under: "check_runs" };
      const jobs = await this.#calls.list(repository, "/check-suites/{suite}/check-runs", of);
      for (const { name } of readAll(checkRunAnswer, jobs)) names.add(name);
    }
    return names;
  }
}

function isAnyIn(names: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return [...wanted].some((name) => names.has(name));
}

/** "cut": cancelled, or without a result that this version knows. */
export type JobEnd = "executed" | "skipped" | "cut";

/** All runs of one workflow at a commit, taken together. */
export interface WorkflowJobs {
  readonly id: number;
  /** Untrusted text, as are all names. */
  readonly name: string;
  readonly runs: readonly WorkflowRunAnswer[];
  readonly jobs: ReadonlyMap<string, JobEnd>;
  /** Steps that executed, by a key of job, name and occurrence. */
  readonly steps: ReadonlyMap<string, Step>;
  /** Steps that a job which succeeded lists as skipped, and that executed in no run. */
  readonly idle: ReadonlyMap<string, Step>;
}

export interface Step {
  readonly job: string;
  readonly name: string;
}

export type JobsAtCommit =
  | { readonly kind: "read"; readonly workflows: readonly WorkflowJobs[] }
  /** A clause. */
  | { readonly kind: "unclear"; readonly why: string };

/** Jobs and steps that are kept of test branches, which no longer change. */
const MOST_KEPT = 200_000;
const MOST_JOBS = 1000;

const EXECUTED: ReadonlySet<string> = new Set(["success", "failure", "timed_out"]);
const SKIPPED: ReadonlySet<string> = new Set(["skipped", "neutral"]);

export class JobReader {
  readonly #workflows: WorkflowRuns;
  readonly #isTestBranch: (branch: string) => boolean;
  readonly #ofTests = new Memo<readonly WorkflowJobs[]>(MOST_KEPT, weightOf);

  constructor(workflows: WorkflowRuns, isTestBranch: (branch: string) => boolean) {
    this.#workflows = workflows;
    this.#isTestBranch = isTestBranch;
  }

  /** Runs on a test branch; after its landing, the same commit has others on the target branch. */
  async onTestBranch(repository: Repository, commit: CommitId): Promise<JobsAtCommit> {
    const key = `${repositoryKey(repository)} ${commit}`;
    const known = this.#ofTests.get(key);
    if (known !== undefined) return { kind: "read", workflows: known };
    const read = await this.#read(repository, commit, (branch) => this.#isTestBranch(branch));
    if (read.kind === "read" && read.workflows.length > 0) this.#ofTests.set(key, read.workflows);
    return read;
  }

  /** Runs on any other branch: all of them have to be complete. */
  async onHead(repository: Repository, commit: CommitId): Promise<JobsAtCommit> {
    return await this.#read(repository, commit, (branch) => !this.#isTestBranch(branch));
  }

  async #read(
    repository: Repository,
    commit: CommitId,
    isWanted: (branch: string) => boolean,
  ): Promise<JobsAtCommit> {
    const listed = await this.#workflows.list(repository, { head_sha: commit });
    if (listed === null) return unclear("the App needs the permission Actions: read to see its jobs");
    const runs = listed.filter(({ head_branch: branch }) => isWanted(branch ?? ""));
    const open = runs.find(({ status }) => status !== "completed");
    if (open !== undefined) return unclear(`the workflow ${nameOf(open)} is not complete`);
    const read: (readonly [WorkflowRunAnswer, readonly JobAnswer[]])[] = [];
    for (const run of runs) read.push([run, await this.#workflows.jobs(repository, run.id)]);
    if (read.some(([, jobs]) => jobs.length > MOST_JOBS))
      return unclear(`it has more than ${MOST_JOBS} jobs`);
    const byWorkflow = Map.groupBy(read, ([run]) => run.workflow_id ?? 0);
    return { kind: "read", workflows: [...byWorkflow].map(([id, some]) => taken(id, some)) };
  }
}

const WEAKEST_FIRST: readonly JobEnd[] = ["skipped", "cut", "executed"];

/** Of several runs with a job of one name and number, one that executed it outweighs one that did not. */
function taken(
  id: number,
  read: readonly (readonly [WorkflowRunAnswer, readonly JobAnswer[]])[],
): WorkflowJobs {
  const jobs = new Map<string, JobEnd>();
  const [steps, idle] = [new Map<string, Step>(), new Map<string, Step>()];
  for (const job of read.flatMap(([, some]) => numbered(some))) {
    const [known, end] = [jobs.get(job.name), endOf(job.conclusion)];
    if (known === undefined || rankOf(known) < rankOf(end)) jobs.set(job.name, end);
    for (const [key, step] of stepsOf(job, "executed")) steps.set(key, step);
    // After a failure or a cancellation, steps are skipped that execute otherwise.
    if (job.conclusion === "success") for (const [key, step] of stepsOf(job, "skipped")) idle.set(key, step);
  }
  for (const key of steps.keys()) idle.delete(key);
  return { id, name: read[0]?.[0].name ?? "unnamed", runs: read.map(([run]) => run), jobs, steps, idle };
}

function rankOf(end: JobEnd): number {
  return WEAKEST_FIRST.indexOf(end);
}

/** Jobs of one run with distinct names, so that of a matrix without distinct names each counts. Executed ones come first. */
function numbered(jobs: readonly JobAnswer[]): readonly JobAnswer[] {
  const [given, counts] = [new Set<string>(), new Map<string, number>()];
  const ranked = jobs.toSorted(
    (one, other) => rankOf(endOf(other.conclusion)) - rankOf(endOf(one.conclusion)),
  );
  return ranked.map((job) => {
    let [name, count] = [job.name, counts.get(job.name) ?? 1];
    for (; given.has(name); name = `${job.name} #${count}`) count += 1;
    counts.set(job.name, count);
    given.add(name);
    return { ...job, name };
  });
}

function* stepsOf({ name: job, steps }: JobAnswer, end: JobEnd): Iterable<readonly [string, Step]> {
  const seen = new Map<string, number>();
  for (const { name, conclusion } of steps ?? []) {
    const occurrence = (seen.get(name) ?? 0) + 1;
    seen.set(name, occurrence);
    if (endOf(conclusion) === end) yield [JSON.stringify([job, name, occurrence]), { job, name }];
  }
}

function endOf(conclusion: string | null | undefined): JobEnd {
  if (EXECUTED.has(conclusion ?? "")) return "executed";
  return SKIPPED.has(conclusion ?? "") ? "skipped" : "cut";
}

function weightOf(workflows: readonly WorkflowJobs[]): number {
  return workflows.reduce((sum, { jobs, steps, idle }) => sum + jobs.size + steps.size + idle.size, 1);
}

function nameOf({ name }: WorkflowRunAnswer): string {
  return quoted(name ?? "unnamed");
}

function unclear(why: string): JobsAtCommit {
  return { kind: "unclear", why };
}
