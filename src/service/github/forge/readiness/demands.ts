/**
 * What a branch requires of each pull request: reviews, review threads, deployments. Rulesets and branch protection are
 * combined and the stricter one counts, bypassed or not:
 * https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch
 */
import * as z from "zod/mini";
import type { UnmetRule } from "../../../../domain/pull-request.js";
import { shortened } from "../../../../domain/words.js";
import type { RuleAnswer } from "../../api/answers.js";
import { oneLine } from "../../api/call-failure.js";
import type { BranchProtection } from "../branch-protection.js";

export interface Demands {
  readonly approvals: number;
  readonly codeOwners: boolean;
  /** Someone other than the pusher has to approve the last push. */
  readonly lastPush: boolean;
  readonly threads: boolean;
  readonly environments: readonly string[];
  /** Requirements that the service cannot check. */
  readonly unknown: readonly UnknownDemand[];
}

export interface UnknownDemand {
  readonly name: string;
  readonly ruleset: number | undefined;
}

const NONE: Demands = {
  approvals: 0,
  codeOwners: false,
  lastPush: false,
  threads: false,
  environments: [],
  unknown: [],
};

const pullRequestRule = z.object({
  required_approving_review_count: z.catch(z.optional(z.number()), undefined),
  require_code_owner_review: z.catch(z.optional(z.boolean()), undefined),
  require_last_push_approval: z.catch(z.optional(z.boolean()), undefined),
  required_review_thread_resolution: z.catch(z.optional(z.boolean()), undefined),
});
const KNOWN = new Set(Object.keys(pullRequestRule.shape));

const deploymentsRule = z.object({ required_deployment_environments: z.array(z.string()) });

export function demandsOf(
  rules: readonly RuleAnswer[],
  protection: BranchProtection | "unreadable" | null,
): Demands {
  const known = protection === "unreadable" || protection === null ? [] : [ofProtection(protection)];
  return [...known, ...rules.map(ofRule)].reduce(stricter, NONE);
}

export function stricter(one: Demands, other: Demands): Demands {
  return {
    approvals: Math.max(one.approvals, other.approvals),
    codeOwners: one.codeOwners || other.codeOwners,
    lastPush: one.lastPush || other.lastPush,
    threads: one.threads || other.threads,
    environments: [...new Set([...one.environments, ...other.environments])],
    unknown: [...one.unknown, ...other.unknown],
  };
}

export function demandsReview({ approvals, codeOwners, lastPush }: Demands): boolean {
  return approvals > 0 || codeOwners || lastPush;
}

function ofRule({ type, parameters = {}, ruleset_id: ruleset }: RuleAnswer): Demands {
  if (type === "required_deployments") {
    const read = deploymentsRule.safeParse(parameters);
    return read.success
      ? { ...NONE, environments: read.data.required_deployment_environments }
      : { ...NONE, unknown: [{ name: type, ruleset }] };
  }
  if (type !== "pull_request") return NONE;
  const read = pullRequestRule.safeParse(parameters);
  if (!read.success) return { ...NONE, unknown: [{ name: type, ruleset }] };
  return {
    ...NONE,
    approvals: read.data.required_approving_review_count ?? 0,
    codeOwners: read.data.require_code_owner_review === true,
    lastPush: read.data.require_last_push_approval === true,
    threads: read.data.required_review_thread_resolution === true,
    unknown: unknownIn(parameters).map((name) => ({ name, ruleset })),
  };
}

/** Requirements that GitHub added to this rule after this version, or whose format changed. */
function unknownIn(parameters: unknown): readonly string[] {
  if (typeof parameters !== "object" || parameters === null) return [];
  return Object.entries(parameters).flatMap(([name, value]) => {
    if (!name.startsWith("require")) return [];
    const isKnown = KNOWN.has(name) && (typeof value === "boolean" || typeof value === "number");
    const isDemanded = value !== false && value !== 0 && value !== null && !isEmpty(value);
    return isKnown || !isDemanded ? [] : [name];
  });
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function ofProtection(protection: BranchProtection): Demands {
  const reviews = protection.required_pull_request_reviews;
  return {
    ...NONE,
    approvals: reviews?.required_approving_review_count ?? (reviews === undefined ? 0 : 1),
    codeOwners: reviews?.require_code_owner_reviews === true,
    lastPush: reviews?.require_last_push_approval === true,
    threads: protection.required_conversation_resolution?.enabled === true,
  };
}

const MOST_CHARACTERS = 100;

/** Quotes an untrusted name of GitHub or its users for the text of an unmet rule: in backticks, on one line. */
export function quoted(name: string): string {
  return `\`${shortened(oneLine(name).replaceAll("`", "'"), MOST_CHARACTERS)}\``;
}

/** Names of the required checks, grouped by their result on the head. */
export interface OwnChecks {
  readonly failed: readonly string[];
  readonly running: readonly string[];
  readonly missing: readonly string[];
}

/** Required checks on the head itself that keep a pull request out of the queue, although the queue tests it again. */
export function unmetChecks(
  { failed, running, missing }: OwnChecks,
  isAllRequired: boolean,
): readonly UnmetRule[] {
  return [
    ...failed.map((name) => `${quoted(name)} has failed`),
    ...running.map((name) => `${quoted(name)} is running`),
    ...(isAllRequired ? missing.map((name) => `${quoted(name)} is not reported yet`) : []),
  ].map((words) => ({ rule: "check", words }));
}
