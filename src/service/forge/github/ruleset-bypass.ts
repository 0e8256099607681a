/** Whether the service may bypass a ruleset: https://docs.github.com/en/rest/repos/rules#get-a-repository-ruleset */
import * as z from "zod/mini";
import type { LandingWay } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubReads } from "./calls/github-calls.js";

const ruleset = z.object({
  name: z.optional(z.string()),
  current_user_can_bypass: z.optional(z.string()),
});

export interface RulesetBypass {
  /** Empty where it cannot be read. */
  readonly name: string;
  /** As GitHub spells it; null where it cannot be read. */
  readonly mode: string | null;
}

const UNREADABLE: RulesetBypass = { name: "", mode: null };

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
