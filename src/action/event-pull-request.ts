/** Finds the pull request that the workflow's event is about, for every kind of event. */
import { type CommitId, isCommitId, isPullRequestNumber, type PullRequestNumber } from "../domain/ids.js";
import { at, listAt, textAt } from "./outputs.js";

export type EventPullRequest =
  | {
      readonly kind: "known";
      readonly number: PullRequestNumber;
      /** Null when the event does not name it. */
      readonly headSha: CommitId | null;
      readonly baseBranch: string | null;
      /** Its branch is in another repository, so its jobs get no secrets. */
      readonly isFork: boolean;
    }
  | { readonly kind: "none"; readonly because: string };

/** A head commit that the event names, whether or not it names the pull request. */
export interface EventHead {
  readonly sha: string;
  /** The expression that gives it in a workflow. */
  readonly expression: string;
}

const RUN_EVENTS = ["workflow_run", "check_suite", "check_run"];

/** Null when the event names none. */
export function eventHead(event: unknown): EventHead | null {
  const places = [["pull_request", "head", "sha"], ...RUN_EVENTS.map((kind) => [kind, "head_sha"])];
  const found = places.flatMap((path) => {
    const sha = textAt(event, ...path);
    return sha === undefined ? [] : [{ sha, expression: `github.event.${path.join(".")}` }];
  });
  return found[0] ?? null;
}

export function eventPullRequest(event: unknown): EventPullRequest {
  if (at(event, "pull_request") !== undefined) return known(at(event, "pull_request"));
  if (at(event, "merge_group") !== undefined) return ofMergeGroup(event);
  for (const kind of RUN_EVENTS) {
    if (at(event, kind) !== undefined) return ofRun(event, kind);
  }
  if (at(event, "issue") !== undefined) return ofIssue(event);
  return none("the event is not about a pull request");
}

function none(because: string): EventPullRequest {
  return { kind: "none", because };
}

function known(pullRequest: unknown): EventPullRequest {
  const number = at(pullRequest, "number");
  if (!isPullRequestNumber(number)) return none("the event names no pull request number");
  return {
    kind: "known",
    number,
    headSha: commitOrNull(textAt(pullRequest, "head", "sha")),
    baseBranch: textAt(pullRequest, "base", "ref") ?? null,
    isFork: isFork(pullRequest),
  };
}

function commitOrNull(text: string | undefined): CommitId | null {
  return text !== undefined && isCommitId(text) ? text : null;
}

/** A fork that has been deleted is null in the event. */
function isFork(pullRequest: unknown): boolean {
  const head = at(pullRequest, "head", "repo");
  const base = textAt(pullRequest, "base", "repo", "full_name");
  if (head === null) return true;
  const from = textAt(head, "full_name");
  return from !== undefined && base !== undefined && from.toLowerCase() !== base.toLowerCase();
}

/** The event of a comment shows the pull request as an issue, without its commits. */
function ofIssue(event: unknown): EventPullRequest {
  const number = at(event, "issue", "number");
  if (!isPullRequestNumber(number)) return none("the event names no pull request number");
  if (at(event, "issue", "pull_request") === undefined)
    return none(`#${number} is an issue, not a pull request`);
  return { kind: "known", number, headSha: null, baseBranch: null, isFork: false };
}

/** Only the name of the group's branch contains the number; the group's commit is the merge, not the head. */
function ofMergeGroup(event: unknown): EventPullRequest {
  const branch = textAt(event, "merge_group", "head_ref") ?? "";
  const number = Number(/\/pr-(\d{1,10})-[0-9a-f]{40,64}$/.exec(branch)?.[1]);
  if (!isPullRequestNumber(number)) return none("the merge group's branch names no pull request");
  const base = textAt(event, "merge_group", "base_ref")?.replace(/^refs\/heads\//, "");
  return { kind: "known", number, headSha: null, baseBranch: base ?? null, isFork: false };
}

/**
 * The event lists every open pull request with that commit or branch, including pull requests of other repositories. It
 * lists none from a fork, although a fork's branch may have the same name as a branch with a pull request here.
 */
function ofRun(event: unknown, kind: string): EventPullRequest {
  const run = at(event, kind);
  const here = at(event, "repository", "id");
  const from = at(run, "head_repository", "id");
  const headSha = textAt(run, "head_sha");
  const ours = listAt(run, "pull_requests").filter(
    (pullRequest) =>
      (here === undefined || at(pullRequest, "base", "repo", "id") === here) &&
      (from === undefined || at(pullRequest, "head", "repo", "id") === from),
  );
  const current = ours.filter((pullRequest) => textAt(pullRequest, "head", "sha") === headSha);
  const [only, ...others] = current.length > 0 ? current : ours;
  if (only === undefined) return none(`the ${kind} lists no pull request (it never does for a fork)`);
  if (others.length > 0) return none(`the ${kind} lists several pull requests`);
  const found = known(only);
  // GitHub reads the listed pull requests later, when they may have another head.
  return found.kind === "none" ? found : { ...found, headSha: commitOrNull(headSha) };
}
