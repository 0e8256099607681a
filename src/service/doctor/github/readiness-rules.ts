/** What the rules of a branch demand of a pull request before it is ready, and which of them the service cannot check. */
import { readProtection } from "../../forge/github/branch-protection.js";
import { BranchRules } from "../../forge/github/branch-rules.js";
import type { GitHubReads } from "../../forge/github/calls/github-calls.js";
import { isUncheckable } from "../../forge/github/readiness/branch-hindrances.js";
import { type Demands, demandsOf } from "../../forge/github/readiness/demands.js";
import { amount, quoted } from "../../forge/github/readiness/words.js";
import { doubtful, type Found, fine } from "../finding.js";
import type { RuledBranch } from "./push-rules.js";

export async function readinessFindings(
  calls: GitHubReads,
  { repository, branch, called }: RuledBranch,
): Promise<readonly Found[]> {
  const { rules, branch: shown } = await new BranchRules(calls).of(repository, branch);
  const isProtected = shown?.protection?.enabled === true;
  const protection = isProtected
    ? await readProtection(calls, repository, branch).catch(() => "unreadable" as const)
    : null;
  const demands = demandsOf(rules, protection);
  const words = demandsInWords(demands);
  const unchecked = [...new Set(rules.filter(isUncheckable).map(({ type }) => quoted(type)))];
  const own = "the queue checks that itself, bypass or not";
  return [
    ...(words.length === 0
      ? []
      : [fine(`${called}: a pull request is ready with ${words.join(", ")}: ${own}`)]),
    ...demands.unknown.map(({ name }) =>
      doubtful(
        `${called}: the service cannot check ${quoted(name)}, so no pull request is ready where the service may bypass it`,
        "demand approvals, code owners, resolved threads or deployments instead",
      ),
    ),
    ...unchecked.map((name) =>
      doubtful(
        `${called}: the service cannot check ${name}, so a pull request that GitHub blocks is not ready`,
        "make the App exempt in the ruleset of that rule, or require its checks by name",
      ),
    ),
  ];
}

function demandsInWords(demands: Demands): readonly string[] {
  const { approvals, codeOwners, lastPush, threads, environments } = demands;
  return [
    ...(approvals > 0 ? [amount(approvals, "approval")] : []),
    ...(codeOwners ? ["an approval by a code owner"] : []),
    ...(lastPush ? ["an approval of the last push"] : []),
    ...(threads ? ["resolved review threads"] : []),
    ...environments.map((name) => `a deployment to ${quoted(name)}`),
  ];
}
