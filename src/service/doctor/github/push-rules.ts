/**
 * Checks whether rulesets and branch protection let the service land and push test branches. Follows
 * https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch and .../rest/branches/branch-protection
 */
import type { LandingWay, MergeMethod } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { type RuleAnswer, readAll, ruleAnswer } from "../../github/api/answers.js";
import type { GitHubReads } from "../../github/api/github-calls.js";
import { type Actors, isBypassed, readBypass, readProtection } from "../../github/forge/branch-protection.js";
import { saysNoRulesets } from "../../github/forge/branch-rules.js";
import { ForgeError } from "../../ports/world-error.js";
import { broken, doubtful, type Found, fine } from "../finding.js";

export interface RuledBranch {
  readonly repository: Repository;
  readonly branch: string;
  /** How findings name the branch. */
  readonly called: string;
}

export interface Landing {
  readonly way: LandingWay;
  /** Null when the branch has no queue yet. */
  readonly method: MergeMethod | null;
  /** Whether the service signs the commits that it makes. */
  readonly isSigned: boolean;
}

const SIGNATURES = "required_signatures";
/** Rules that prevent GitHub's merge of a pull request, with the reason. Reviews and checks are satisfied before. */
const AGAINST_MERGE: ReadonlyMap<string, string> = new Map([
  ["update", "forbids all updates"],
  ["merge_queue", "requires GitHub's own merge queue"],
]);
/** Rules that prevent the push of a tested commit. Others are satisfied by it, or do not concern pushes. */
const AGAINST_PUSH: ReadonlyMap<string, string> = new Map([
  ...AGAINST_MERGE,
  ["pull_request", "requires pull requests"],
  [SIGNATURES, "requires signed commits, which the service makes only with `signingKey`"],
  ["required_deployments", "requires deployments before a push, but the tested commit is not deployed"],
]);
/** Rules that prevent merge commits, both the service's and GitHub's. */
const AGAINST_MERGE_COMMITS: ReadonlyMap<string, string> = new Map([
  ["required_linear_history", "requires a linear history, but the queue's merge method is merge_commit"],
]);
const AGAINST_TESTING: ReadonlyMap<string, string> = new Map([
  ...AGAINST_PUSH,
  ["creation", "forbids creating such branches"],
  ["required_status_checks", "requires checks before a push, but they run only after it"],
  ["required_deployments", "requires deployments before a push"],
  ["deletion", "forbids deleting such branches, so they would never be removed"],
  ["branch_name_pattern", "requires other branch names"],
]);
const AGAINST_TESTING_MERGE_COMMITS: ReadonlyMap<string, string> = new Map([
  ...AGAINST_TESTING,
  ["required_linear_history", "requires a linear history, but a queue's merge method is merge_commit"],
]);
/** The service reuses a scratch branch for unrelated merges, so it has to force-push to it. */
const AGAINST_SCRATCH: ReadonlyMap<string, string> = new Map([
  ...AGAINST_TESTING,
  ["non_fast_forward", "forbids force pushes to them"],
  ["required_linear_history", "requires a linear history, but merge commits are built there"],
]);
const OR_LAND_BY_MERGE = "; or set `githubLanding` to merge";

export async function landingRules(
  calls: GitHubReads,
  branch: RuledBranch,
  { way, method, isSigned }: Landing,
): Promise<readonly Found[]> {
  const ofMethod = method === "merge_commit" ? AGAINST_MERGE_COMMITS : [];
  if (way === "merge") return rulesAgainst(calls, branch, new Map([...AGAINST_MERGE, ...ofMethod]));
  const against = unlessSigned(new Map([...AGAINST_PUSH, ...ofMethod]), isSigned);
  return rulesAgainst(calls, branch, against, OR_LAND_BY_MERGE);
}

function unlessSigned(against: ReadonlyMap<string, string>, isSigned: boolean): ReadonlyMap<string, string> {
  return isSigned ? new Map([...against].filter(([type]) => type !== SIGNATURES)) : against;
}

/** `methods` are the merge methods of the queues that test there. */
export async function testBranchRules(
  calls: GitHubReads,
  branch: RuledBranch,
  methods: readonly (MergeMethod | null)[],
  isSigned: boolean,
): Promise<readonly Found[]> {
  const against = methods.includes("merge_commit") ? AGAINST_TESTING_MERGE_COMMITS : AGAINST_TESTING;
  return rulesAgainst(calls, branch, unlessSigned(against, isSigned));
}

export async function scratchBranchRules(
  calls: GitHubReads,
  branch: RuledBranch,
  isSigned: boolean,
): Promise<readonly Found[]> {
  return rulesAgainst(calls, branch, unlessSigned(AGAINST_SCRATCH, isSigned));
}

