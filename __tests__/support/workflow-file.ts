/** Reads a workflow file into the shape that the runner of the tests knows. Any other key is refused, never skipped. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface WorkflowFile {
  readonly name: string;
  readonly triggers: ReadonlyMap<string, unknown>;
  /** In the order in which they can run. */
  readonly jobs: readonly JobPlan[];
}

export interface JobPlan {
  readonly name: string;
  readonly condition: string;
  readonly needs: readonly string[];
  readonly permissions: Texts;
  readonly environment: Texts;
  readonly outputs: Texts;
  readonly steps: readonly StepPlan[];
}

export type StepPlan = {
  readonly id: string | null;
  readonly condition: string;
  readonly environment: Texts;
} & (
  | { readonly kind: "script"; readonly script: string }
  /** `action` is without its commit. */
  | { readonly kind: "action"; readonly action: string; readonly inputs: Texts }
);

export type Texts = Readonly<Record<string, string>>;
type Mapping = Readonly<Record<string, unknown>>;

const WORKFLOW_KEYS = ["name", "on", "permissions", "defaults", "concurrency", "jobs"];
const JOB_KEYS = [
  ..."if needs permissions env outputs steps".split(" "),
  // These say where and how long, which makes no difference here.
  ..."name runs-on timeout-minutes".split(" "),
];
const STEP_KEYS = ["id", "name", "if", "env", "run", "uses", "with"];
/** What GitHub runs for `shell: bash`. */
const DEFAULTS = { run: { shell: "bash" } };

export function readWorkflowFile(path: string): WorkflowFile {
  const parsed: unknown = parse(readFileSync(path, "utf8"));
  const root = mapping(parsed, path, WORKFLOW_KEYS);
  if (root["defaults"] !== undefined && JSON.stringify(root["defaults"]) !== JSON.stringify(DEFAULTS)) {
    throw new Error(`${path} sets other defaults than the shell bash`);
  }
  const usesDefaultShell = root["defaults"] === undefined;
  const jobs = Object.entries(mapping(root["jobs"], "jobs")).map(([name, job]) =>
    readJob(name, mapping(job, name, JOB_KEYS), texts(root["permissions"])),
  );
  if (usesDefaultShell && jobs.some(({ steps }) => steps.some(({ kind }) => kind === "script"))) {
    throw new Error(`${path} runs scripts without saying in which shell`);
  }
  return { name: text(root["name"], "name"), triggers: readTriggers(root["on"]), jobs: inOrder(jobs) };
}

function readTriggers(on: unknown): ReadonlyMap<string, unknown> {
  if (typeof on === "string") return new Map([[on, null]]);
  return new Map(Object.entries(mapping(on, "on")));
}

function readJob(name: string, job: Mapping, permissions: Texts): JobPlan {
  const { steps } = job;
  if (!Array.isArray(steps)) throw new Error(`the job ${name} has no steps`);
  return {
    name,
    condition: text(job["if"] ?? "success()", "if"),
    needs: [job["needs"] ?? []].flat().map((need) => text(need, "needs")),
    permissions: job["permissions"] === undefined ? permissions : texts(job["permissions"]),
    environment: texts(job["env"]),
    outputs: texts(job["outputs"]),
    steps: steps.map((step) => readStep(mapping(step, `a step of ${name}`, STEP_KEYS))),
  };
}

function readStep(step: Mapping): StepPlan {
  const common = {
    id: step["id"] === undefined ? null : text(step["id"], "id"),
    condition: text(step["if"] ?? "success()", "if"),
    environment: texts(step["env"]),
  };
  if (step["uses"] === undefined) return { ...common, kind: "script", script: text(step["run"], "run") };
  const [action = ""] = text(step["uses"], "uses").split("@");
  return { ...common, kind: "action", action, inputs: texts(step["with"]) };
}

function inOrder(jobs: readonly JobPlan[]): readonly JobPlan[] {
  const ordered: JobPlan[] = [];
  while (ordered.length < jobs.length) {
    const next = jobs.filter(
      (job) => !ordered.includes(job) && job.needs.every((need) => ordered.some(({ name }) => name === need)),
    );
    if (next.length === 0) throw new Error("the jobs need each other, or one that does not exist");
    ordered.push(...next);
  }
  return ordered;
}

function texts(value: unknown): Texts {
  if (value === undefined) return {};
  return Object.fromEntries(
    Object.entries(mapping(value, "values")).map(([key, item]) => [key, text(item, key)]),
  );
}

function text(value: unknown, what: string): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return String(value);
  throw new Error(`${what} is not a text: ${JSON.stringify(value)}`);
}

export function mapping(value: unknown, what: string, known?: readonly string[]): Mapping {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${what} is no mapping`);
  const entries = Object.entries(value);
  const unknown = entries.map(([key]) => key).filter((key) => known !== undefined && !known.includes(key));
  if (unknown.length > 0) throw new Error(`${what} has ${unknown.join(", ")}, which is not known here`);
  return Object.fromEntries(entries);
}
