/**
 * Finds the reasons for `mergeable_state: blocked` that lie in the branch and not in the pull request: rules about who
 * may update the branch and how (ignored where the service may bypass them), and rules that the service cannot check.
 */
import type { LandingWay, MergeMethod } from "../../../../domain/queue-settings.js";
import type { Repository } from "../../../../domain/repository.js";
import { type RuleAnswer, statusChecksRule } from "../../api/answers.js";
import type { GitHubCalls } from "../../api/github-calls.js";
import type { BranchProtection } from "../branch-protection.js";
import { branchMove, isBypassed, readBypass } from "../branch-protection.js";
import { quoted } from "./demands.js";
import type { ReviewState, Unreadable } from "./review-state.js";
import { SIGNATURES } from "./signature-rule.js";

export interface Hindrances {
  /** User-facing text, without duplicates. */
  readonly unmet: readonly string[];
  /** A rule that the service ignores may be the reason why GitHub blocks the pull request. */
  readonly isExplained: boolean;
  /** Types of rules that the landing would meet, but that GitHub may enforce on the pull request's own commits. */
  readonly presumed: readonly string[];
}

export interface RuledBranch {
  readonly repository: Repository;
  readonly rules: readonly RuleAnswer[];
  readonly protection: BranchProtection | "unreadable" | null;
  readonly landing: LandingWay;
  readonly mergesInBackground: boolean;
  readonly mergeMethod: MergeMethod;
}

type Kind = "ofPullRequest" | "ofChecks" | "ofMoving" | "harmless";

/** The service cannot check rule types that are missing here. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["pull_request", "ofPullRequest"],
  ["required_deployments", "ofPullRequest"],
  ["required_status_checks", "ofChecks"],
  ["update", "ofMoving"],
  ["merge_queue", "ofMoving"],
  ["required_linear_history", "ofMoving"],
  [SIGNATURES, "ofMoving"],
  ["commit_message_pattern", "ofMoving"],
  ["commit_author_email_pattern", "ofMoving"],
  ["committer_email_pattern", "ofMoving"],
  ["file_path_restriction", "ofMoving"],
  ["file_extension_restriction", "ofMoving"],
  ["max_file_path_length", "ofMoving"],
  ["max_file_size", "ofMoving"],
  // These never block a pull request to an existing branch.
  ["creation", "harmless"],
  ["deletion", "harmless"],
  ["non_fast_forward", "harmless"],
  ["branch_name_pattern", "harmless"],
  ["tag_name_pattern", "harmless"],
  ["copilot_code_review", "harmless"],
]);

export function isUncheckable({ type }: RuleAnswer): boolean {
  return !KINDS.has(type);
}

export async function branchHindrances(
  calls: GitHubCalls,
  branch: RuledBranch,
  reviews: ReviewState | Unreadable | null,
): Promise<Hindrances> {
  const ofRules = await Promise.all(branch.rules.map(async (rule) => ofRule(calls, branch, rule)));
  const all = [...ofRules, ofProtection(branch, reviews)];
  return {
    unmet: [...new Set(all.flatMap(({ unmet }) => unmet))],
    isExplained: all.some(({ isExplained }) => isExplained),
    presumed: [...new Set(all.flatMap(({ presumed }) => presumed))],
  };
}

const NONE: Hindrances = { unmet: [], isExplained: false, presumed: [] };
const DROPPED: Hindrances = { ...NONE, isExplained: true };

async function ofRule(
  calls: GitHubCalls,
  { repository, landing, mergesInBackground, mergeMethod }: RuledBranch,
  rule: RuleAnswer,
): Promise<Hindrances> {
  const { type, ruleset_id: id } = rule;
  const kind = KINDS.get(type);
  if (kind === "ofChecks") return isStrict(rule) ? DROPPED : NONE;
  if (kind !== "ofMoving") return NONE;
  const { name, mode } = await readBypass(calls, repository, id);
  if (isBypassed(mode, branchMove(landing, mergesInBackground))) return DROPPED;
  // `unmetSignatures` names this rule. Signed or not, the commits of the head land only as part of a merge commit.
  if (type === SIGNATURES && landing === "push" && mergeMethod !== "merge_commit") return DROPPED;
  if (isMetByLanding(type, mergeMethod)) return { ...NONE, presumed: [type] };
  const of = name === "" ? "" : ` of the ruleset ${quoted(name)}`;
  return unmet(
    mode === null
      ? `the rule ${quoted(type)}${of}; the service cannot read whether it may bypass it`
      : `the rule ${quoted(type)}${of}, which the service may not bypass`,
  );
}

/** Squash and rebase keep the history linear, and the commits that the service or GitHub makes are signed. */
function isMetByLanding(type: string, mergeMethod: MergeMethod): boolean {
  return type === "required_linear_history" ? mergeMethod !== "merge_commit" : type === SIGNATURES;
}

/** The queue always tests on the newest tip, so "require branches to be up to date" is ignored. */
function isStrict({ parameters }: RuleAnswer): boolean {
  return statusChecksRule.safeParse(parameters).data?.strict_required_status_checks_policy === true;
}

function ofProtection(
  { protection, landing, mergeMethod }: RuledBranch,
  reviews: ReviewState | Unreadable | null,
): Hindrances {
  if (protection === null) return NONE;
  if (protection === "unreadable") {
    return unmet(
      "the requirements of branch protection, which the service needs the permission Administration: read to read",
    );
  }
  const { restrictions, lock_branch: lock } = protection;
  const isRestricted = (restrictions !== undefined && restrictions !== null) || lock?.enabled === true;
  const mayPush = mayPushTo(reviews);
  const isLinear = protection.required_linear_history?.enabled === true;
  const gaps = [
    ...(isRestricted && mayPush === false ? ["branch protection, which does not let the service push"] : []),
    ...(isRestricted && mayPush === null
      ? ["branch protection restricts who may push; the service cannot read whether it may"]
      : []),
    ...(isLinear && mergeMethod === "merge_commit" ? ["a linear history, which merge commits are not"] : []),
  ];
  const isStrictHere = protection.required_status_checks?.strict === true;
  const isOfHead =
    protection.required_signatures?.enabled === true && landing === "push" && mergeMethod !== "merge_commit";
  const isExplained = isStrictHere || isOfHead || (isRestricted && mayPush === true);
  return { ...NONE, unmet: gaps, isExplained };
}

function mayPushTo(reviews: ReviewState | Unreadable | null): boolean | null {
  if (reviews === null || "unreadable" in reviews) return null;
  return reviews.protection.updates?.mayPush ?? null;
}

function unmet(words: string): Hindrances {
  return { ...NONE, unmet: [words] };
}
