/**
 * Whether a pull request received a push after the command to merge it. Authors choose the times in commits, so only
 * the time at which GitHub saw the branch move counts.
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { roleAllows } from "../../../domain/repository-role.js";
import type { Clock } from "../../ports/clock.js";
import type { ClaimedCommand } from "../../ports/command-store.js";
import { readCollaboratorRole } from "../accounts/repository-roles.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { lastMove } from "../forge/branch-protection.js";
import { isFound } from "./commands-in.js";
import type { Subject } from "./read-subject.js";

const suite = z.object({ created_at: z.string() });
/** A command handled within this time certainly refers to the present head. */
const PROMPT_MS = 60_000;

/** If GitHub does not report the push, a late command counts as outdated, because repeating a command is easy. */
export async function wasPushedToSince(
  { command, attempts, isPushedTo }: ClaimedCommand,
  subject: Subject,
  calls: GitHubCalls,
  clock: Clock,
): Promise<boolean> {
  const { headSha, updatedAt, ownBranch } = subject;
  if (command.headSha !== null) return isPushedTo || command.headSha !== headSha;
  if (isPushedTo) return true;
  // A push would have changed `updated_at`.
  if (updatedAt <= command.givenAt) return false;
  if (ownBranch !== null) {
    const move = await lastMove(calls, command.repository, ownBranch);
    if (move.kind === "moved" && move.to === headSha) return move.at >= command.givenAt;
  }
  const isLate = attempts > 0 || isFound(command) || clock.now() - command.givenAt > PROMPT_MS;
  return isLate || (await wasFirstSeenSince({ command, headSha }, calls));
}

/**
 * Whether GitHub first saw the head after the command. An older head proves nothing: another branch may have had it.
 */
async function wasFirstSeenSince(
  { command, headSha }: Pick<ClaimedCommand, "command"> & Pick<Subject, "headSha">,
  calls: GitHubCalls,
): Promise<boolean> {
  const route = "/commits/{ref}/check-suites";
  const found = await calls.list(command.repository, route, { ref: headSha, under: "check_suites" });
  const times = found.map((one) => Date.parse(suite.safeParse(one).data?.created_at ?? ""));
  const known = times.filter(Number.isFinite);
  return known.length > 0 && Math.min(...known) >= command.givenAt;
}

/** Whether an account may use commands. Read from GitHub each time, because a payload does not prove permissions. */
export async function mayWrite(calls: GitHubCalls, repository: Repository, login: string): Promise<boolean> {
  const { role } = await readCollaboratorRole(calls, repository, login);
  return roleAllows(role, "submit");
}

/** Compares logins with or without the suffix `[bot]`. */
export function isAllowedBot(login: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => plainName(name) === plainName(login));
}

function plainName(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}
