/**
 * Creates commands from comments and labels, with the same source for a webhook and for a poll that finds them later.
 */
import type * as z from "zod/mini";
import { type CommitId, pullRequestNumber } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Command } from "../../ports/command-store.js";
import type { person, publishedComment } from "../intake/payloads.js";
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
