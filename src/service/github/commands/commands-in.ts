/**
 * Creates commands from comments, labels and the check run's buttons. A comment or label has the same source for a
 * webhook and for a poll that finds it later.
 */
import type * as z from "zod/mini";
import { type CommitId, isCommitId, pullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { CheckRunCommand, Command } from "../../ports/command-store.js";
import type { checkRunPayload, person, publishedComment } from "../intake/payloads.js";
import { subjectOfCheck } from "../status/check-runs.js";
import { CHECK_NAME } from "../status/status.js";
import { parseCommand } from "./parse-command.js";

const FOUND = "found";

interface Spot {
  readonly repository: Repository;
  readonly pullRequest: number;
  /** Id of the webhook delivery, or a substitute for a command that a poll found. */
  readonly delivery: string;
}

/** null: the comment contains no command. */
export function commandInComment(
  { repository, pullRequest, delivery }: Spot,
  { id, body, user, created_at }: z.infer<typeof publishedComment>,
  commandPrefix: string,
): Command | null {
  if (user === null || body === null || isOurs(body)) return null;
  const command = parseCommand(body, commandPrefix);
  if (command === null) return null;
  return {
    delivery,
    source: `${repositoryKey(repository)} comment ${id}`,
    repository,
    pullRequest: pullRequestNumber(pullRequest),
    by: personOf(user),
    trigger: { kind: "comment", comment: id, command },
    givenAt: Date.parse(created_at),
    headSha: null,
  };
}

export interface LabelTouch {
  readonly kind: "labeled" | "unlabeled";
  readonly label: string;
  readonly by: z.infer<typeof person>;
  readonly givenAt: number;
  readonly headSha: CommitId | null;
}

export function commandInLabel(
  { repository, pullRequest, delivery }: Spot,
  { kind, label, by, givenAt, headSha }: LabelTouch,
): Command {
  return {
    delivery,
    source: `${repositoryKey(repository)}#${pullRequest} ${kind} ${givenAt} ${label.toLowerCase()}`,
    repository,
    pullRequest: pullRequestNumber(pullRequest),
    by: personOf(by),
    trigger: { kind, label },
    givenAt,
    headSha,
  };
}

const BUTTONS: ReadonlyMap<string, CheckRunCommand> = new Map([
  ["merge", { kind: "merge" }],
  ["cancel", { kind: "cancel" }],
  ["retry", { kind: "retry" }],
]);

/**
 * A click on a button of the queue's check run, or on GitHub's own "Re-run". GitHub sends no time of the click, and no
 * poll can find a lost one. null: it is not about a check run of the queue.
 */
export function commandInCheckRun(
  { repository, delivery }: Omit<Spot, "pullRequest">,
  { action, check_run, requested_action, sender }: z.infer<typeof checkRunPayload>,
  now: number,
): Command | null {
  const { id, name, status, external_id, head_sha, pull_requests } = check_run;
  const onlyOne = pull_requests?.length === 1 ? pull_requests[0]?.number : undefined;
  const number = subjectOfCheck(external_id ?? "").pullRequest ?? onlyOne;
  const command =
    action === "rerequested"
      ? BUTTONS.get(status === "completed" ? "merge" : "retry")
      : BUTTONS.get(requested_action?.identifier ?? "");
  if (name !== CHECK_NAME || number === undefined || command === undefined || sender === undefined)
    return null;
  return {
    delivery,
    source: `${repositoryKey(repository)} check ${id} ${command.kind} ${delivery}`,
    repository,
    pullRequest: pullRequestNumber(number),
    by: personOf(sender),
    trigger: { kind: "checkRun", checkRun: id, command },
    givenAt: now,
    headSha: isCommitId(head_sha) ? head_sha : null,
  };
}

/** Replaces a delivery id. Real ids have no spaces, so the two cannot collide. */
export function foundAs(repository: Repository, what: string): string {
  return `${FOUND} ${repositoryKey(repository)} ${what}`;
}

/** Whether a poll found the command. */
export function isFound({ delivery }: Command): boolean {
  return delivery.startsWith(`${FOUND} `);
}

/** With a personal token the service writes as a person with permission; it must not obey its own comments. */
function isOurs(body: string): boolean {
  return body.includes("<!-- merge-queue");
}

function personOf({ login, type }: z.infer<typeof person>) {
  return { login, isBot: type === "Bot" || login.endsWith("[bot]") };
}
