/** Events as GitHub sends them, with what is read of them and some of what is not. */
import { namedCommit } from "../fake-commits.js";

export interface SentEvent {
  readonly event: string;
  readonly payload: object;
}

export const AT = 1_767_225_600_000;

const repository = {
  id: 1,
  name: "mono",
  full_name: "Octo/mono",
  owner: { login: "Octo", type: "Organization" },
};

export interface SaidBy {
  readonly login?: string;
  readonly type?: string;
  /** In seconds after the beginning. */
  readonly at?: number;
}

export function person({ login = "mona", type = "User" }: SaidBy) {
  return { login, id: 7, type, site_admin: false };
}

export function timeAt(seconds: number): string {
  return new Date(AT + seconds * 1000).toISOString().replace(".000", "");
}

export function comment(number: number, id: number, body: string, by: SaidBy = {}): SentEvent {
  const said = { id, body, user: person(by), created_at: timeAt(by.at ?? 0), author_association: "NONE" };
  const issue = { number, title: "A change", pull_request: { url: "" }, user: person({}) };
  return { event: "issue_comment", payload: { action: "created", issue, comment: said, repository } };
}

export function onPullRequest(
  action: string,
  number: number,
  more: object = {},
  { base = "main", ...by }: SaidBy & { readonly base?: string } = {},
): SentEvent {
  const pull_request = {
    number,
    updated_at: timeAt(by.at ?? 0),
    base: { ref: base },
    head: { sha: namedCommit(`head ${number}`) },
    title: "A change",
  };
  const payload = { action, number, pull_request, repository, sender: person(by), ...more };
  return { event: "pull_request", payload };
}

export function label(action: "labeled" | "unlabeled", number: number, name: string, by: SaidBy = {}) {
  return onPullRequest(action, number, { label: { id: 1, name, color: "fff" } }, by);
}

export function push(ref: string, after: string): SentEvent {
  return { event: "push", payload: { ref, before: "0".repeat(40), after, commits: [], repository } };
}

export function review(number: number): SentEvent {
  const pull_request = { number, base: { ref: "main" } };
  return {
    event: "pull_request_review",
    payload: { action: "submitted", pull_request, review: {}, repository },
  };
}

export function checkRun(sha: string, branch: string | null, action = "completed"): SentEvent {
  const check_run = {
    id: 5,
    name: "tests",
    status: "completed",
    head_sha: sha,
    check_suite: { id: 4, head_branch: branch },
  };
  return { event: "check_run", payload: { action, check_run, repository } };
}

/** A button on the queue's check run, or GitHub's own "Re-run". */
export function click(
  on: "merge" | "cancel" | "retry" | "rerun",
  number: number,
  part: object = {},
  by: SaidBy = {},
): SentEvent {
  const check_run = {
    ...{ id: 5, name: "Merge Queue", status: "in_progress", external_id: `entry/1#${number}` },
    ...{ head_sha: namedCommit(`head ${number}`), pull_requests: [], ...part },
  };
  const action = on === "rerun" ? "rerequested" : "requested_action";
  const requested_action = on === "rerun" ? {} : { requested_action: { identifier: on } };
  return {
    event: "check_run",
    payload: { action, check_run, repository, sender: person(by), ...requested_action },
  };
}

export function suite(event: "check_suite" | "workflow_run", sha: string): SentEvent {
  const about = { id: 4, head_sha: sha, head_branch: "feature", pull_requests: [] };
  return { event, payload: { action: "completed", [event]: about, repository } };
}

export function status(sha: string, state: string): SentEvent {
  return { event: "status", payload: { sha, state, context: "ci", branches: [{ name: "x" }], repository } };
}
