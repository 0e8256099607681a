/**
 * Reads branch protection with administration rights: https://docs.github.com/en/rest/branches/branch-protection. The
 * answer does not contain the required deployment environments.
 */
import * as z from "zod/mini";
import type { LandingWay } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls, GitHubReads } from "../api/github-calls.js";

const flag = z.optional(z.object({ enabled: z.optional(z.boolean()) }));

const actors = z.optional(
  z.object({
    users: z.optional(z.array(z.object({ login: z.string() }))),
    apps: z.optional(z.array(z.object({ slug: z.string() }))),
  }),
);
export type Actors = z.infer<typeof actors>;

const protection = z.object({
  required_status_checks: z.nullish(z.object({ strict: z.optional(z.boolean()) })),
  required_pull_request_reviews: z.optional(
    z.object({
      required_approving_review_count: z.optional(z.number()),
      require_code_owner_reviews: z.optional(z.boolean()),
      require_last_push_approval: z.optional(z.boolean()),
      bypass_pull_request_allowances: actors,
    }),
  ),
  required_conversation_resolution: flag,
  restrictions: z.nullish(actors),
  required_signatures: flag,
  required_linear_history: flag,
  lock_branch: flag,
  enforce_admins: flag,
});
export type BranchProtection = z.infer<typeof protection>;

/** GitHub answers 404 both without protection and without permission; only the message differs. */
const NOT_PROTECTED = z.object({ message: z.string().check(z.regex(/not protected/i)) });

/** "unreadable": the App or token lacks `Administration: read`. null: the branch has no protection besides rulesets. */
export async function readProtection(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<BranchProtection | "unreadable" | null> {
  try {
    const route = "/branches/{branch}/protection";
    const { status, body } = await calls.send(repository, "GET", route, { branch }, [404]);
    if (status === 404) return NOT_PROTECTED.safeParse(body).success ? null : "unreadable";
    const read = protection.safeParse(body);
    return read.success ? read.data : "unreadable";
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return "unreadable";
    throw error;
  }
}

type LastMove =
  | { readonly kind: "moved"; readonly to: string; readonly at: number }
  /** The branch never existed, or GitHub does not list its first push yet. */
  | { readonly kind: "unseen" }
  /** The activity list is not readable, or missing on an old Enterprise Server. */
  | { readonly kind: "untold" };

const activities = z.array(z.object({ after: z.string(), timestamp: z.string() }));

/** The last update of a branch. Like all times of GitHub, `at` is rounded down to the second. */
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

const ruleset = z.object({
  name: z.optional(z.string()),
  current_user_can_bypass: z.optional(z.string()),
});

interface RulesetBypass {
  /** Empty: not readable. */
  readonly name: string;
  /** GitHub's `current_user_can_bypass`; null: not readable. */
  readonly mode: string | null;
}

const UNREADABLE: RulesetBypass = { name: "", mode: null };

/** Whether the service may bypass a ruleset: https://docs.github.com/en/rest/repos/rules#get-a-repository-ruleset */
export async function readBypass(
  calls: GitHubReads,
  repository: Repository,
  id: number | undefined,
): Promise<RulesetBypass> {
  if (id === undefined) return UNREADABLE;
  try {
    const read = ruleset.safeParse(await calls.read(repository, "/rulesets/{id}", { id }));
    if (!read.success) return UNREADABLE;
    const { name = "", current_user_can_bypass: mode = null } = read.data;
    return { name, mode };
  } catch (error) {
    // A ruleset of the organisation may not be readable from the repository.
    if (error instanceof ForgeError && !error.retryable) return UNREADABLE;
    throw error;
  }
}

/** What moves the branch: a push of the service, GitHub's merge within a call, or its merge in the background. */
export type BranchMove = "push" | "mergeWithinCall" | "mergeInBackground";

export function branchMove(landing: LandingWay, mergesInBackground: boolean): BranchMove {
  if (landing === "push") return "push";
  return mergesInBackground ? "mergeInBackground" : "mergeWithinCall";
}

/** `pull_requests_only` is no bypass for a push, and a merge in the background counts `exempt` only. */
export function isBypassed(mode: string | null, move: BranchMove): boolean {
  if (mode === "exempt") return true;
  if (move === "mergeInBackground") return false;
  return mode === "always" || (mode === "pull_requests_only" && move === "mergeWithinCall");
}
