/** Events as GitHub sends them, as far as the examples look at them, and whether a workflow's triggers take one. */
import type { Value } from "./workflow-expressions.js";
import { mapping, type Texts, type WorkflowFile } from "./workflow-file.js";

export interface WorkflowEvent {
  readonly name: string;
  readonly payload: { readonly [name: string]: Value };
}

export interface PullRequestOnForge {
  readonly number: number;
  readonly headSha: string;
  readonly labels?: readonly string[];
  /** `owner/name` that the head branch lives in. */
  readonly from?: string;
}

const REPOSITORY = { id: 1, full_name: "acme/shop", default_branch: "main" };

/** `label` is the one that a `labeled` or `unlabeled` is about. */
export function pullRequestEvent(
  action: string,
  pullRequest: PullRequestOnForge,
  label?: string,
): WorkflowEvent {
  const { number, headSha, labels = [], from = REPOSITORY.full_name } = pullRequest;
  return {
    name: "pull_request",
    payload: {
      action,
      number,
      ...(label !== undefined && { label: { name: label } }),
      pull_request: {
        number,
        head: { sha: headSha, repo: { full_name: from } },
        base: { ref: "main", repo: REPOSITORY },
        labels: labels.map((name) => ({ name })),
      },
      repository: REPOSITORY,
    },
  };
}

/** An edit: of the title, or of the branch that the pull request is to be merged into. */
export function editedEvent(pullRequest: PullRequestOnForge, changed: "title" | "base"): WorkflowEvent {
  const { name, payload } = pullRequestEvent("edited", pullRequest);
  const from = changed === "title" ? "Before" : "stacked-below";
  const changes = changed === "title" ? { title: { from } } : { base: { ref: { from }, sha: { from: "0" } } };
  return { name, payload: { ...payload, changes } };
}

export function scheduleEvent(schedule: string): WorkflowEvent {
  return { name: "schedule", payload: { schedule } };
}

export function dispatchEvent(inputs: Texts): WorkflowEvent {
  return { name: "workflow_dispatch", payload: { inputs, repository: REPOSITORY } };
}

/** The end of another workflow's run for a forked pull request: the event lists no pull request then. */
export function workflowRunEvent(
  name: string,
  id: number,
  headSha: string,
  conclusion: "success" | "failure",
): WorkflowEvent {
  const run = { id, name, event: "pull_request", conclusion, head_sha: headSha, pull_requests: [] };
  return {
    name: "workflow_run",
    payload: { action: "completed", workflow_run: run, repository: REPOSITORY },
  };
}

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  pull_request: ["types", "branches"],
  workflow_run: ["workflows", "types"],
  workflow_dispatch: ["inputs"],
};

/** The workflow's inputs; throws when the event does not start it. */
export function takeEvent({ triggers }: WorkflowFile, { name, payload }: WorkflowEvent): Texts {
  const trigger = triggers.get(name);
  if (trigger === undefined) throw new Error(`the workflow does not run on ${name}`);
  if (name === "schedule") {
    checkListed(
      [trigger].flat().map((entry) => mapping(entry, name, ["cron"])["cron"]),
      payload["schedule"],
    );
    return {};
  }
  const filters = mapping(trigger ?? {}, name, FILTERS[name] ?? []);
  if (name === "workflow_dispatch") return takeInputs(filters["inputs"], payload["inputs"] ?? {});
  if (name === "push") return {};
  const usualTypes = name === "pull_request" ? ["opened", "synchronize", "reopened"] : [payload["action"]];
  checkListed(filters["types"] ?? usualTypes, payload["action"]);
  if (filters["branches"] !== undefined) checkListed(filters["branches"], baseOf(payload));
  if (filters["workflows"] !== undefined) {
    checkListed(filters["workflows"], mapping(payload["workflow_run"], "workflow_run")["name"]);
  }
  return {};
}

function baseOf(payload: WorkflowEvent["payload"]): unknown {
  return mapping(mapping(payload["pull_request"], "pull_request")["base"], "base")["ref"];
}

/** Inputs here are choices. */
function takeInputs(declared: unknown, given: unknown): Texts {
  const inputs = mapping(declared ?? {}, "the trigger");
  const chosen = mapping(given, "the dispatch", Object.keys(inputs));
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => {
      const { options } = mapping(input, name, ["description", "type", "options", "required"]);
      checkListed(options, chosen[name]);
      return [name, String(chosen[name])];
    }),
  );
}

function checkListed(listed: unknown, value: unknown): void {
  if (Array.isArray(listed) && listed.includes(value)) return;
  throw new Error(`the workflow does not take ${JSON.stringify(value)}; it takes ${JSON.stringify(listed)}`);
}
