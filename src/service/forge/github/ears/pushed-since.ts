/**
 * Whether a pull request was pushed to after somebody had said that it may land. The times in commits are for whoever
 * makes them to choose; when GitHub saw the branch move is not.
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
/** What is carried out by then had no time to be about something else. */
const PROMPT_MS = 60_000;

/** Where GitHub does not tell, what is carried out late counts as pushed to: saying it again is easy. */
export async function wasPushedToSince(
  { wish, attempts, isPushedTo }: ClaimedWish,
  subject: Subject,
  calls: GitHubCalls,
  clock: Clock,
): Promise<boolean> {
  const { headSha, updatedAt, ownBranch } = subject;
  if (wish.headSha !== null) return isPushedTo || wish.headSha !== headSha;
  if (isPushedTo) return true;
  // A push is a change like any other.
  if (updatedAt <= wish.saidAt) return false;
  if (ownBranch !== null) {
    const move = await lastMove(calls, wish.repository, ownBranch);
    if (move.kind === "moved" && move.to === headSha) return move.at >= wish.saidAt;
  }
  const isLate = attempts > 0 || isFound(wish) || clock.now() - wish.saidAt > PROMPT_MS;
  return isLate || (await wasFirstSeenSince({ wish, headSha }, calls));
}

/** A head that was seen before may have been so on another branch: that says nothing of this one. */
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

/** A custom role says in `permission` which of these it is built on. */
const MAY_WRITE: ReadonlySet<string> = new Set(["admin", "maintain", "write"]);

/** Who may command the queue: asked of GitHub each time, as what an event says of its author is no permission. */
export async function mayWrite(calls: GitHubCalls, repository: Repository, login: string): Promise<boolean> {
  const route = "/collaborators/{username}/permission";
  const parsed = answer.safeParse(await calls.read(repository, route, { username: login }));
  if (!parsed.success) return false;
  const { permission, role_name: role } = parsed.data;
  return MAY_WRITE.has(permission) || (role !== undefined && MAY_WRITE.has(role));
}

/** With or without the ending that GitHub gives the names of apps. */
export function isAllowedBot(login: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => plainName(name) === plainName(login));
}

function plainName(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, "");
}
