/**
 * What every workflow here keeps to, beyond being valid: pinned actions, few permissions, bounded time, and no
 * text of strangers in a shell. Each rule tells in sentences what breaks it; none means that it holds.
 */
import { type Document, isMap, isScalar, parseDocument } from "yaml";

export interface Workflow {
  readonly path: string;
  readonly text: string;
}

export interface Rule {
  readonly says: string;
  /** Which workflows it is for; absent: all of them, examples included. */
  readonly paths?: RegExp;
  violations(workflow: ParsedWorkflow): readonly string[];
}

type Mapping = Readonly<Record<string, unknown>>;

interface Job {
  readonly name: string;
  readonly content: Mapping;
  readonly steps: readonly Mapping[];
}

interface ParsedWorkflow {
  readonly text: string;
  readonly document: Document;
  readonly root: Mapping;
  readonly triggers: readonly string[];
  readonly jobs: readonly Job[];
}

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
/** A commit cannot name itself, so examples name our own Action by a tag, which never moves, or leave a blank. */
const OURS = /^[.$]\/|^acme\/merge-queue@(?:<commit>|v\d+\.\d+\.\d+)$/;
const OUR_WORKFLOWS = /^\.github\//;

export const RULES: readonly Rule[] = [
  {
    says: "name every action by a commit, with its version beside it",
    violations: ({ jobs, text }) =>
      jobs
        .flatMap(({ content, steps }) => [content, ...steps])
        .flatMap(({ uses }) => (typeof uses === "string" && !isPinned(uses, text) ? [`uses ${uses}`] : [])),
  },
  {
    says: "declare permissions at the top, where none may be to write",
    violations: ({ root: { permissions } }) => {
      if (permissions === undefined) return ["declares no permissions"];
      return Object.entries(isMapping(permissions) ? permissions : {})
        .filter(([, access]) => access === "write")
        .map(([scope]) => `lets every job write ${scope}`);
    },
  },
  {
    says: "say what each permission is for",
    violations: ({ document, jobs }) => [
      ...unexplainedGrants(document, ["permissions"]),
      ...jobs.flatMap(({ name }) => unexplainedGrants(document, ["jobs", name, "permissions"])),
    ],
  },
  {
    says: "bound the time of every job",
    violations: ({ jobs }) =>
      jobs
        .filter(
          ({ content }) => content["uses"] === undefined && typeof content["timeout-minutes"] !== "number",
        )
        .map(({ name }) => `${name} has no timeout-minutes`),
  },
  {
    says: "leave no token behind in a checkout",
    violations: ({ jobs }) =>
      checkouts(jobs)
        .filter(({ inputs }) => inputs["persist-credentials"] !== false)
        .map(({ job }) => `${job} checks out without persist-credentials: false`),
  },
  {
    says: "put no expression into a script, where its text would become code",
    violations: ({ jobs }) =>
      jobs.flatMap(({ name, steps }) =>
        steps
          .flatMap((step) => [step["run"], inputsOf(step)["script"]])
          .filter((script) => typeof script === "string" && script.includes("${{"))
          .map(() => `${name} has an expression in a script: pass it through env`),
      ),
  },
  {
    says: "give no pull request of a stranger the repository's secrets",
    violations: ({ triggers, jobs }) => {
      if (triggers.includes("pull_request_target")) return ["is triggered by pull_request_target"];
      if (!triggers.includes("workflow_run")) return [];
      return checkouts(jobs).map(({ job }) => `${job} checks out on workflow_run, with secrets at hand`);
    },
  },
  {
    says: "say what becomes of a run when the next one starts",
    paths: OUR_WORKFLOWS,
    violations: ({ root }) => (root["concurrency"] === undefined ? ["declares no concurrency"] : []),
  },
  {
    says: "run on merge groups, and let one job answer for all others",
    paths: /^\.github\/workflows\/ci\.yml$/,
    violations: ({ triggers, jobs }) => [
      ...(triggers.includes("merge_group") ? [] : ["is not triggered by merge_group"]),
      ...gateViolations(jobs),
    ],
  },
  {
    says: "release nothing that came from a cache",
    paths: /^\.github\/workflows\/release\.yml$/,
    violations: ({ jobs }) =>
      jobs.flatMap(({ name, steps }) => steps.filter(mayCache).map(() => `${name} may use a cache`)),
  },
];

