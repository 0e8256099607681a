/**
 * Workflows and actions of GitHub as values, in which comments, quotes and layout have no meaning, and the events that can
 * start a workflow for a test branch. After `loadYaml`.
 */
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "../../domain/is-record.js";
import { mayIncludeTestBranch } from "../../domain/test-branch.js";
import { parseYaml } from "../parse-yaml.js";

export const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
export const ACTION = /\/action\.ya?ml$/;

export type Fields = Readonly<Record<string, unknown>>;

export interface WorkflowEvent {
  readonly name: string;
  readonly filter: Fields;
}

export interface Workflow {
  readonly events: readonly WorkflowEvent[];
  readonly jobs: ReadonlyMap<string, Fields>;
  /** All fields but the jobs. */
  readonly head: Fields;
}

/** Null where the file cannot be read or written as JSON, or names no event. */
export function parseWorkflow(text: string): Workflow | null {
  const fields = fieldsIn(text);
  if (fields === null) return null;
  const { jobs, ...head } = fields;
  // YAML 1.1 reads the key `on` as true.
  const on = head["on"] ?? head["true"];
  const events = typeof on === "string" ? [{ name: on, filter: {} }] : eventsIn(on);
  if (events.length === 0) return null;
  return {
    events,
    head,
    jobs: new Map(Object.entries(asFields(jobs)).map(([id, job]) => [id, asFields(job)])),
  };
}

function fieldsIn(text: string): Fields | null {
  try {
    const value = parseYaml(text);
    // An alias may lead back to what contains it, which has no text to compare.
    JSON.stringify(value);
    return asFields(value);
  } catch {
    return null;
  }
}

function eventsIn(on: unknown): readonly WorkflowEvent[] {
  if (Array.isArray(on)) return on.map((event) => ({ name: String(event), filter: {} }));
  return Object.entries(asFields(on)).map(([name, filter]) => ({ name, filter: asFields(filter) }));
}

export function asFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

/** The order of keys counts: a check has the values of its matrix in its name, in that order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);
}

/** Two files with one meaning to GitHub. False where one of them cannot be read. */
export function haveSameMeaning(before: Uint8Array, after: Uint8Array): boolean {
  try {
    const [was, is] = [before, after].map((bytes) =>
      parseYaml(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    );
    return isSameValue(was, is);
  } catch {
    // Not UTF-8, not YAML, more than one document, or a cycle.
    return false;
  }
}

/** No test branch starts these. A person or a schedule does, or an event of an issue or a release. */
const NEVER: ReadonlySet<string> = new Set([
  "schedule",
  "issues",
  "issue_comment",
  "discussion",
  "discussion_comment",
  "release",
  "label",
  "milestone",
  "fork",
  "watch",
  "gollum",
  "public",
  "page_build",
  "branch_protection_rule",
  "member",
  // Another workflow has to call it, and names it then.
  "workflow_call",
]);

/** GitHub runs the file of a branch that the change has not reached; what the workflow names may be of the change. */
export const RUN_FROM_BASE: ReadonlySet<string> = new Set([
  "pull_request_target",
  "workflow_run",
  "repository_dispatch",
  "delete",
  "check_run",
  "check_suite",
  "status",
]);

/** A draft of a test branch is closed after its test run, and is in no merge queue of GitHub. Anything may label it. */
const NEVER_TYPES: ReadonlySet<string> = new Set(["closed", "enqueued", "dequeued"]);

export interface Circumstances {
  /** Of the queue, which drafts of test branches have as base; null if it is not known. */
  readonly targetBranch: string | null;
  /** Something that a test branch runs may start a workflow by `workflow_dispatch`. */
  readonly isDispatched: boolean;
}

export function startingEvents(
  events: readonly WorkflowEvent[],
  { targetBranch, isDispatched }: Circumstances,
): readonly WorkflowEvent[] {
  return events.filter(({ name, filter }) => {
    if (NEVER.has(name)) return false;
    if (name === "workflow_dispatch") return isDispatched;
    if (name === "push") return canBePushed(filter);
    return name === "pull_request" ? canBeDraft(filter, targetBranch) : true;
  });
}

function canBePushed(filter: Fields): boolean {
  const { branches } = filter;
  if (branches === undefined) return filter["branches-ignore"] !== undefined || filter["tags"] === undefined;
  return [branches].flat().some(mayIncludeTestBranch);
}

/** `branches` are those of the base. */
function canBeDraft(filter: Fields, targetBranch: string | null): boolean {
  const types = listIn(filter["types"]);
  if (types.length > 0 && types.every((type) => NEVER_TYPES.has(String(type)))) return false;
  if (targetBranch === null) return true;
  // Without a name, the filter counts as absent.
  const branches = listIn(filter["branches"]);
  const isOther = (branch: unknown) => branch !== targetBranch && !isPattern(branch);
  if (branches.length > 0 && branches.every(isOther)) return false;
  return !listIn(filter["branches-ignore"]).includes(targetBranch);
}

function isPattern(branch: unknown): boolean {
  return typeof branch !== "string" || /[*?+[\]{}()!\\]/.test(branch);
}
