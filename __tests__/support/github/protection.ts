/**
 * What branch protection and rulesets demand before a branch moves.
 * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/managing-protected-branches/about-protected-branches
 */
import picomatch from "picomatch";
import type { JsonObject } from "../json-object.js";
import { type RequiredCheck, stateOfCheck } from "./checks.js";
import type { Pull } from "./pull.js";
import type { GitHubWorld } from "./world.js";

export interface Protection {
  readonly requiredChecks: readonly RequiredCheck[];
  /** The branch has to be contained in what is merged. */
  readonly strict: boolean;
  readonly requiredReviews: number;
  readonly enforceAdmins: boolean;
  readonly linearHistory: boolean;
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
  enforceAdmins: true,
  linearHistory: false,
  pushers: null,
  bypass: [],
  allowForcePushes: false,
  allowDeletions: false,
};

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly enforcement: "active" | "evaluate" | "disabled";
  /** Patterns of full names of refs. */
  readonly include: readonly string[];
  readonly bypass: readonly string[];
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

export interface Movement {
  readonly branch: string;
  readonly to: string;
  readonly by: string;
  /** When it is the merge of a pull request rather than a push. */
  readonly pull: Pull | null;
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
    .filter(({ bypass }) => !bypass.includes(by))
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
    .filter(({ bypass }) => !bypass.includes(movement.by))
    .flatMap(({ rules }) => rules.flatMap((rule) => objectionsOfRule(world, rule, movement)));
}

function objectionsOfProtection(world: GitHubWorld, protection: Protection, movement: Movement): string[] {
  const { pushers, requiredChecks, requiredReviews } = protection;
  if (passesBy(world, protection, movement.by)) return [];
  const restricted = pushers !== null && !pushers.includes(movement.by);
  return [
    ...(restricted ? ["You're not authorized to push to this branch."] : []),
    ...missingReviews(world, requiredReviews, movement),
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
        : missingReviews(world, Number(parameters["required_approving_review_count"] ?? 0), movement);
    case "update":
      return ["Cannot update this protected ref."];
    default:
      return [];
  }
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

function missingReviews(world: GitHubWorld, count: number, { pull }: Movement): string[] {
  if (count === 0) return [];
  if (pull === null) return ["Changes must be made through a pull request."];
  const latest = new Map(
    world.reviews
      .filter((review) => review.pull === pull.number && review.state !== "COMMENTED")
      .map((review) => [review.author, review.state]),
  );
  const approvals = [...latest.values()].filter((state) => state === "APPROVED").length;
  const changes = [...latest.values()].includes("CHANGES_REQUESTED");
  if (approvals >= count && !changes) return [];
  return [`At least ${count} approving review is required by reviewers with write access.`];
}
