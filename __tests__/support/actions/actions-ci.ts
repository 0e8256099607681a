/**
 * START HERE: GitHub Actions for the counterpart of GitHub. A push or a pull request starts the workflows whose filters
 * it meets; their jobs get check runs as GitHub gives them, each at its time. Every rule names the page that states it.
 */
import type { WorkflowJob } from "@actions/workflow-parser/model/workflow-template";
import type { CommitId } from "../../../src/domain/ids.js";
import type { WorkflowRun } from "../github/checks.js";
import type { GitHub } from "../github/git-hub.js";
import {
  ALL_WELL,
  evaluate,
  isTruthy,
  membersOf,
  resolve,
  type Scope,
  textOf,
  type Value,
} from "./evaluate.js";
import { takesBranch, takesPaths } from "./filters.js";
import { type Combination, combinationsOf, suffixOf } from "./matrix.js";
import { Occurrences } from "./occurrences.js";
import { performJob } from "./perform-job.js";
import {
  displayedName,
  type Instance,
  type JobResult,
  jobsOf,
  neededBy,
  type RunJob,
  statusOf,
  worstOf,
} from "./run-jobs.js";
import type { WorkflowFile } from "./workflow-files.js";

export interface CiEvent {
  readonly event: "push" | "pull_request";
  readonly branch: string;
  readonly commit: CommitId;
  readonly changed: readonly string[];
  /** Of a pull request. */
  readonly pull: { readonly number: number; readonly base: string; readonly draft: boolean } | null;
  readonly action: "opened" | "synchronize" | "ready_for_review";
}

/** What CI writes at GitHub. */
export type CiReports = Pick<GitHub, "workflowRun" | "reportJob" | "changeWorkflowRun">;

export interface ActionsCiOptions {
  readonly github: CiReports;
  readonly files: readonly WorkflowFile[];
  /** Whether a job fails, which its steps do not decide. */
  readonly fails: (job: string, run: ActionsRun) => boolean;
  /** How long something takes, by its name and the run's event. */
  readonly takesMs: (what: string, event: CiEvent["event"]) => number;
  /** Environments whose deployments a person approves, and after which time; null: never. */
  readonly approvals?: ReadonlyMap<string, number | null>;
}

export interface ActionsRun {
  /** `github.run_id`, of which no two runs have the same. */
  readonly id: number;
  readonly file: WorkflowFile;
  readonly of: CiEvent;
  readonly workflowRun: WorkflowRun;
  jobs: RunJob[];
  readonly group: string | null;
  isCancelled: boolean;
  /** Another run of its group has to end first. */
  isHeld: boolean;
}

export class ActionsCi {
  readonly runs: ActionsRun[] = [];
  readonly #options: ActionsCiOptions;
  readonly #occurrences = new Occurrences();

  constructor(options: ActionsCiOptions) {
    this.#options = options;
  }

  get dueInMs(): number | null {
    return this.#occurrences.dueInMs;
  }

  /** Milliseconds pass in which nothing is due. */
  pass(forMs: number): void {
    this.#occurrences.pass(forMs);
  }

  /** The next thing happens; false: nothing is left. */
  async step(): Promise<boolean> {
    return this.#occurrences.step();
  }

  /** https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows */
  occurs(of: CiEvent): void {
    for (const file of this.#options.files.filter((one) => isTriggered(one, of))) {
      this.#after(of, `${file.name} to start`, () => this.#start(file, of));
    }
  }

