/**
 * Reads a webhook event. Events only name what to refresh; the service reads the present state from GitHub before it
 * acts.
 */
import type * as z from "zod/mini";
import { isCommitId, pullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryProblem } from "../../../domain/repository.js";
import type { RepositoryNames } from "../api/repository-names.js";
import { commandInCheckRun, commandInComment, commandInLabel } from "../commands/commands-in.js";
import type { CheckedCommit } from "../forge/github-forge.js";
import type { IntakeEvent, Refresh } from "./intake-event.js";
import {
  aboutRepository,
  checkRunPayload,
  checkSuitePayload,
  commentPayload,
  pullRequestPayload,
  pushPayload,
  repositoryPayload,
  reviewPayload,
  statusPayload,
  workflowRunPayload,
} from "./payloads.js";

export interface Heard {
  readonly event: string;
  /** Id of the delivery. */
  readonly id: string;
  readonly payload: unknown;
}

export interface Surroundings {
  /** Host of the forge, as in queue names. */
  readonly host: string;
  readonly commandPrefix: string;
  /** Keys of the configured repositories. */
  readonly repositories: { has(repositoryKey: string): boolean };
  /** Names of renamed repositories. */
  readonly names: RepositoryNames;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** null: the event is irrelevant. */
type Outcome = IntakeEvent | { readonly problem: string } | null;

type Reader = (payload: unknown, about: About) => Outcome;

interface About extends Pick<Surroundings, "commandPrefix" | "now"> {
  readonly repository: Repository;
  readonly id: string;
}

export function readIntakeEvent({ event, id, payload }: Heard, surroundings: Surroundings): Outcome {
  const reader = READERS.get(event);
  if (reader === undefined) return null;
  const about = aboutRepository.safeParse(payload);
  if (!about.success) return { problem: "the payload names no repository" };
  const { id: repositoryId = null, name, owner } = about.data.repository;
  const named = { host: surroundings.host, owner: owner.login, name };
  const problem = repositoryProblem(named);
  if (problem !== null) return { problem };
  const { names, repositories } = surroundings;
  const repository = names.configuredOf(named, repositoryId, (key) => repositories.has(key));
  return repository === null ? null : reader(payload, { ...surroundings, repository, id });
}

function reading<Payload>(
  schema: z.ZodMiniType<Payload>,
  read: (payload: Payload, about: About) => IntakeEvent | null,
): Reader {
  return (payload, about) => {
    const parsed = schema.safeParse(payload);
    if (parsed.success) return read(parsed.data, about);
    const [issue] = parsed.error.issues;
    return { problem: `unexpected payload at ${issue?.path.join(".") || "the top level"}` };
  };
}

const READERS: ReadonlyMap<string, Reader> = new Map([
  ["push", reading(pushPayload, readPush)],
  ["pull_request", reading(pullRequestPayload, readPullRequest)],
  ["pull_request_review", reading(reviewPayload, readReview)],
  ["pull_request_review_thread", reading(reviewPayload, readReview)],
  ["issue_comment", reading(commentPayload, readComment)],
  ["repository", reading(repositoryPayload, readRepositoryChange)],
  ["status", reading(statusPayload, readStatus)],
  ["check_run", reading(checkRunPayload, readCheckRun)],
  [
    "check_suite",
    reading(checkSuitePayload, ({ action, check_suite }, about) => readSuite(action, check_suite, about)),
  ],
  [
    "workflow_run",
    reading(workflowRunPayload, ({ action, workflow_run }, about) => readSuite(action, workflow_run, about)),
  ],
]);

const HEADS = "refs/heads/";

function readPush({ ref, after }: z.infer<typeof pushPayload>, { repository }: About): IntakeEvent | null {
  if (!ref.startsWith(HEADS)) return null;
  const name = { repository, targetBranch: ref.slice(HEADS.length) };
  return onlyRefreshes([{ kind: "tip", name, reported: isCommitId(after) ? after : null }]);
}

/** A renamed default branch, or another one. A new name of the repository is already known from any payload. */
function readRepositoryChange(
  { action, changes }: z.infer<typeof repositoryPayload>,
  { repository }: About,
): IntakeEvent | null {
  const before = changes?.default_branch?.from;
  if (action !== "edited" || typeof before !== "string") return null;
  return onlyRefreshes([{ kind: "tip", name: { repository, targetBranch: before }, reported: null }]);
}

/** Actions that may change whether, where and with which head a pull request may land. */
const LOOKED_AT: ReadonlySet<string> = new Set([
  "synchronize",
  "edited",
  "closed",
  "reopened",
  "converted_to_draft",
  "ready_for_review",
]);

function readPullRequest(payload: z.infer<typeof pullRequestPayload>, about: About): IntakeEvent | null {
  const { action, pull_request, changes } = payload;
  if (action === "labeled" || action === "unlabeled") return readLabel(action, payload, about);
  if (!LOOKED_AT.has(action)) return null;
  const before = changes?.base?.ref?.from;
  const branches = [pull_request.base.ref, ...(before === undefined ? [] : [before])];
  const { number, updated_at } = pull_request;
  const received = onlyRefreshes(branches.map((ref) => refreshOf({ number, base: { ref } }, about)));
  if (action !== "synchronize") return received;
  return {
    ...received,
    push: {
      pullRequest: pullRequestNumber(number),
      at: Date.parse(updated_at),
      repository: about.repository,
    },
  };
}

function readLabel(
  kind: "labeled" | "unlabeled",
  { pull_request, label, sender }: z.infer<typeof pullRequestPayload>,
  { repository, id }: About,
): IntakeEvent | null {
  if (label === undefined || label === null) return null;
  const spot = { repository, pullRequest: pull_request.number, delivery: id };
  const givenAt = Date.parse(pull_request.updated_at);
  const { sha } = pull_request.head;
  const headSha = isCommitId(sha) ? sha : null;
  const command = commandInLabel(spot, { kind, label: label.name, by: sender, givenAt, headSha });
  return { refreshes: [], push: null, command: { command, targetBranch: pull_request.base.ref } };
}

function readReview({ pull_request }: z.infer<typeof reviewPayload>, about: About): IntakeEvent {
  return onlyRefreshes([refreshOf(pull_request, about)]);
}

function readComment(
  { action, issue, comment }: z.infer<typeof commentPayload>,
  about: About,
): IntakeEvent | null {
  const isOnPullRequest = typeof issue.pull_request === "object" && issue.pull_request !== null;
  if (action !== "created" || !isOnPullRequest) return null;
  const { repository, id, commandPrefix } = about;
  const spot = { repository, pullRequest: issue.number, delivery: id };
  const command = commandInComment(spot, comment, commandPrefix);
  return command === null ? null : { refreshes: [], push: null, command: { command, targetBranch: null } };
}

function readStatus(
  { sha, state, branches }: z.infer<typeof statusPayload>,
  about: About,
): IntakeEvent | null {
  if (state === "pending") return null;
  return onlyRefreshes(checksOf(sha, branches?.[0]?.name, about));
}

function readCheckRun(payload: z.infer<typeof checkRunPayload>, about: About): IntakeEvent | null {
  const { action, check_run } = payload;
  if (action === "rerequested" || action === "requested_action") {
    const command = commandInCheckRun(
      { repository: about.repository, delivery: about.id },
      payload,
      about.now,
    );
    return command === null ? null : { refreshes: [], push: null, command: { command, targetBranch: null } };
  }
  if (action !== "completed") return null;
  const { head_sha, check_suite } = check_run;
  return onlyRefreshes(checksOf(head_sha, check_suite?.head_branch, about));
}

function readSuite(
  action: string,
  { head_sha, head_branch }: z.infer<typeof checkSuitePayload>["check_suite"],
  about: About,
): IntakeEvent | null {
  if (action !== "completed") return null;
  return onlyRefreshes(checksOf(head_sha, head_branch, about));
}

function checksOf(sha: string, branch: string | null | undefined, { repository }: About): readonly Refresh[] {
  if (!isCommitId(sha)) return [];
  const of: CheckedCommit = { headSha: sha, branch: branch ?? null };
  return [{ kind: "checks", repository, of }];
}

function refreshOf(
  { number, base }: { readonly number: number; readonly base: { readonly ref: string } },
  { repository }: About,
): Refresh {
  const name = { repository, targetBranch: base.ref };
  return { kind: "pullRequest", name, pullRequest: pullRequestNumber(number) };
}

function onlyRefreshes(refreshes: readonly Refresh[]): IntakeEvent {
  return { refreshes, push: null, command: null };
}
