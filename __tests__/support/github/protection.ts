/**
 * What branch protection and rulesets demand before a branch moves.
 * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches
 */
import picomatch from "picomatch";
import type { JsonObject } from "../json-object.js";
import { type RequiredCheck, stateOfCheck } from "./checks.js";
import type { Pull } from "./pull.js";
import { NO_DEMAND, type ReviewDemand, unmetDemands } from "./reviews.js";
import type { GitHubWorld } from "./world.js";

export interface Protection {
  readonly requiredChecks: readonly RequiredCheck[];
  /** The branch has to be contained in what is merged. */
  readonly strict: boolean;
  readonly requiredReviews: number;
  readonly codeOwners: boolean;
  readonly lastPush: boolean;
  /** Review threads have to be resolved. */
  readonly threads: boolean;
  /** Whom the demand for reviewed pull requests does not hold: logins, `slug[bot]` for an App. */
  readonly reviewBypass: readonly string[];
  /** Those that each pull request has to be deployed to. */
  readonly environments: readonly string[];
  readonly enforceAdmins: boolean;
  readonly linearHistory: boolean;
  readonly signatures: boolean;
  /** GitHub's own merge queue. */
  readonly mergeQueue: boolean;
  /** Null lets everybody push who can write; otherwise logins, `slug[bot]` for an App. */
  readonly pushers: readonly string[] | null;
  /** Whom nothing of this holds. */
  readonly bypass: readonly string[];
  readonly allowForcePushes: boolean;
  readonly allowDeletions: boolean;
}

export const NO_PROTECTION: Protection = {
  requiredChecks: [],
  strict: false,
  requiredReviews: 0,
  codeOwners: false,
  lastPush: false,
  threads: false,
  reviewBypass: [],
  environments: [],
  enforceAdmins: true,
  linearHistory: false,
  signatures: false,
  mergeQueue: false,
  pushers: null,
  bypass: [],
  allowForcePushes: false,
  allowDeletions: false,
};

/** https://docs.github.com/en/rest/repos/rules#create-a-repository-ruleset: `bypass_mode` */
export type BypassMode = "always" | "pull_request" | "exempt";

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly enforcement: "active" | "evaluate" | "disabled";
  /** Patterns of full names of refs. */
  readonly include: readonly string[];
  /** Who may always bypass it. */
  readonly bypass: readonly string[];
  /** And who may in another way. */
  readonly bypassModes: Readonly<Record<string, BypassMode>>;
  /** As the API has them: https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch */
  readonly rules: readonly JsonObject[];
}

export function rulesetsOf(world: GitHubWorld, branch: string): readonly Ruleset[] {
  const ref = `refs/heads/${branch}`;
  const matches = (pattern: string) =>
    pattern === "~ALL" ||
    (pattern === "~DEFAULT_BRANCH"
      ? branch === world.facts["default_branch"]
      : picomatch.isMatch(ref, pattern));
  return world.rulesets.filter(
    ({ enforcement, include }) => enforcement === "active" && include.some(matches),
  );
}

/** As the API has it for who asks: `current_user_can_bypass`. */
export function bypassOf(
  { bypass, bypassModes }: Ruleset,
  login: string,
): "always" | "pull_requests_only" | "exempt" | "never" {
  const mode = bypassModes[login] ?? (bypass.includes(login) ? "always" : "never");
  return mode === "pull_request" ? "pull_requests_only" : mode;
}

function isBypassed(ruleset: Ruleset, { by, pull, isInBackground }: Movement): boolean {
  const mode = bypassOf(ruleset, by);
  if (isInBackground === true) return mode === "exempt";
  return mode === "always" || mode === "exempt" || (mode === "pull_requests_only" && pull !== null);
}

export interface Movement {
  readonly branch: string;
  readonly to: string;
  readonly by: string;
  /** When it is the merge of a pull request rather than a push. */
  readonly pull: Pull | null;
  /** GitHub merges after its answer, where of all ways to bypass only `exempt` counts. */
  readonly isInBackground?: boolean;
}

/** The rule that names the branch exactly, else the first whose pattern fits it. */
export function protectionOf(world: GitHubWorld, branch: string): Protection | undefined {
  const exact = world.protections.get(branch);
  return exact ?? [...world.protections].find(([pattern]) => picomatch.isMatch(branch, pattern))?.[1];
}

export interface Prohibitions {
  readonly forcePush: boolean;
  readonly deletion: boolean;
  readonly mergeCommits: boolean;
}

/** What nobody may do to a branch, whatever they bring. */
export function prohibitions(world: GitHubWorld, branch: string, by: string): Prohibitions {
  const protection = protectionOf(world, branch);
  const bound = protection !== undefined && !passesBy(world, protection, by);
  const types = rulesetsOf(world, branch)
    .filter((ruleset) => !isBypassed(ruleset, { branch, to: "", by, pull: null }))
    .flatMap(({ rules }) => rules.map(({ type }) => type));
  return {
    forcePush: (bound && !protection.allowForcePushes) || types.includes("non_fast_forward"),
    deletion: (bound && !protection.allowDeletions) || types.includes("deletion"),
    mergeCommits: (bound && protection.linearHistory) || types.includes("required_linear_history"),
  };
}

function passesBy(world: GitHubWorld, { bypass, enforceAdmins }: Protection, by: string): boolean {
  return bypass.includes(by) || (!enforceAdmins && world.permissions.get(by.toLowerCase()) === "admin");
}

