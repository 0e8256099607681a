/** Facts about the workflow run of this step, as the runner provides them. */
import { readFileSync } from "node:fs";
import { type EventHead, type EventPullRequest, eventHead, eventPullRequest } from "./event-pull-request.js";
import { at, textAt } from "./outputs.js";

export interface WorkflowRun {
  /** `owner/name`; empty outside a workflow, like every text here. */
  readonly repository: string;
  readonly serverUrl: string;
  readonly runId: string;
  /** The last and the first actor of the run: a run that is repeated keeps the rights of its first actor. */
  readonly actors: readonly string[];
  readonly pullRequest: EventPullRequest;
  readonly eventHead: EventHead | null;
  /** The base may be newer than the event's merge: it has just changed, or was read after the event. */
  readonly mayHaveOldMerge: boolean;
  readonly defaultBranch: string | null;
  /** The branch the run is about; null for a tag. */
  readonly currentBranch: string | null;
  /** Base address of the forge's API. */
  readonly forgeApiUrl: string;
  readonly eventName: string;
  /** The commit that the run is for; for a pull request, its merge. */
  readonly sha: string;
  /** The folder in which checkouts are. */
  readonly workspace: string;
  /** The base and the head of a merge group. */
  readonly mergeGroup: { readonly base: string; readonly head: string } | null;
}

export function readWorkflowRun(environment: (name: string) => string): WorkflowRun {
  const event = readEvent(environment("GITHUB_EVENT_PATH"));
  return {
    repository: environment("GITHUB_REPOSITORY") || (textAt(event, "repository", "full_name") ?? ""),
    serverUrl: environment("GITHUB_SERVER_URL"),
    runId: environment("GITHUB_RUN_ID"),
    actors: [environment("GITHUB_TRIGGERING_ACTOR"), environment("GITHUB_ACTOR")],
    pullRequest: eventPullRequest(event),
    eventHead: eventHead(event),
    mayHaveOldMerge: at(event, "changes", "base") !== undefined,
    defaultBranch: textAt(event, "repository", "default_branch") ?? null,
    currentBranch: currentBranch(event, environment),
    forgeApiUrl: environment("GITHUB_API_URL"),
    eventName: environment("GITHUB_EVENT_NAME"),
    sha: environment("GITHUB_SHA"),
    workspace: environment("GITHUB_WORKSPACE"),
    mergeGroup: mergeGroup(event),
  };
}

/** An unreadable event counts as empty; a value that it lacks is then reported as a missing input. */
function readEvent(path: string): unknown {
  try {
    return path === "" ? undefined : JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** An event about another run names that run's branch; the ref of a pull request's own run is not a branch. */
function currentBranch(event: unknown, environment: (name: string) => string): string | null {
  const [, branch] = /^refs\/heads\/(.+)$/.exec(environment("GITHUB_REF")) ?? [];
  return (
    textAt(event, "workflow_run", "head_branch") ??
    textAt(event, "check_suite", "head_branch") ??
    textAt(event, "check_run", "check_suite", "head_branch") ??
    (environment("GITHUB_HEAD_REF") || branch || null)
  );
}

function mergeGroup(event: unknown): WorkflowRun["mergeGroup"] {
  const base = textAt(event, "merge_group", "base_sha");
  const head = textAt(event, "merge_group", "head_sha");
  return base === undefined || head === undefined ? null : { base, head };
}
