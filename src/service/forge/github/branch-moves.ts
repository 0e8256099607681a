/**
 * When GitHub saw a branch move last, by its own clock: what its statuses, comments and labels are timed by too. Times in
 * commits are for whoever makes them to choose, and the first sight of a commit may have been on another branch.
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls } from "./calls/github-calls.js";

export type LastMove =
  | { readonly kind: "moved"; readonly to: string; readonly at: number }
  /** It is asked too early, or there was never such a branch. */
  | { readonly kind: "unseen" }
  /** An old Enterprise Server has no such list, or it may not be read. */
  | { readonly kind: "untold" };

const activities = z.array(z.object({ after: z.string(), timestamp: z.string() }));

/** To the second, rounded down, as all times of GitHub are. */
export async function lastMove(
  calls: GitHubCalls,
  repository: Repository,
  branch: string,
): Promise<LastMove> {
  const answer = activities.safeParse(await newest(calls, repository, branch));
  if (!answer.success) return { kind: "untold" };
  const [move] = answer.data;
  if (move === undefined) return { kind: "unseen" };
  const at = Date.parse(move.timestamp);
  return Number.isFinite(at) ? { kind: "moved", to: move.after, at } : { kind: "untold" };
}

async function newest(calls: GitHubCalls, repository: Repository, branch: string): Promise<unknown> {
  try {
    return await calls.read(repository, "/activity", { ref: `refs/heads/${branch}`, per_page: 1 });
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return null;
    throw error;
  }
}
