/**
 * What the rules of a branch require of a ready pull request, and which rules the service cannot check. GitHub shows
 * the result of those only by blocking a pull request, and not to an account that may bypass the rule.
 */
import * as z from "zod/mini";
import type { LandingWay } from "../../../domain/queue-settings.js";
import { counted } from "../../../domain/words.js";
import type { RuleAnswer } from "../../github/api/answers.js";
import type { GitHubReads } from "../../github/api/github-calls.js";
import { readBypass, readProtection } from "../../github/forge/branch-protection.js";
import { BranchRules } from "../../github/forge/branch-rules.js";
import { isUncheckable } from "../../github/forge/readiness/branch-hindrances.js";
import { type Demands, demandsOf, quoted } from "../../github/forge/readiness/demands.js";
import { broken, doubtful, type Found, fine } from "../finding.js";
import type { RuledBranch } from "./push-rules.js";

export interface ReadinessOptions {
  readonly way: LandingWay;
  /** The queue's `testBranchTrigger`. */
  readonly trigger: "push" | "draft";
}

export async function readinessFindings(
  calls: GitHubReads,
  ruled: RuledBranch,
  options: ReadinessOptions,
): Promise<readonly Found[]> {
  const { repository, branch, called } = ruled;
  const { rules, branch: shown } = await new BranchRules(calls).of(repository, branch);
  const isProtected = shown?.protection?.enabled === true;
  const protection = isProtected
    ? await readProtection(calls, repository, branch).catch(() => "unreadable" as const)
    : null;
  const demands = demandsOf(rules, protection);
  const words = demandsInWords(demands);
  const unchecked = uniqueRules(rules.filter(isUncheckable));
  const found = await Promise.all(unchecked.map(async (rule) => uncheckedFinding(calls, ruled, rule)));
  const own = "the queue checks this itself, even where it may bypass the rule";
  return [
    ...(words.length === 0 ? [] : [fine(`${called}: a ready pull request has ${words.join(", ")}: ${own}`)]),
    ...demands.unknown.map(({ name }) =>
      doubtful(
        `${called}: the service cannot check ${quoted(name)}, so no pull request is ready while the service may bypass it`,
        "require approvals, code owners, resolved threads or deployments instead",
      ),
    ),
    ...found,
    ...workflowFindings(called, unchecked, options),
  ];
}

function demandsInWords(demands: Demands): readonly string[] {
  const { approvals, codeOwners, lastPush, threads, environments } = demands;
  return [
    ...(approvals > 0 ? [counted(approvals, "approval")] : []),
    ...(codeOwners ? ["an approval by a code owner"] : []),
    ...(lastPush ? ["an approval of the last push"] : []),
    ...(threads ? ["resolved review threads"] : []),
    ...environments.map((name) => `a deployment to ${quoted(name)}`),
  ];
}

/** Several rulesets may have a rule of one type, and each has its own bypass list. */
function uniqueRules(rules: readonly RuleAnswer[]): readonly RuleAnswer[] {
  return [...new Map(rules.map((rule) => [`${rule.type} ${rule.ruleset_id}`, rule])).values()];
}

async function uncheckedFinding(
  calls: GitHubReads,
  { repository, called }: RuledBranch,
  rule: RuleAnswer,
): Promise<Found> {
  const { name, mode } = await readBypass(calls, repository, rule.ruleset_id);
  const which = name === "" ? "its ruleset" : `the ruleset ${quoted(name)}`;
  const says = `${called}: the service cannot check ${ruleInWords(rule)}`;
  if (mode === "never") {
    return doubtful(
      `${says}, so a pull request that GitHub blocks, or that the service could merge past it, is not ready`,
      `keep the App off the bypass list of ${which}; ${adviceFor(rule.type)}`,
    );
  }
  const why = mode === null ? "and not whether it may bypass it" : "and may bypass it";
  return broken(
    `${says} ${why}: GitHub shows a blocked pull request as ready to such an account, so no pull request is ready`,
    `remove the App, or the token's owner, from the bypass list of ${which}, and move the rules that it has to bypass to another ruleset`,
  );
}

const tools = z.object({ code_scanning_tools: z.array(z.object({ tool: z.string() })) });
const workflows = z.object({ workflows: z.array(z.object({ path: z.string() })) });

/** The type of a rule, with the tools or files that it names. */
function ruleInWords({ type, parameters }: RuleAnswer): string {
  const named = [
    ...(tools.safeParse(parameters).data?.code_scanning_tools ?? []).map(({ tool }) => tool),
    ...(workflows.safeParse(parameters).data?.workflows ?? []).map(({ path }) => path),
  ];
  return named.length === 0 ? quoted(type) : `${quoted(type)} (${named.map(quoted).join(", ")})`;
}

const OF_SCANNING =
  "let the tool also run on test branches, because GitHub expects its result for the commit that lands, or land with `githubLanding: merge`";
const ADVICE: ReadonlyMap<string, string> = new Map([
  ["code_scanning", OF_SCANNING],
  ["code_quality", OF_SCANNING],
  ["license_compliance_scanning", OF_SCANNING],
  ["workflows", "or require the checks of the workflow by name, which the queue does check"],
]);

function adviceFor(type: string): string {
  return ADVICE.get(type) ?? "or require checks by name instead, which the queue does check";
}

/** https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/troubleshooting-rules */
function workflowFindings(
  called: string,
  rules: readonly RuleAnswer[],
  { way, trigger }: ReadinessOptions,
): readonly Found[] {
  const required = rules.filter(({ type }) => type === "workflows");
  if (required.length === 0 || way === "merge") return [];
  const which = `${called}: ${required.map(ruleInWords).join(", ")}`;
  if (trigger === "draft") {
    return [fine(`${which}: GitHub runs required workflows on the draft pull requests of test branches`)];
  }
  return [
    broken(
      `${which}: GitHub runs required workflows on pull requests only, so none runs on a pushed test branch, and GitHub refuses to land its commit`,
      "set the queue's testBranchTrigger to draft, with `merge-queue update-queue --set testBranchTrigger=draft`",
    ),
  ];
}
