/** The ruleset of the target branch: pull requests with passed checks for all, and a bypass for the App, which pushes. */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import { branchAnswer, read, readAll, ruleAnswer } from "../api/answers.js";
import type { GitHubCalls, GitHubReads } from "../api/github-calls.js";

export const RULESET_NAME = "merge-queue";

/** GitHub's own App that reports the jobs of workflows. */
const ACTIONS = "github-actions";
/** The queue's own check passes only after the landing. */
const OWN_CHECK = "Merge Queue";
/** Pull requests whose checks are read. */
const MOST_HEADS = 3;

/**
 * In the form that the API takes and the import on GitHub's pages reads. Of all bypass modes, a merge in the background
 * counts "exempt" only, which an Enterprise Server does not have.
 */
export function branchRuleset(
  branch: string,
  appId: number,
  checks: readonly string[],
  bypassMode: "always" | "exempt" = "always",
) {
  return {
    name: RULESET_NAME,
    target: "branch",
    enforcement: "active",
    conditions: { ref_name: { include: [`refs/heads/${branch}`], exclude: [] } },
    rules: [
      { type: "deletion" },
      { type: "non_fast_forward" },
      {
        type: "pull_request",
        parameters: {
          required_approving_review_count: 0,
          dismiss_stale_reviews_on_push: false,
          require_code_owner_review: false,
          require_last_push_approval: false,
          required_review_thread_resolution: false,
        },
      },
      {
        type: "required_status_checks",
        parameters: {
          strict_required_status_checks_policy: false,
          required_status_checks: checks.map((context) => ({ context })),
        },
      },
    ],
    bypass_actors: [{ actor_id: appId, actor_type: "Integration", bypass_mode: bypassMode }],
  };
}

export type BranchRuleset = ReturnType<typeof branchRuleset>;

const ruleset = z.object({ id: z.number(), name: z.string() });
const head = z.object({ head: z.object({ sha: z.string() }) });
const checkRun = z.object({ name: z.string(), app: z.nullish(z.object({ slug: z.optional(z.string()) })) });

export interface BranchRules {
  /** The ruleset of this command is there. */
  readonly hasRuleset: boolean;
  /** Another rule requires checks already. */
  readonly requiresChecks: boolean;
}

export async function readBranchRules(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<BranchRules> {
  const rulesets = readAll(ruleset, await calls.list(repository, "/rulesets"));
  const rules = readAll(ruleAnswer, await calls.list(repository, "/rules/branches/{branch}", { branch }));
  const found = await calls.read(repository, "/branches/{branch}", { branch });
  if (found === null) throw new ForgeError(`the repository has no branch ${branch}`, false);
  const checks = read(branchAnswer, found, `the branch ${branch}`).protection?.required_status_checks;
  return {
    hasRuleset: rulesets.some(({ name }) => name === RULESET_NAME),
    requiresChecks:
      rules.some(({ type }) => type === "required_status_checks") || (checks?.contexts ?? []).length > 0,
  };
}

/** Names of the jobs that ran at the tip and on the newest pull requests, in alphabetical order. */
export async function jobsSeen(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<readonly string[]> {
  const { body } = await calls.send(repository, "GET", "/pulls", {
    ...{ state: "all", base: branch, per_page: MOST_HEADS },
  });
  const heads = readAll(head, Array.isArray(body) ? body : []).map((pull) => pull.head.sha);
  const lists = await Promise.all(
    [branch, ...heads].map((ref) =>
      calls.list(repository, "/commits/{ref}/check-runs", { ref, under: "check_runs" }),
    ),
  );
  const names = readAll(checkRun, lists.flat())
    .filter(({ name, app }) => app?.slug === ACTIONS && name !== OWN_CHECK)
    .map(({ name }) => name);
  return [...new Set(names)].toSorted();
}

/** Needs the permission Administration: write, which the App does not have. */
export async function createRuleset(
  calls: GitHubCalls,
  repository: Repository,
  planned: BranchRuleset,
): Promise<number> {
  const { body } = await calls.send(repository, "POST", "/rulesets", { ...planned });
  return read(ruleset, body, "the new ruleset").id;
}