  /** https://docs.github.com/en/actions/how-tos/manage-workflow-runs/re-run-workflows-and-jobs: with all that depend on them. */
  rerunFailed(run: ActionsRun): void {
    const { workflowRun, jobs } = run;
    const isLost = ({ result }: RunJob) => result === "failure" || result === "cancelled";
    const again = new Set(jobs.filter(isLost));
    const isDue = (job: RunJob) => !again.has(job) && neededBy(job, jobs).some((one) => again.has(one));
    for (let due = jobs.filter(isDue); due.length > 0; due = jobs.filter(isDue))
      for (const job of due) again.add(job);
    workflowRun.attempt += 1;
    workflowRun.startedAt = new Date().toISOString();
    this.#options.github.changeWorkflowRun(workflowRun, "queued");
    run.isCancelled = false;
    for (const job of again) {
      if (jobs.some(({ caller }) => caller === job)) {
        // The lost jobs that it calls run again; where it waits for a job, it calls all of them again.
        job.result = null;
        if (isLost(job)) continue;
        run.jobs = run.jobs.filter((one) => !isCalledBelow(job, one));
      }
      const kept = job.instances.filter(({ conclusion }) => conclusion === "success");
      Object.assign(job, {
        isBegun: false,
        result: null,
        instances: kept.length > 0 && isLost(job) ? kept : [],
      });
    }
    this.#advance(run);
  }

