/**
 * Runs a workflow file step by step as GitHub would: scripts in a real bash, our own action as its real bundle, other
 * actions through declared stand-ins. What it does not know, in the file or in an expression, it refuses.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { type ActionRun, runAction } from "./action-runner.js";
import { ACTION_STAND_INS, type ProgramCall, ProgramStandIns } from "./action-stand-ins.js";
import { fileCommandPairs } from "./runner-files.js";
import { ROOT } from "./source-files.js";
import { takeEvent, type WorkflowEvent } from "./workflow-event.js";
import { type ExpressionScope, holds, interpolate, type Value } from "./workflow-expressions.js";
import { type JobPlan, mapping, readWorkflowFile, type StepPlan, type Texts } from "./workflow-file.js";

export interface WorkflowCall {
  readonly file: string;
  readonly event: WorkflowEvent;
  readonly runId: string;
  readonly serverUrl: string;
  readonly secrets: Texts;
  readonly vars: Texts;
  /** The bare repository that is checked out, and the folder that keeps artifacts from run to run. */
  readonly repository: string;
  readonly artifacts: string;
}

type Result = "success" | "failure" | "skipped";

export interface StepRun {
  readonly id: string | null;
  readonly result: Result;
  readonly outputs: Texts;
  /** What it printed. */
  readonly log: string;
  /** Null for what is not our own action. */
  readonly action: ActionRun | null;
}

export interface JobRun {
  readonly name: string;
  readonly result: Result;
  readonly outputs: Texts;
  readonly steps: readonly StepRun[];
  readonly programCalls: readonly ProgramCall[];
  readonly granted: Texts;
  /** What the steps that ran would have needed of the job's token. */
  readonly needed: Texts;
}

const OWN_ACTION = "acme/merge-queue";
const REPOSITORY = "acme/shop";
/** An example may ask every quarter of a minute; a test that waits does not have that long. */
const POLL_INTERVAL = "100ms";

export async function runWorkflow(call: WorkflowCall): Promise<readonly JobRun[]> {
  const file = readWorkflowFile(call.file);
  const inputs = takeEvent(file, call.event);
  const runs: JobRun[] = [];
  for (const plan of file.jobs) runs.push(await runJob(plan, call, inputs, runs));
  return runs;
}