/** Why GitHub would not let a branch move, first reason first; empty when it would. */
export function objections(world: GitHubWorld, movement: Movement): readonly string[] {
  return [...protectionObjections(world, movement), ...rulesetObjections(world, movement)];
}

export function protectionObjections(world: GitHubWorld, movement: Movement): readonly string[] {
  const protection = protectionOf(world, movement.branch);
  return protection === undefined ? [] : objectionsOfProtection(world, protection, movement);
}

export function rulesetObjections(world: GitHubWorld, movement: Movement): readonly string[] {
  return rulesetsOf(world, movement.branch)
    .filter((ruleset) => !isBypassed(ruleset, movement))
    .flatMap(({ rules }) => rules.flatMap((rule) => objectionsOfRule(world, rule, movement)));
}

/** What branch protection and rulesets demand together, whoever may bypass them. */
export function demandOn(world: GitHubWorld, branch: string): ReviewDemand {
  const protection = protectionOf(world, branch);
  const demands = [
    ...(protection === undefined ? [] : [demandOfProtection(protection)]),
    ...rulesetsOf(world, branch).flatMap(({ rules }) => rules.map(demandOfRule)),
  ];
  return demands.reduce(
    (one, other) => ({
      approvals: Math.max(one.approvals, other.approvals),
      codeOwners: one.codeOwners || other.codeOwners,
      lastPush: one.lastPush || other.lastPush,
      threads: one.threads || other.threads,
      environments: [...new Set([...one.environments, ...other.environments])],
    }),
    NO_DEMAND,
  );
}

function demandOfProtection(protection: Protection): ReviewDemand {
  const { requiredReviews: approvals, codeOwners, lastPush, threads, environments } = protection;
  return { approvals, codeOwners, lastPush, threads, environments };
}

function demandOfRule({ type, parameters: given }: JsonObject): ReviewDemand {
  const parameters = jsonOf(given);
  if (type === "required_deployments") {
    return { ...NO_DEMAND, environments: textsOf(parameters["required_deployment_environments"]) };
  }
  if (type !== "pull_request") return NO_DEMAND;
  return {
    ...NO_DEMAND,
    approvals: Number(parameters["required_approving_review_count"] ?? 0),
    codeOwners: parameters["require_code_owner_review"] === true,
    lastPush: parameters["require_last_push_approval"] === true,
    threads: parameters["required_review_thread_resolution"] === true,
  };
}

function objectionsOfProtection(world: GitHubWorld, protection: Protection, movement: Movement): string[] {
  const { pushers, requiredChecks } = protection;
  if (passesBy(world, protection, movement.by)) return [];
  const restricted = pushers !== null && !pushers.includes(movement.by);
  const demand = demandOfProtection(protection);
  const { threads, environments } = demand;
  const signatures = protection.signatures ? unsigned(world, movement) : [];
  const isExcused = protection.reviewBypass.includes(movement.by);
  return [
    ...(restricted ? ["You're not authorized to push to this branch."] : []),
    ...signatures,
    ...unmetBy(world, isExcused ? { ...NO_DEMAND, threads, environments } : demand, movement),
    ...missingChecks(world, requiredChecks, movement),
  ];
}

function objectionsOfRule(world: GitHubWorld, rule: JsonObject, movement: Movement): readonly string[] {
  const parameters = jsonOf(rule["parameters"]);
  switch (rule["type"]) {
    case "required_status_checks":
      return missingChecks(world, checksOfRule(parameters), movement);
    case "pull_request":
      return movement.pull === null
        ? ["Changes must be made through a pull request."]
        : unmetDemands(world, movement.pull, demandOfRule(rule));
    case "required_deployments":
      return unmetBy(world, demandOfRule(rule), movement);
    case "update":
      return ["Cannot update this protected ref."];
    case "merge_queue":
      return ["Changes must be made through the merge queue."];
    case "required_signatures":
      return unsigned(world, movement);
    default:
      return world.violatedRules.has(String(rule["type"]))
        ? [`Repository rule ${String(rule["type"])} is violated.`]
        : [];
  }
}

/** What GitHub says of a commit that it cannot verify. The hook of a push looks at the pushed objects. */
export const UNSIGNED = "Commits must have verified signatures.";

function unsigned(world: GitHubWorld, { to }: Movement): readonly string[] {
  return world.verifiedCommits.has(to) ? [] : [UNSIGNED];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function checksOfRule(parameters: JsonObject): readonly RequiredCheck[] {
  const listed = parameters["required_status_checks"];
  return (Array.isArray(listed) ? listed : []).map((check: unknown) => {
    const { context, integration_id: appId } = jsonOf(check);
    return { context: String(context), appId: typeof appId === "number" ? appId : null };
  });
}

function jsonOf(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function missingChecks(world: GitHubWorld, checks: readonly RequiredCheck[], movement: Movement): string[] {
  const sha = movement.pull?.headSha ?? movement.to;
  return checks.flatMap((check) => {
    const state = stateOfCheck(world, sha, check);
    if (state === "passed") return [];
    return [`Required status check "${check.context}" ${WORDS[state]}.`];
  });
}

const WORDS = { failed: "is failing", pending: "is in progress", missing: "is expected" } as const;

function unmetBy(world: GitHubWorld, demand: ReviewDemand, { pull }: Movement): readonly string[] {
  if (pull !== null) return unmetDemands(world, pull, demand);
  return demand.approvals === 0 && demand.environments.length === 0
    ? []
    : ["Changes must be made through a pull request."];
}