  #after({ event }: CiEvent, what: string, act: () => Promise<void> | void): void {
    this.#occurrences.after(this.#options.takesMs(what, event), act);
  }

  #start(file: WorkflowFile, of: CiEvent): void {
    const { github } = this.#options;
    const id = this.runs.length + 1;
    const scope = { contexts: { github: gitHubContext(file, of, id) }, status: ALL_WELL };
    const { group, isCancelling } = concurrencyOf(file, scope);
    const others = this.runs.filter((one) => group !== null && one.group === group && !isOver(one));
    const workflowRun = github.workflowRun({
      ...{ headSha: of.commit, headBranch: of.branch, event: of.event, name: file.name },
      status: others.length > 0 && !isCancelling ? "pending" : "queued",
    });
    const run: ActionsRun = {
      ...{ id, file, of, workflowRun, jobs: [...jobsOf(file)], group, isCancelled: false },
      isHeld: others.length > 0,
    };
    this.runs.push(run);
    // https://docs.github.com/en/actions/how-tos/write-workflows/choose-when-workflows-run/control-workflow-concurrency
    for (const other of others) if (isCancelling || other.isHeld) this.#cancel(other);
    this.#advance(run);
  }

  /** Jobs whose condition holds nevertheless, as with `always()`, still run. */
  #cancel(run: ActionsRun): void {
    run.isCancelled = true;
    for (const job of run.jobs) {
      for (const one of job.instances) if (one.conclusion === null) this.#conclude(run, one, "cancelled");
      this.#settle(run, job);
    }
    this.#advance(run);
  }

  #advance(run: ActionsRun): void {
    if (isOver(run) || this.#isHeld(run)) return;
    for (const job of run.jobs) {
      if (job.isBegun || !neededBy(job, run.jobs).every(({ result }) => result !== null)) continue;
      if (job.caller?.isBegun === false) continue;
      this.#begin(run, job);
      this.#advance(run);
      return;
    }
    if (run.jobs.every(({ result }) => result !== null))
      this.#after(run.of, `${run.file.name} to end`, () => this.#end(run));
  }

  #isHeld(run: ActionsRun): boolean {
    run.isHeld &&= this.runs.some(
      (one) => one !== run && one.group === run.group && !isOver(one) && !one.isHeld,
    );
    return run.isHeld && !run.isCancelled;
  }

  /** https://docs.github.com/en/actions/how-tos/write-workflows/choose-when-workflows-run/control-jobs-with-conditions */
  #begin(run: ActionsRun, job: RunJob): void {
    job.isBegun = true;
    const scope = this.#scopeOf(run, job);
    const { definition } = job;
    if (!isTruthy(evaluate(definition.if.expression, scope))) {
      this.#skip(run, job);
      return;
    }
    if (definition.type === "reusableWorkflowJob") {
      this.#call(run, job, scope);
      return;
    }
    const strategy = this.#strategyOf(job, scope);
    const known = new Set(job.instances.map(({ name }) => name));
    for (const combination of strategy.combinations) {
      const name = this.#nameOf(job, scope, combination);
      if (known.has(name)) continue;
      const instance: Instance = { name, combination, check: null, conclusion: null };
      job.instances.push(instance);
      this.#after(run.of, `${name} to begin`, () => this.#beginInstance(run, job, instance));
    }
    if (strategy.combinations.length === 0) this.#skip(run, job);
  }

  #nameOf(job: RunJob, scope: Scope, combination: Combination): string {
    const { definition, prefix } = job;
    if (this.#partOf(job, "name") === undefined)
      return `${prefix}${definition.id.value}${suffixOf(combination)}`;
    return `${prefix}${textOf(resolve(definition.name, withMatrix(scope, combination))).trim()}`;
  }

  /** The check of a skipped job has the name as the file writes it, with its expressions. */
  #skip(run: ActionsRun, job: RunJob): void {
    const name = `${job.prefix}${displayedName(job.definition)}`;
    const instance: Instance = { name, combination: {}, check: null, conclusion: null };
    job.instances.push(instance);
    this.#conclude(run, instance, run.isCancelled ? "cancelled" : "skipped");
    this.#settle(run, job);
  }

  /** https://docs.github.com/en/actions/how-tos/reuse-automations/reuse-workflows: once for each combination of a matrix. */
  #call(run: ActionsRun, job: RunJob, scope: Scope): void {
    const { definition } = job;
    if (definition.type !== "reusableWorkflowJob") return;
    const file = this.#options.files.find(({ path }) => path === definition.ref.value);
    if (file === undefined) throw new Error(`there is no workflow ${definition.ref.value}`);
    const { combinations } = this.#strategyOf(job, scope);
    if (combinations.length === 0) this.#skip(run, job);
    for (const combination of combinations) {
      const caller = this.#partOf(job, "strategy") === undefined ? job : callOf(job, combination);
      if (caller !== job) run.jobs.push(caller);
      const inputs = resolve(definition["input-values"], withMatrix(scope, combination));
      run.jobs.push(...jobsOf(file, { caller, inputs, name: this.#nameOf(job, scope, combination) }));
    }
  }

  #beginInstance(run: ActionsRun, job: RunJob, instance: Instance): void {
    if (instance.conclusion !== null || run.workflowRun.status === "completed") return;
    const environment = this.#environmentOf(run, job, instance);
    const waitMs = environment === null ? 0 : this.#options.approvals?.get(environment);
    instance.check = this.#options.github.reportJob(run.workflowRun, instance.name, null);
    if (waitMs === undefined || waitMs === 0) {
      this.#perform(run, job, instance);
      return;
    }
    // https://docs.github.com/en/actions/reference/workflows-and-actions/deployments-and-environments#required-reviewers
    instance.check.status = "waiting";
    if (waitMs !== null) this.#occurrences.after(waitMs, () => this.#perform(run, job, instance));
  }

  #perform(run: ActionsRun, job: RunJob, instance: Instance): void {
    if (instance.conclusion !== null) return;
    if (instance.check !== null) instance.check.status = "in_progress";
    if (run.workflowRun.status !== "in_progress") {
      this.#options.github.changeWorkflowRun(run.workflowRun, "in_progress");
    }
    this.#after(run.of, `${instance.name} to end`, () => {
      if (instance.conclusion !== null || run.workflowRun.status === "completed") return;
      const result = this.#resultOf(run, job, instance);
      this.#conclude(run, instance, result);
      if (result === "failure") this.#failFast(run, job);
      this.#settle(run, job);
      this.#advance(run);
    });
  }

  #resultOf(run: ActionsRun, job: RunJob, instance: Instance): JobResult {
    const { definition } = job;
    if (definition.type !== "job") return "success";
    if (this.#options.fails(definition.id.value, run)) return "failure";
    const scope = this.#scopeOf(run, job, instance);
    const { file } = job;
    const inputs = definition.steps.map((_, at) => file.at("jobs", definition.id.value, "steps", at, "with"));
    const performed = performJob({ steps: definition.steps, inputs }, scope, run.of.changed);
    const contexts = { ...scope.contexts, steps: performed.outputs };
    job.outputs = membersOf(resolve(definition.outputs, { ...scope, contexts }));
    return performed.isFailed ? "failure" : "success";
  }

  /** https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstrategyfail-fast */
  #failFast(run: ActionsRun, job: RunJob): void {
    if (!this.#strategyOf(job, this.#scopeOf(run, job)).isFailingFast) return;
    for (const one of job.instances) if (one.conclusion === null) this.#conclude(run, one, "cancelled");
  }

  #conclude(run: ActionsRun, instance: Instance, conclusion: JobResult): void {
    instance.conclusion = conclusion;
    if (run.workflowRun.status !== "completed" || instance.check !== null) {
      instance.check = this.#options.github.reportJob(run.workflowRun, instance.name, conclusion);
    }
  }

  /** A job that may fail has the result of one that succeeded, but its check has failed. */
  #settle(run: ActionsRun, job: RunJob): void {
    const { definition } = job;
    if (job.result !== null || !job.isBegun) return;
    const isCaller = definition.type === "reusableWorkflowJob" && job.instances.length === 0;
    const results = isCaller
      ? run.jobs.filter(({ caller }) => caller === job).map(({ result }) => result)
      : job.instances.map((one) => this.#countedResultOf(run, job, one));
    if (results.length === 0 || results.includes(null)) return;
    job.result = worstOf(results);
    if (isCaller) job.outputs = this.#outputsOfCall(run, job);
    if (job.caller !== null) this.#settle(run, job.caller);
  }

  #countedResultOf(run: ActionsRun, job: RunJob, instance: Instance): JobResult | null {
    const mayFail = this.#partOf(job, "continue-on-error");
    const isExcused =
      instance.conclusion === "failure" && isTruthy(resolve(mayFail, this.#scopeOf(run, job, instance)));
    return isExcused ? "success" : instance.conclusion;
  }

  #outputsOfCall(run: ActionsRun, job: RunJob): Readonly<Record<string, Value>> {
    const called = run.jobs.filter(({ caller }) => caller === job);
    const file = called[0]?.file;
    const jobs = Object.fromEntries(called.map((one) => [one.definition.id.value, needOf(one)]));
    const declared = resolve(file?.at("on", "workflow_call", "outputs"), {
      contexts: { jobs, github: {}, inputs: {} },
      status: ALL_WELL,
    });
    return Object.fromEntries(
      Object.entries(membersOf(declared)).map(([name, one]) => [name, membersOf(one)["value"] ?? null]),
    );
  }

  #end(run: ActionsRun): void {
    if (isOver(run)) return;
    const results = run.jobs.filter(({ caller }) => caller === null).map(({ result }) => result);
    const conclusion = run.isCancelled ? "cancelled" : worstOf(results);
    this.#options.github.changeWorkflowRun(run.workflowRun, "completed", conclusion);
    for (const one of this.runs) if (one.group !== null && one.group === run.group) this.#advance(one);
  }

  #scopeOf(run: ActionsRun, job: RunJob, instance?: Instance): Scope {
    const needed = neededBy(job, run.jobs).map((one) => [one.definition.id.value, needOf(one)] as const);
    return {
      contexts: {
        github: gitHubContext(run.file, run.of, run.id),
        needs: Object.fromEntries(needed),
        matrix: instance?.combination ?? {},
        inputs: job.inputs,
        ...{ vars: {}, secrets: {}, env: {}, strategy: {}, steps: {}, runner: { os: "Linux" }, job: {} },
      },
      status: statusOf(job, run.jobs, run.isCancelled),
    };
  }

  #strategyOf(job: RunJob, scope: Scope) {
    const strategy = membersOf(resolve(job.definition.strategy, scope));
    const combinations = strategy["matrix"] === undefined ? [{}] : combinationsOf(strategy["matrix"]);
    return { combinations, isFailingFast: strategy["fail-fast"] !== false };
  }

  #environmentOf(run: ActionsRun, job: RunJob, instance: Instance): string | null {
    const given = resolve(this.#partOf(job, "environment"), this.#scopeOf(run, job, instance));
    return typeof given === "string" ? given : textOf(membersOf(given)["name"] ?? null) || null;
  }

  #partOf({ file, definition }: RunJob, key: string) {
    return file.at("jobs", idOf(definition), key);
  }
}

