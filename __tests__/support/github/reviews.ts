/**
 * Reviews and review threads as branch rules count them, and the decision that GraphQL shows. Follows
 * https://docs.github.com/en/graphql/reference/enums#pullrequestreviewdecision
 */
import type { Pull } from "./pull.js";
import { branchRef } from "./pull.js";
import type { GitHubWorld, Review } from "./world.js";

/** What a branch demands of each pull request, from branch protection and all of its rulesets. */
export interface ReviewDemand {
  readonly approvals: number;
  readonly codeOwners: boolean;
  readonly lastPush: boolean;
  readonly threads: boolean;
  readonly environments: readonly string[];
}

export const NO_DEMAND: ReviewDemand = {
  approvals: 0,
  codeOwners: false,
  lastPush: false,
  threads: false,
  environments: [],
};

const WRITERS = new Set(["admin", "maintain", "write"]);

export function mayWrite(world: GitHubWorld, login: string): boolean {
  return WRITERS.has(world.permissions.get(login.toLowerCase()) ?? "");
}

/** The newest opinion of each reviewer; a comment is none. */
export function latestOpinions(world: GitHubWorld, pull: Pull): readonly Review[] {
  const opinions = world.reviews.filter(
    (review) => review.pull === pull.number && review.state !== "COMMENTED",
  );
  return [...new Map(opinions.map((review) => [review.author, review])).values()];
}

export function unresolvedThreads(world: GitHubWorld, pull: Pull): number {
  return world.threads.filter((thread) => thread.pull === pull.number && !thread.isResolved).length;
}

export type ReviewDecision = "APPROVED" | "CHANGES_REQUESTED" | "REVIEW_REQUIRED" | null;

/** Null where no review is demanded. */
export function reviewDecision(world: GitHubWorld, pull: Pull, demand: ReviewDemand): ReviewDecision {
  if (demand.approvals === 0 && !demand.codeOwners && !demand.lastPush) return null;
  const counted = latestOpinions(world, pull).filter(({ author }) => mayWrite(world, author));
  if (counted.some(({ state }) => state === "CHANGES_REQUESTED")) return "CHANGES_REQUESTED";
  const approvers = counted.filter(({ state }) => state === "APPROVED").map(({ author }) => author);
  const pusher = lastPusher(world, pull);
  const isOwned = world.codeOwners.length > 0;
  const isMet =
    approvers.length >= demand.approvals &&
    (!demand.codeOwners || !isOwned || approvers.some((login) => world.codeOwners.includes(login))) &&
    (!demand.lastPush || approvers.some((login) => login !== pusher));
  return isMet ? "APPROVED" : "REVIEW_REQUIRED";
}

function lastPusher(world: GitHubWorld, { headRef, fork, author }: Pull): string {
  const ref = branchRef(fork, headRef);
  return world.activities.findLast((move) => move.ref === ref)?.actor ?? author;
}

/** In the words of https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request, which refuses for them. */
export function unmetDemands(world: GitHubWorld, pull: Pull, demand: ReviewDemand): readonly string[] {
  const decision = reviewDecision(world, pull, demand);
  const undeployed = demand.environments.filter((name) => !isDeployed(world, pull, name));
  return [
    ...(decision === "REVIEW_REQUIRED"
      ? [`At least ${demand.approvals} approving review is required by reviewers with write access.`]
      : []),
    ...(decision === "CHANGES_REQUESTED" ? ["Changes have been requested."] : []),
    ...(demand.threads && unresolvedThreads(world, pull) > 0
      ? ["A conversation must be resolved before this pull request can be merged."]
      : []),
    ...undeployed.map((name) => `Missing successful active ${name} deployment.`),
  ];
}

function isDeployed(world: GitHubWorld, { headSha }: Pull, environment: string): boolean {
  const last = world.deployments.findLast((each) => each.sha === headSha && each.environment === environment);
  return last?.states.at(-1) === "success";
}
