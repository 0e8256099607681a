/** Reads what a workflow file does with a branch: whether it runs there, when its jobs are skipped, and their secrets. */
import { parseDocument } from "yaml";
import { passesFilter } from "./branch-filters.js";

export interface Workflow {
  readonly path: string;
  runsOnPush(branch: string): boolean;
  /** Of any branch: GitHub offers no filter, and no words of a commit prevent it. The files of that branch count. */
  readonly runsOnCreation: boolean;
  /** Of any branch. The files of the default branch count. */
  readonly runsOnDeletion: boolean;
  readonly runsOnPullRequests: boolean;
  readonly jobs: readonly WorkflowJob[];
}

export interface WorkflowJob {
  readonly id: string;
  /** null: computed in the run, or the name of a reusable workflow's job follows it. */
  readonly checkName: string | null;
  /** The fixed parts of the names of its checks, between what the run computes; one part: nothing is computed. */
  readonly nameParts: readonly string[];
  /** How many checks it reports, which have the values of the matrix after the name; null: computed in the run. */
  readonly matrix: number | null | "none";
  /** Ids of the jobs that have to succeed before, unless its condition differs. */
  readonly needs: readonly string[];
  /** Its `if`, without the marks of an expression; null: none. */
  readonly condition: string | null;
  /** The texts of its steps, each after its key. */
  readonly steps: string;
  /** Names of the secrets that it uses, without GitHub's own token. */
  readonly secrets: readonly string[];
  /** It passes all secrets on, to a reusable workflow or as one value. */
  readonly hasEverySecret: boolean;
  /** What its token may write. */
  readonly writes: readonly string[];
  /** null: none, or one that is computed in the run. */
  readonly environment: string | null;
}

/** null: GitHub does not run the file, because it is not valid. */
export function readWorkflow(path: string, text: string): Workflow | null {
  const whole = parsed(text);
  const jobs = member(whole, "jobs");
  const events = member(whole, "on");
  if (typeof jobs !== "object" || jobs === null || events === undefined) return null;
  return {
    path,
    runsOnPush: (branch) => isTriggered(events, "push", branch),
    runsOnCreation: namesOf(events).includes("create"),
    runsOnDeletion: namesOf(events).includes("delete"),
    runsOnPullRequests: namesOf(events).includes("pull_request"),
    jobs: Object.entries(jobs).map(([id, job]: [string, unknown]) => jobOf(id, job, whole)),
  };
}

function parsed(text: string): unknown {
  try {
    const document = parseDocument(text, { logLevel: "silent" });
    return document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 100 });
  } catch {
    // Too many aliases, or nesting that is too deep.
    return null;
  }
}

/** The names of the events under `on`. */
export function namesOf(events: unknown): readonly unknown[] {
  if (typeof events === "string") return [events];
  if (Array.isArray(events)) return events;
  return typeof events === "object" && events !== null ? Object.keys(events) : [];
}

function isTriggered(events: unknown, event: string, branch: string): boolean {
  if (!namesOf(events).includes(event)) return false;
  const options = Array.isArray(events) ? null : member(events, event);
  const [branches, ignored] = [textsAt(options, "branches"), textsAt(options, "branches-ignore")];
  const isOfTags = textsAt(options, "tags") !== null || textsAt(options, "tags-ignore") !== null;
  if (branches === null && ignored === null && isOfTags) return false;
  return passesFilter({ branches, ignored }, branch);
}

/** What a job could do harm with, if it ran the code of a stranger. */
const POWERS = ["actions", "attestations", "contents", "deployments", "id-token", "packages", "pages"];

function jobOf(id: string, job: unknown, whole: unknown): WorkflowJob {
  return { id, ...placeOf(id, job), ...powersOf(job, whole) };
}

type Place = Pick<WorkflowJob, "checkName" | "nameParts" | "matrix" | "needs" | "condition" | "steps">;

function placeOf(id: string, job: unknown): Place {
  const given = member(job, "name");
  const name = typeof given === "string" ? given : id;
  const isCall = member(job, "uses") !== undefined;
  const matrix = sizeOf(member(member(job, "strategy"), "matrix"));
  const parts = name.split(COMPUTED);
  const last = parts.pop() ?? "";
  // GitHub adds the values of the matrix to a fixed name, and the name of each called job.
  const ending =
    isCall && parts.length === 0 && matrix !== "none" ? [`${last} (`, ") / ", ""] : [`${last} / `, ""];
  const condition = member(job, "if");
  const isText = typeof condition === "string" || typeof condition === "boolean";
  return {
    checkName: parts.length === 0 && !isCall ? name : null,
    nameParts: [...parts, ...(isCall ? ending : [last])],
    matrix,
    needs: textsAt(job, "needs") ?? [],
    condition: isText ? withoutMarks(String(condition)) : null,
    steps: linesOf("", member(job, "steps")).join("\n"),
  };
}

const COMPUTED = /\$\{\{[\s\S]*?\}\}/;

function linesOf(key: string, value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${key}: ${String(value)}`];
  if (Array.isArray(value)) return value.flatMap((one) => linesOf(key, one));
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) => linesOf(name, one));
}

function withoutMarks(expression: string): string {
  return expression
    .trim()
    .replace(/^\$\{\{([\s\S]*)\}\}$/, "$1")
    .trim();
}

function sizeOf(matrix: unknown): WorkflowJob["matrix"] {
  if (matrix === undefined || matrix === null) return "none";
  if (typeof matrix !== "object") return null;
  const axes: readonly (readonly [string, unknown])[] = Object.entries(matrix);
  const isListed = axes.every(([name, values]) => !/^(?:in|ex)clude$/.test(name) && Array.isArray(values));
  return isListed
    ? axes.reduce((size, [, values]) => size * (Array.isArray(values) ? values.length : 1), 1)
    : null;
}

function powersOf(job: unknown, whole: unknown): Omit<WorkflowJob, "id" | keyof Place> {
  const expressions = [...expressionsIn(job), ...expressionsIn(member(whole, "env"))];
  const named = expressions
    .flatMap((text) => [...text.matchAll(SECRET)])
    .map(([, one, other]) => one ?? other ?? "");
  const permissions = member(job, "permissions") ?? member(whole, "permissions");
  const environment = member(job, "environment");
  const name = typeof environment === "string" ? environment : member(environment, "name");
  return {
    secrets: [...new Set(named.map((secret) => secret.toUpperCase()))].filter(
      (secret) => secret !== "GITHUB_TOKEN",
    ),
    hasEverySecret: member(job, "secrets") === "inherit" || expressions.some((text) => WHOLE.test(text)),
    writes:
      permissions === "write-all"
        ? ["everything"]
        : POWERS.filter((power) => member(permissions, power) === "write"),
    environment: typeof name === "string" && !name.includes("${{") ? name : null,
  };
}

const SECRET = /\bsecrets\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*'([^']+)'\s*\])/gi;
/** All secrets as one value, or one with a computed name. */
const WHOLE = /\bsecrets\s*(?:[),]|$)|\bsecrets\s*\[\s*(?!')/i;

function expressionsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [...value.matchAll(/\$\{\{([\s\S]*?)\}\}/g)].map(([, text = ""]) => text.trim());
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
}

function textsAt(value: unknown, name: string): readonly string[] | null {
  const found = member(value, name);
  if (found === undefined) return null;
  return (Array.isArray(found) ? found : [found]).map(String);
}

export function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}