function idOf({ id }: WorkflowJob): string {
  return id.value;
}

function withMatrix(scope: Scope, matrix: Combination): Scope {
  return { ...scope, contexts: { ...scope.contexts, matrix } };
}

/** One of the calls of a matrix, which ends when the jobs that it calls have. */
function callOf(job: RunJob, combination: Combination): RunJob {
  const key = `${job.key}${suffixOf(combination)}`;
  return { ...job, key, caller: job, isBegun: true, instances: [], result: null, outputs: {} };
}

function isCalledBelow(caller: RunJob, job: RunJob): boolean {
  return job.caller !== null && (job.caller === caller || isCalledBelow(caller, job.caller));
}

function isOver({ workflowRun }: ActionsRun): boolean {
  return workflowRun.status === "completed";
}

function needOf({ result, outputs }: RunJob): Value {
  return { result, outputs };
}

function isTriggered({ template, required }: WorkflowFile, of: CiEvent): boolean {
  const { push, pull_request: pulls } = template.events;
  if (required.length === 0) return false;
  if (of.event === "push")
    return push !== undefined && takesBranch(push, of.branch) && takesPaths(push, of.changed);
  const types = pulls?.types ?? ["opened", "synchronize", "reopened"];
  return (
    pulls !== undefined &&
    types.includes(of.action) &&
    takesBranch(pulls, of.pull?.base ?? "") &&
    takesPaths(pulls, of.changed)
  );
}