async function runJob(
  plan: JobPlan,
  call: WorkflowCall,
  inputs: Texts,
  earlier: readonly JobRun[],
): Promise<JobRun> {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-job-"));
  try {
    return await new RunningJob(plan, call, folder, inputs, earlier).run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class RunningJob {
  readonly #plan: JobPlan;
  readonly #call: WorkflowCall;
  readonly #needs: readonly JobRun[];
  readonly #contexts: Readonly<Record<string, Value>>;
  readonly #temporary: string;
  readonly #workspace: string;
  readonly #programs: ProgramStandIns;
  readonly #steps: StepRun[] = [];
  readonly #needed: Texts[] = [];

  constructor(plan: JobPlan, call: WorkflowCall, folder: string, inputs: Texts, earlier: readonly JobRun[]) {
    this.#plan = plan;
    this.#call = call;
    this.#needs = earlier.filter(({ name }) => plan.needs.includes(name));
    this.#temporary = join(folder, "temporary");
    this.#workspace = join(folder, "workspace");
    for (const path of [this.#temporary, this.#workspace]) mkdirSync(path);
    this.#programs = new ProgramStandIns(join(folder, "programs"));
    this.#contexts = {
      github: githubContext(call),
      inputs,
      secrets: call.secrets,
      vars: call.vars,
      runner: { temp: this.#temporary },
      needs: Object.fromEntries(this.#needs.map(({ name, outputs, result }) => [name, { outputs, result }])),
    };
  }

  async run(): Promise<JobRun> {
    const { name, condition, steps } = this.#plan;
    const isReady = this.#needs.every(({ result }) => result === "success");
    const isFailure = this.#needs.some(({ result }) => result === "failure");
    if (!holds(condition, this.#scope(isReady, isFailure))) return this.#ended(name, "skipped");
    for (const step of steps) this.#steps.push(await this.#runStep(step));
    return this.#ended(name, this.#hasFailed() ? "failure" : "success");
  }

  #ended(name: string, result: Result): JobRun {
    const { outputs, permissions: granted } = this.#plan;
    const needed = [...this.#needed, ...this.#programs.permissions()].flatMap((texts) =>
      Object.entries(texts),
    );
    return {
      name,
      result,
      outputs: result === "skipped" ? {} : this.#filled(outputs),
      steps: this.#steps,
      programCalls: this.#programs.calls(),
      granted,
      needed: Object.fromEntries(needed),
    };
  }

  async #runStep(step: StepPlan): Promise<StepRun> {
    if (!holds(step.condition, this.#stepScope())) {
      return { id: step.id, result: "skipped", outputs: {}, log: "", action: null };
    }
    const environment = { ...this.#filled(this.#plan.environment), ...this.#filled(step.environment) };
    if (step.kind === "script") return this.#runScript(step.id, step.script, environment);
    const inputs = this.#filled(step.inputs);
    if (step.action === OWN_ACTION) return this.#runOwnAction(step.id, inputs, environment);
    return this.#runStandIn(step.id, step.action, inputs);
  }

  #runScript(id: string | null, script: string, environment: Texts): StepRun {
    const path = join(this.#temporary, `step-${this.#steps.length}.sh`);
    const files = Object.fromEntries(
      ["OUTPUT", "ENV", "PATH", "STEP_SUMMARY"].map((name) => [`GITHUB_${name}`, `${path}.${name}`]),
    );
    writeFileSync(path, script);
    for (const file of Object.values(files)) writeFileSync(file, "");
    const { status, stdout, stderr } = spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", path], {
      cwd: this.#workspace,
      encoding: "utf8",
      env: {
        PATH: `${this.#programs.folder}:${process.env["PATH"] ?? ""}`,
        HOME: this.#temporary,
        ...this.#runnerVariables(),
        ...files,
        ...environment,
      },
    });
    for (const name of ["ENV", "PATH"]) {
      if (readFileSync(`${path}.${name}`, "utf8") !== "") throw new Error(`GITHUB_${name} is not known here`);
    }
    const outputs = fileCommandPairs(readFileSync(`${path}.OUTPUT`, "utf8"));
    return { id, result: status === 0 ? "success" : "failure", outputs, log: stdout + stderr, action: null };
  }

  /** Started elsewhere, so that files are found by where the runner says the workspace is. */
  async #runOwnAction(id: string | null, inputs: Texts, environment: Texts): Promise<StepRun> {
    const { event } = this.#call;
    // It fetches what it compares, and asks for the pull request's head.
    if (
      [inputs["impacted-targets-from"], inputs["impacted-targets-result"]].some(
        (input) => input !== undefined,
      )
    ) {
      this.#needed.push({ contents: "read" });
    }
    const action = await runAction({
      inputs: inputs["wait"] === "true" ? { ...inputs, "poll-interval": POLL_INTERVAL } : inputs,
      eventName: event.name,
      event: event.payload,
      environment: { GITHUB_WORKSPACE: this.#workspace, ...this.#runnerVariables(), ...environment },
    });
    const outputs = { ...DECLARED_OUTPUTS, ...action.outputs };
    const result = action.exitCode === 0 ? "success" : "failure";
    return { id, result, outputs, log: action.stdout + action.stderr, action };
  }

  #runStandIn(id: string | null, action: string, inputs: Texts): StepRun {
    const standIn = ACTION_STAND_INS[action];
    if (standIn === undefined) throw new Error(`nothing stands in for ${action}`);
    const unknown = Object.keys(inputs).filter((name) => !standIn.inputs.includes(name));
    if (unknown.length > 0) throw new Error(`the stand-in for ${action} does not know ${unknown.join(", ")}`);
    this.#needed.push(standIn.permissions(inputs));
    const { runId, artifacts, repository, event } = this.#call;
    const workspace = this.#workspace;
    standIn.run({ inputs, workspace, runId, artifacts, repository, ref: refOf(event) });
    return { id, result: "success", outputs: {}, log: "", action: null };
  }

  #runnerVariables(): Texts {
    return {
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_SERVER_URL: this.#call.serverUrl,
      GITHUB_RUN_ID: this.#call.runId,
      GITHUB_REF: refOf(this.#call.event),
      RUNNER_TEMP: this.#temporary,
    };
  }

  #hasFailed(): boolean {
    return this.#steps.some(({ result }) => result === "failure");
  }

  #stepScope(): ExpressionScope {
    return this.#scope(!this.#hasFailed(), this.#hasFailed());
  }

  #filled(texts: Texts): Texts {
    const scope = this.#stepScope();
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, interpolate(text, scope)]));
  }

  #scope(isSuccess: boolean, isFailure: boolean): ExpressionScope {
    const statuses: Readonly<Record<string, boolean>> = {
      success: isSuccess,
      failure: isFailure,
      always: true,
      cancelled: false,
    };
    return {
      context: (name) => {
        const value = name === "steps" ? this.#stepsContext() : this.#contexts[name];
        if (value === undefined) throw new Error(`there is no context ${name}`);
        return value;
      },
      status: (name) => statuses[name] ?? false,
    };
  }

  #stepsContext(): Value {
    const named = this.#steps.flatMap(({ id, outputs, result }) =>
      id === null ? [] : [[id, { outputs, outcome: result, conclusion: result }] as const],
    );
    return Object.fromEntries(named);
  }
}

/** Every output that action.yml declares, empty: an output that is not declared is then not there. */
const DECLARED_OUTPUTS: Texts = Object.fromEntries(declaredOutputs().map((name) => [name, ""]));

function declaredOutputs(): readonly string[] {
  const action: unknown = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
  return Object.keys(mapping(mapping(action, "action.yml")["outputs"], "outputs"));
}

function githubContext(call: WorkflowCall): Value {
  return {
    event: call.event.payload,
    event_name: call.event.name,
    repository: REPOSITORY,
    server_url: call.serverUrl,
    run_id: call.runId,
    ref: refOf(call.event),
    token: "ghs_the-token-of-this-job",
  };
}

/** A pull request's run is about the merge commit that GitHub keeps; every other run here is about the default branch. */
function refOf({ name, payload }: WorkflowEvent): string {
  const { number } = payload;
  return name === "pull_request" && typeof number === "number"
    ? `refs/pull/${number}/merge`
    : "refs/heads/main";
}
