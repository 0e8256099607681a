/**
 * Whether rulesets and branch protection let the service land, and push test branches. Follows
 * https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch and .../rest/branches/branch-protection
 */
import * as z from "zod/mini";
import type { LandingWay, MergeMethod } from "../../../domain/queue-settings.js";
import type { Repository } from "../../../domain/repository.js";
import { readAll } from "../../github/api/answers.js";
import type { GitHubReads } from "../../github/api/github-calls.js";
import { type Actors, isBypassed, readBypass, readProtection } from "../../github/forge/branch-protection.js";
import { saysNoRulesets } from "../../github/forge/branch-rules.js";
import { ForgeError } from "../../ports/world-error.js";
import { broken, doubtful, type Found, fine } from "../finding.js";

export interface RuledBranch {
  readonly repository: Repository;
  readonly branch: string;
  /** How people find the branch in a sentence. */
  readonly called: string;
}

export interface Landing {
  readonly way: LandingWay;
  /** Null where there is no queue yet. */
  readonly method: MergeMethod | null;
}

const rule = z.object({ type: z.string(), ruleset_id: z.optional(z.number()) });
/** What each rule has against the merge of a pull request by GitHub; reviews and checks are met before. */
const AGAINST_MERGE: ReadonlyMap<string, string> = new Map([
  ["update", "lets nobody update it"],
  ["merge_queue", "demands GitHub's own merge queue"],
]);
/** And against a push of what was tested. Others are met by it, or do not concern pushes. */
const AGAINST_PUSH: ReadonlyMap<string, string> = new Map([
  ...AGAINST_MERGE,
  ["pull_request", "demands that changes come by pull request"],
  ["required_signatures", "demands signed commits, which the service does not make"],
]);
/** Against merge commits, whoever makes them. */
const AGAINST_MERGE_COMMITS: ReadonlyMap<string, string> = new Map([
  ["required_linear_history", "demands a linear history, but the queue lands by merge_commit"],
]);
const AGAINST_TESTING: ReadonlyMap<string, string> = new Map([
  ...AGAINST_PUSH,
  ["creation", "lets nobody create such branches"],
  ["required_status_checks", "demands checks before the push that they would run on"],
  ["required_deployments", "demands deployments before the push"],
  ["deletion", "lets nobody delete such branches, so they would stay for ever"],
  ["branch_name_pattern", "demands other names of branches"],
]);
const AGAINST_TESTING_MERGE_COMMITS: ReadonlyMap<string, string> = new Map([
  ...AGAINST_TESTING,
  ["required_linear_history", "demands a linear history, but a queue lands by merge_commit"],
]);
/** One after the other, merges that have nothing to do with each other are made on the same branch. */
const AGAINST_SCRATCH: ReadonlyMap<string, string> = new Map([
  ...AGAINST_TESTING,
  ["non_fast_forward", "lets nobody force-push to them"],
  ["required_linear_history", "demands a linear history, but merges are tried out there"],
]);
const OTHERWISE = "; or set `githubLanding` to merge";

export async function landingRules(
  calls: GitHubReads,
  branch: RuledBranch,
  { way, method }: Landing,
): Promise<readonly Found[]> {
  const ofMethod = method === "merge_commit" ? AGAINST_MERGE_COMMITS : [];
  if (way === "merge") return rulesAgainst(calls, branch, new Map([...AGAINST_MERGE, ...ofMethod]));
  return rulesAgainst(calls, branch, new Map([...AGAINST_PUSH, ...ofMethod]), OTHERWISE);
}

/** `methods`: of the queues whose changes are tested. */
export async function testBranchRules(
  calls: GitHubReads,
  branch: RuledBranch,
  methods: readonly (MergeMethod | null)[],
): Promise<readonly Found[]> {
  const areMerges = methods.includes("merge_commit");
  return rulesAgainst(calls, branch, areMerges ? AGAINST_TESTING_MERGE_COMMITS : AGAINST_TESTING);
}

export async function scratchBranchRules(calls: GitHubReads, branch: RuledBranch): Promise<readonly Found[]> {
  return rulesAgainst(calls, branch, AGAINST_SCRATCH);
}