async function rulesAgainst(
  calls: GitHubReads,
  { repository, branch, called }: RuledBranch,
  against: ReadonlyMap<string, string>,
  /** Another remedy, for rules that GitHub's merge satisfies. */
  alternative = "",
): Promise<readonly Found[]> {
  const listed = await rulesOf(calls, repository, branch);
  if (listed === null) {
    const says = `${called}: this private repository's plan has no rulesets and no branch protection`;
    return [fine(`${says}, so no rule restricts pushes`)];
  }
  const standing = listed.filter(({ type }) => against.has(type));
  const ids = [...new Set(standing.map(({ ruleset_id: id }) => id))];
  const found = await Promise.all(
    ids.map(async (id) => {
      const own = standing.filter((rule) => rule.ruleset_id === id);
      const says = `${called}: a ruleset ${own.map(({ type }) => against.get(type)).join(", and ")}`;
      const isOnlyOfPushes = own.every(
        ({ type }) => !AGAINST_MERGE.has(type) && !AGAINST_MERGE_COMMITS.has(type),
      );
      return await rulesetFinding(calls, repository, id, says, isOnlyOfPushes ? alternative : "");
    }),
  );
  return found.flat();
}

/** Null when the repository's plan has no rules. */
export async function rulesOf(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<readonly RuleAnswer[] | null> {
  try {
    return readAll(ruleAnswer, await calls.list(repository, "/rules/branches/{branch}", { branch }));
  } catch (error) {
    // An older Enterprise Server has no rulesets, but may have branch protection.
    if (error instanceof ForgeError && / with 404\b/.test(error.message)) return [];
    if (saysNoRulesets(error)) return null;
    throw error;
  }
}

async function rulesetFinding(
  calls: GitHubReads,
  repository: Repository,
  id: number | undefined,
  says: string,
  alternative: string,
): Promise<readonly Found[]> {
  const { name, mode } = await readBypass(calls, repository, id).catch(() => ({ name: "", mode: null }));
  const which = name === "" ? "the ruleset" : `the ruleset "${name}"`;
  const next = `add the App, or the token's owner, to the bypass list of ${which}, set to Always allow${alternative}`;
  if (mode === null) return [doubtful(`${says}; the service cannot see whether it may bypass it`, next)];
  return [isBypassed(mode, "push") ? fine(`${says}, which the service may bypass`) : broken(says, next)];
}

/** `own` is the slug of the App, or the login of the token's owner; null when unknown. */
export async function landingProtection(
  calls: GitHubReads,
  { repository, branch, called }: RuledBranch,
  own: string | null,
  { way, method, isSigned }: Landing,
): Promise<readonly Found[]> {
  const isPush = way === "push";
  const protection = await readProtection(calls, repository, branch).catch(() => "unreadable" as const);
  if (protection === null) return [];
  if (protection === "unreadable") {
    return [
      doubtful(
        `${called}: branch protection is on, and the App or token may not read its requirements`,
        "grant Administration: read, without which a pull request is not ready while GitHub blocks it; and check in the repository's branch settings that the App, or the token's owner, may push and may bypass required pull requests",
      ),
    ];
  }
  const { required_pull_request_reviews: reviews, restrictions } = protection;
  const next = `in the branch protection of ${branch}, `;
  const found: Found[] = [];
  if (isPush && reviews !== undefined && !names(reviews.bypass_pull_request_allowances, own)) {
    const says = `${called}: branch protection requires pull requests with reviews, so the service cannot push tested commits`;
    found.push(
      broken(
        says,
        `${next}allow the App to bypass required pull requests; or set \`githubLanding\` to merge`,
      ),
    );
  }
  if (restrictions !== undefined && restrictions !== null && !names(restrictions, own)) {
    const says = `${called}: branch protection restricts who may push, and the service is not on its list`;
    found.push(broken(says, `${next}add the App to the list of who may push`));
  }
  if (isPush && !isSigned && protection.required_signatures?.enabled === true) {
    const says = `${called}: branch protection requires signed commits, which the service makes only with \`signingKey\``;
    found.push(broken(says, `set \`signingKey\`; or ${next}disable that`));
  }
  if (method === "merge_commit" && protection.required_linear_history?.enabled === true) {
    const says = `${called}: branch protection requires a linear history, but the queue's merge method is merge_commit`;
    found.push(broken(says, `${next}disable that, or change the queue with \`merge-queue update-queue\``));
  }
  if (protection.lock_branch?.enabled === true) {
    found.push(broken(`${called}: the branch is locked`, `${next}unlock it`));
  }
  return found.length > 0
    ? found
    : [fine(`${called}: branch protection lets the service land tested commits`)];
}

export function names(listed: Actors, own: string | null): boolean {
  if (listed === undefined || own === null) return false;
  const logins = [
    ...(listed.apps ?? []).map(({ slug }) => slug),
    ...(listed.users ?? []).map(({ login }) => login),
  ];
  return logins.some((login) => login.toLowerCase() === own.toLowerCase());
}
