/**
 * Branch protection as its administrators see it: https://docs.github.com/en/rest/branches/branch-protection. Which
 * environments it demands is not in it.
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubReads } from "./calls/github-calls.js";

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
