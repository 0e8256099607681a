/**
 * Whether a pull request received a push after the command to merge it. Authors choose the times in commits, so only
 * the time at which GitHub saw the branch move counts.
 */
import * as z from "zod/mini";
import type { Repository } from "../../../../domain/repository.js";
import type { Clock } from "../../../ports/clock.js";
import type { ClaimedWish } from "../../../ports/wish-store.js";
import { lastMove } from "../branch-protection.js";
import type { GitHubCalls } from "../calls/github-calls.js";
import type { Subject } from "./read-subject.js";
import { isFound } from "./wishes-in.js";

const suite = z.object({ created_at: z.string() });
/** A command handled within this time certainly refers to the present head. */
const PROMPT_MS = 60_000;

/** If GitHub does not report the push, a late command counts as outdated, because repeating a command is easy. */
export async function wasPushedToSince(
  { wish, attempts, isPushedTo }: ClaimedWish,
  subject: Subject,
  calls: GitHubCalls,
  clock: Clock,
): Promise<boolean> {
  const { headSha, updatedAt, ownBranch } = subject;
  if (wish.headSha !== null) return isPushedTo || wish.headSha !== headSha;
  if (isPushedTo) return true;
  // A push would have changed `updated_at`.
  if (updatedAt <= wish.saidAt) return false;
  if (ownBranch !== null) {
    const move = await lastMove(calls, wish.repository, ownBranch);
    if (move.kind === "moved" && move.to === headSha) return move.at >= wish.saidAt;
  }
  const isLate = attempts > 0 || isFound(wish) || clock.now() - wish.saidAt > PROMPT_MS;
  return isLate || (await wasFirstSeenSince({ wish, headSha }, calls));
}

/**
 * Whether GitHub first saw the head after the command. An older head proves nothing: another branch may have had it.
 */
async function wasFirstSeenSince(
  { wish, headSha }: Pick<ClaimedWish, "wish"> & Pick<Subject, "headSha">,
  calls: GitHubCalls,
): Promise<boolean> {
  const route = "/commits/{ref}/check-suites";
  const found = await calls.list(wish.repository, route, { ref: headSha, under: "check_suites" });
  const times = found.map((one) => Date.parse(suite.safeParse(one).data?.created_at ?? ""));
  const known = times.filter(Number.isFinite);
  return known.length > 0 && Math.min(...known) >= wish.saidAt;
}

const answer = z.object({ permission: z.string(), role_name: z.optional(z.string()) });

/** For a custom role, `permission` contains its base role. */
const MAY_WRITE: ReadonlySet<string> = new Set(["admin", "maintain", "write"]);

/** Whether an account may use commands. Read from GitHub each time, because a payload does not prove permissions. */
export async function mayWrite(calls: GitHubCalls, repository: Repository, login: string): Promise<boolean> {
  const route = "/collaborators/{username}/permission";
  const parsed = answer.safeParse(await calls.read(repository, route, { username: login }));
  if (!parsed.success) return false;
  const { permission, role_name: role } = parsed.data;
  return MAY_WRITE.has(permission) || (role !== undefined && MAY_WRITE.has(role));
}

/** Compares logins with or without the suffix `[bot]`. */
export function isAllowedBot(login: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => plainName(name) === plainName(login));
}

function plainName(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}
