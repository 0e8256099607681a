/**
 * Branch protection as its administrators see it: https://docs.github.com/en/rest/branches/branch-protection. Which
 * environments it demands is not in it.
 */
import * as z from "zod/mini";
import type { LandingWay } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls, GitHubReads } from "./calls/github-calls.js";

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

/** GitHub hides what one may not read behind the same 404, with other words. */
const NOT_PROTECTED = z.object({ message: z.string().check(z.regex(/not protected/i)) });

/** "unreadable": the App or token lacks `Administration: read`. null: rulesets protect the branch, nothing else does. */
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

const ruleset = z.object({
  name: z.optional(z.string()),
  current_user_can_bypass: z.optional(z.string()),
});

interface RulesetBypass {
  /** Empty where it cannot be read. */
  readonly name: string;
  /** As GitHub spells it; null where it cannot be read. */
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
    // A ruleset of the organisation may be hidden from here.
    if (error instanceof ForgeError && !error.retryable) return UNREADABLE;
    throw error;
  }
}

/** `pull_requests_only` lets GitHub merge a pull request past the rule, and refuses a push. */
export function isBypassed(mode: string | null, landing: LandingWay): boolean {
  return mode === "always" || mode === "exempt" || (mode === "pull_requests_only" && landing === "merge");
}