async function rulesAgainst(
  calls: GitHubReads,
  { repository, branch, called }: RuledBranch,
  against: ReadonlyMap<string, string>,
  /** What helps as well where GitHub would merge all the same. */
  otherwise = "",
): Promise<readonly Found[]> {
  const listed = await rulesOf(calls, repository, branch);
  if (listed === null) {
    const says = `${called}: the plan of this private repository has no rulesets and no branch protection`;
    return [fine(`${says}, so they keep neither us nor anybody else from pushing`)];
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
      return await rulesetFinding(calls, repository, id, says, isOnlyOfPushes ? otherwise : "");
    }),
  );
  return found.flat();
}

/** Null where there can be none. */
async function rulesOf(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<readonly z.infer<typeof rule>[] | null> {
  try {
    return readAll(rule, await calls.list(repository, "/rules/branches/{branch}", { branch }));
  } catch (error) {
    // An Enterprise Server that is older than rulesets may have branch protection.
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
  otherwise: string,
): Promise<readonly Found[]> {
  const { name, mode } = await readBypass(calls, repository, id).catch(() => ({ name: "", mode: null }));
  const which = name === "" ? "the ruleset" : `the ruleset "${name}"`;
  const next = `let the App, or the token's owner, always bypass ${which}: its settings have a bypass list${otherwise}`;
  if (mode === null) return [doubtful(`${says}; whether we may bypass it cannot be seen`, next)];
  return [isBypassed(mode, "push") ? fine(`${says}, which we may bypass`) : broken(says, next)];
}

/** `own` is the slug of the App, or the login of the token's owner; null where it is not known. */
export async function landingProtection(
  calls: GitHubReads,
  { repository, branch, called }: RuledBranch,
  own: string | null,
  { way, method }: Landing,
): Promise<readonly Found[]> {
  const isPush = way === "push";
  const protection = await readProtection(calls, repository, branch).catch(() => "unreadable" as const);
  if (protection === null) return [];
  if (protection === "unreadable") {
    return [
      doubtful(
        `${called}: branch protection is on, and the App or token may not read what it demands`,
        "grant Administration: read, without which a pull request is not ready while GitHub blocks it; and see in the repository's branch settings that the App, or the token's owner, may push, and bypass required pull requests",
      ),
    ];
  }
  const { required_pull_request_reviews: reviews, restrictions } = protection;
  const next = `in the branch protection of ${branch}, `;
  const found: Found[] = [];
  if (isPush && reviews !== undefined && !names(reviews.bypass_pull_request_allowances, own)) {
    const says = `${called}: branch protection demands pull requests with reviews, so what was tested cannot be pushed`;
    found.push(
      broken(
        says,
        `${next}allow the App to bypass required pull requests; or set \`githubLanding\` to merge`,
      ),
    );
  }
  if (restrictions !== undefined && restrictions !== null && !names(restrictions, own)) {
    const says = `${called}: branch protection lets only others push`;
    found.push(broken(says, `${next}add the App to those who may push`));
  }
  if (isPush && protection.required_signatures?.enabled === true) {
    const says = `${called}: branch protection demands signed commits, which the service does not make`;
    found.push(broken(says, `${next}take that off`));
  }
  if (method === "merge_commit" && protection.required_linear_history?.enabled === true) {
    const says = `${called}: branch protection demands a linear history, but the queue lands by merge_commit`;
    found.push(broken(says, `${next}take that off, or change the queue with \`merge-queue update-queue\``));
  }
  if (protection.lock_branch?.enabled === true) {
    found.push(broken(`${called}: the branch is locked`, `${next}unlock it`));
  }
  return found.length > 0 ? found : [fine(`${called}: branch protection lets us land what was tested`)];
}

function names(listed: Actors, own: string | null): boolean {
  if (listed === undefined || own === null) return false;
  const logins = [
    ...(listed.apps ?? []).map(({ slug }) => slug),
    ...(listed.users ?? []).map(({ login }) => login),
  ];
  return logins.some((login) => login.toLowerCase() === own.toLowerCase());
}