function concurrencyOf(
  { template }: WorkflowFile,
  scope: Scope,
): { readonly group: string | null; readonly isCancelling: boolean } {
  const given = resolve(template.concurrency, scope);
  if (given === null) return { group: null, isCancelling: false };
  if (typeof given === "string") return { group: given, isCancelling: false };
  const { group = null, "cancel-in-progress": isCancelling = false } = membersOf(given);
  return { group: textOf(group), isCancelling: isTruthy(isCancelling) };
}

/** https://docs.github.com/en/actions/reference/workflows-and-actions/contexts#github-context */
function gitHubContext({ name }: WorkflowFile, of: CiEvent, runId: number): Value {
  const { event, branch, commit, pull, action } = of;
  const shared = {
    run_id: runId,
    workflow: name,
    repository: "acme/shop",
    repository_owner: "acme",
    actor: "merge-queue[bot]",
  };
  if (pull === null) {
    const ref = `refs/heads/${branch}`;
    const pushed = { ref, after: commit, head_commit: { message: "Test" }, pull_request: null };
    return {
      ...shared,
      event_name: event,
      ref,
      ref_name: branch,
      sha: commit,
      head_ref: "",
      base_ref: "",
      event: pushed,
    };
  }
  const head = { ref: branch, sha: commit, repo: { full_name: "acme/shop", fork: false } };
  const pullRequest = {
    number: pull.number,
    draft: pull.draft,
    title: "Test",
    labels: [],
    head,
    base: { ref: pull.base, sha: "" },
  };
  return {
    ...shared,
    ...{ event_name: event, ref: `refs/pull/${pull.number}/merge`, ref_name: `${pull.number}/merge` },
    ...{ sha: `merge of ${commit}`, head_ref: branch, base_ref: pull.base },
    event: { action, number: pull.number, pull_request: pullRequest },
  };
}