export interface Violation {
  readonly rule: string;
  readonly what: string;
}

export function violationsIn(workflow: Workflow): readonly Violation[] {
  const parsed = parse(workflow);
  return RULES.filter(({ paths }) => paths === undefined || paths.test(workflow.path)).flatMap((rule) =>
    rule.violations(parsed).map((what) => ({ rule: rule.says, what })),
  );
}

function parse({ path, text }: Workflow): ParsedWorkflow {
  const document = parseDocument(text);
  const root: unknown = document.toJS();
  if (document.errors.length > 0 || !isMapping(root)) throw new Error(`${path} is not a YAML mapping`);
  return { text, document, root, triggers: triggersOf(root["on"]), jobs: jobsOf(root["jobs"]) };
}

function triggersOf(on: unknown): readonly string[] {
  if (isMapping(on)) return Object.keys(on);
  return (Array.isArray(on) ? on : [on]).map(String);
}

function jobsOf(jobs: unknown): readonly Job[] {
  if (!isMapping(jobs)) return [];
  return Object.entries(jobs).map(([name, value]) => {
    const content = isMapping(value) ? value : {};
    const steps = Array.isArray(content["steps"]) ? content["steps"].filter(isMapping) : [];
    return { name, content, steps };
  });
}

/** The comment is what people read, and what the bot keeps up to date beside the commit. */
function isPinned(uses: string, text: string): boolean {
  if (OURS.test(uses)) return true;
  if (!PINNED.test(uses)) return false;
  const lines = text.split("\n").filter((line) => line.includes(`uses: ${uses}`));
  return lines.length > 0 && lines.every((line) => / # v\d+\.\d+\.\d+$/.test(line));
}

function unexplainedGrants(document: Document, path: readonly string[]): readonly string[] {
  const grants: unknown = document.getIn(path, true);
  if (isScalar(grants)) return [`grants ${String(grants.value)} in ${path.join(".")}`];
  if (!isMap(grants)) return [];
  return grants.items
    .filter(({ value }) => !isScalar(value) || !value.comment)
    .map(({ key }) => `does not say what ${String(key)} in ${path.join(".")} is for`);
}

function checkouts(jobs: readonly Job[]) {
  return jobs.flatMap(({ name, steps }) =>
    steps
      .filter(({ uses }) => typeof uses === "string" && uses.startsWith("actions/checkout@"))
      .map((step) => ({ job: name, inputs: inputsOf(step) })),
  );
}

function gateViolations(jobs: readonly Job[]): readonly string[] {
  const gate = jobs.find(({ name }) => name === "gate");
  if (gate === undefined) return ["has no job gate"];
  const needs: readonly unknown[] = [gate.content["needs"]].flat();
  const missing = jobs.filter((job) => job !== gate && !needs.includes(job.name));
  return [
    ...missing.map(({ name }) => `lets changes pass its gate without ${name}`),
    // A job is skipped when one that it needs fails, and a skipped check counts as passed.
    ...(gate.content["if"] === "always()" ? [] : ["skips its gate when another job fails"]),
  ];
}

/** Setting up Node caches by itself in some repositories. */
function mayCache(step: Mapping): boolean {
  const { uses } = step;
  if (typeof uses !== "string") return false;
  const inputs = inputsOf(step);
  if (uses.startsWith("actions/setup-node@") && inputs["package-manager-cache"] !== false) return true;
  return uses.startsWith("actions/cache") || inputs["cache"] !== undefined;
}

function inputsOf(step: Mapping): Mapping {
  return isMapping(step["with"]) ? step["with"] : {};
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
