/**
 * Which rules of its branch a pull request does not meet. GitHub's `mergeable_state` cannot answer that, since it is computed
 * for the account that asks: the service bypasses rules to push, and may see `clean` where a review is missing or `blocked`
 * where nothing is. So rules about people are always checked, and rules about moving the branch count as GitHub enforces
 * them on the service. What cannot be read counts as unmet. docs/adr/0002 has the reasons.
 */

import * as z from "zod/mini";
import { type CommitId, commitId } from "../../../../domain/ids.js";
import type { PullRequestFacts, UnmetRule } from "../../../../domain/pull-request.js";
import type { QueueSettings } from "../../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import { Memo } from "../../../git/memo.js";
import type { PullRequestLook } from "../../../ports/forge.js";
import { ForgeError } from "../../../ports/world-error.js";
import { type PullAnswer, type RuleAnswer, readAll } from "../answers.js";
import { type BranchProtection, readBypass, readProtection } from "../branch-protection.js";
import type { BranchRules } from "../branch-rules.js";
import { oneLine } from "../calls/call-failure.js";
import type { GitHubCalls, GitHubQueries } from "../calls/github-calls.js";
import { branchHindrances } from "./branch-hindrances.js";
import {
  amount,
  type Demands,
  demandsOf,
  demandsReview,
  type OwnChecks,
  quoted,
  stricter,
  type UnknownDemand,
  unmetChecks,
} from "./demands.js";
import { type ReviewState, readReviewState, type Unreadable } from "./review-state.js";

export interface UnmetRulesOptions {
  readonly calls: GitHubCalls & GitHubQueries;
  readonly rules: BranchRules;
  readonly ownChecks: (repository: Repository, commit: CommitId, branch: string) => Promise<OwnChecks>;
  /** null: there is no such queue (yet). */
  readonly settingsOf: (repository: Repository, branch: string) => Promise<QueueSettings | null>;
  readonly reviewsKeptMs?: number;
}

type Protection = BranchProtection | "unreadable" | null;
type Reviews = ReviewState | Unreadable;

/** What is read once about one pull request. */
interface Seen {
  readonly repository: Repository;
  readonly pull: PullAnswer;
  readonly headSha: CommitId;
  readonly rules: readonly RuleAnswer[];
  readonly protection: Protection;
  /** null: no rule is about them. */
  readonly reviews: Reviews | null;
}

interface KeptReviews {
  readonly at: number;
  readonly updatedAt: string | undefined;
  readonly headSha: string;
  readonly reviews: Reviews;
}

/** GitHub would let the service merge it: with every check passed, and at all. */
const PASSING: ReadonlySet<string> = new Set(["clean", "has_hooks"]);
const MERGEABLE: ReadonlySet<string> = new Set([...PASSING, "unstable"]);
/** For polls, since each reading costs a query. A thread that is resolved changes nothing else by which it is noticed. */
const REVIEWS_KEPT_MS = 300_000;
/** GraphQL may not know a new pull request yet. */
const REFUSAL_KEPT_MS = 60_000;
/** What may not be read is not unchanged for free. */
const UNREADABLE_KEPT_MS = 300_000;
const MOST_KEPT = 5000;
const MOST_NAMED = 20;

export class UnmetRules {
  readonly #options: UnmetRulesOptions;
  readonly #reviews = new Memo<KeptReviews>(MOST_KEPT);
  readonly #unreadable = new Memo<number>(MOST_KEPT);

  constructor(options: UnmetRulesOptions) {
    this.#options = options;
  }

  /** `pull` is open, no draft, and merges without a conflict. */
  async of(
    repository: Repository,
    pull: PullAnswer,
    look: Exclude<PullRequestLook, "presence">,
  ): Promise<NonNullable<PullRequestFacts["unmetRules"]>> {
    const seen = await this.#see(repository, pull, look);
    if ("unreadable" in seen) {
      return [
        ofPullRequest(`the rules of ${quoted(pull.base.ref)}, which cannot be read (${seen.unreadable})`),
      ];
    }
    const aboutPullRequest = await this.#aboutPullRequest(seen, look);
    if (look === "landing") return bounded(aboutPullRequest);
    return bounded([...aboutPullRequest, ...(await this.#aboutBranch(seen, aboutPullRequest.length > 0))]);
  }

  async #see(repository: Repository, pull: PullAnswer, look: PullRequestLook): Promise<Seen | Unreadable> {
    const branch = pull.base.ref;
    const headSha = commitId(pull.head.sha);
    try {
      const { rules, branch: shown } = await this.#options.rules.of(repository, branch);
      const isProtected = shown?.protection?.enabled === true;
      const protection = isProtected ? await this.#protection(repository, branch) : null;
      const seen = { repository, pull, headSha, rules, protection };
      return { ...seen, reviews: asksForReviews(seen) ? await this.#readReviews(seen, look) : null };
    } catch (error) {
      if (!(error instanceof ForgeError) || error.retryable) throw error;
      return { unreadable: oneLine(error.message) };
    }
  }

  async #protection(repository: Repository, branch: string): Promise<Protection> {
    const key = `${repositoryKey(repository)} ${branch}`;
    const refusedAt = this.#unreadable.get(key) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - refusedAt < UNREADABLE_KEPT_MS) return "unreadable";
    const protection = await readProtection(this.#options.calls, repository, branch);
    if (protection === "unreadable") this.#unreadable.set(key, performance.now());
    return protection;
  }

  async #readReviews(
    { repository, pull, headSha }: Pick<Seen, "repository" | "pull" | "headSha">,
    look: PullRequestLook,
  ): Promise<Reviews> {
    const { calls, reviewsKeptMs = REVIEWS_KEPT_MS } = this.#options;
    const { number, updated_at: updatedAt } = pull;
    const key = `${repositoryKey(repository)} ${number}`;
    const kept = this.#reviews.get(key);
    if (look === "poll" && kept?.updatedAt === updatedAt && kept?.headSha === headSha) {
      const keptMs = "unreadable" in kept.reviews ? REFUSAL_KEPT_MS : reviewsKeptMs;
      if (performance.now() - kept.at < keptMs) return kept.reviews;
    }
    const reviews = await readReviewState(calls, repository, { number, headSha });
    this.#reviews.set(key, { at: performance.now(), updatedAt, headSha, reviews });
    return reviews;
  }

  async #aboutPullRequest(seen: Seen, look: PullRequestLook): Promise<readonly UnmetRule[]> {
    const demands = demandsOn(seen);
    const reviews = seen.reviews === null ? [] : unmetReviews(demands, seen.reviews);
    const environments = await Promise.all(
      demands.environments.map(async (environment) => this.#undeployed(seen, environment)),
    );
    const unknown = await Promise.all(demands.unknown.map(async (one) => this.#unchecked(seen, one, look)));
    return [...reviews, ...environments.flat(), ...unknown.flat()].map(ofPullRequest);
  }

  async #undeployed({ repository, headSha }: Seen, environment: string): Promise<readonly string[]> {
    const outcome = await isDeployed(this.#options.calls, repository, { sha: headSha, environment });
    if (outcome === "unreadable") {
      return [
        `a deployment to ${quoted(environment)}, which is readable with the permission Deployments: read`,
      ];
    }
    return outcome ? [] : [`no deployment to ${quoted(environment)}`];
  }

  /** Where the service may not bypass it, GitHub's word is enough: it also refuses the landing. */
  async #unchecked(
    { repository, pull }: Seen,
    { name, ruleset }: UnknownDemand,
    look: PullRequestLook,
  ): Promise<readonly string[]> {
    if (look === "landing" || MERGEABLE.has(pull.mergeable_state ?? "")) {
      const { mode } = await readBypass(this.#options.calls, repository, ruleset);
      if (mode === "never") return [];
    }
    return [`${quoted(name)}, a demand that the service cannot check`];
  }

  async #aboutBranch(seen: Seen, isUnmet: boolean): Promise<readonly UnmetRule[]> {
    const { repository, pull, headSha } = seen;
    const branch = pull.base.ref;
    const state = pull.mergeable_state ?? "";
    const settings = await this.#options.settingsOf(repository, branch);
    const { landing = "push", mergeMethod = "squash", readinessChecks = "reported" } = settings ?? {};
    const isEachRequired = readinessChecks === "required";
    if (PASSING.has(state) && !isEachRequired) return [];
    const own = await this.#options.ownChecks(repository, headSha, branch);
    const checks = unmetChecks(own, isEachRequired || landing === "merge");
    if (MERGEABLE.has(state) || state === "behind") return checks;
    const { calls } = this.#options;
    const ruled = { ...seen, landing, mergeMethod };
    const { unmet, isExplained } = await branchHindrances(calls, ruled, seen.reviews);
    const found = [...checks, ...unmet.map((words): UnmetRule => ({ rule: "branch", words }))];
    if (found.length > 0 || isUnmet || isExplained || own.missing.length > 0) return found;
    return [{ rule: "branch", words: "a rule that GitHub blocks it for and does not name" }];
  }
}

/** Also where only GraphQL shows what branch protection demands, and the service may be allowed to bypass that. */
function asksForReviews({ rules, protection, pull }: Omit<Seen, "reviews">): boolean {
  const demands = demandsOf(rules, protection);
  if (demandsReview(demands) || demands.threads || protection === "unreadable") return true;
  const isBypassable = protection?.enforce_admins?.enabled === false;
  return protection !== null && (isBypassable || !MERGEABLE.has(pull.mergeable_state ?? ""));
}

/** With what GraphQL shows of branch protection, which REST shows to administrators only or not at all. */
function demandsOn({ rules, protection, reviews }: Seen): Demands {
  const demands = demandsOf(rules, protection);
  if (reviews === null || "unreadable" in reviews) return withUnreadable(demands, protection, reviews);
  const { updates, environments } = reviews.protection;
  // GitHub decides by rules that it does not show.
  const isHidden = protection === "unreadable" && updates === null && reviews.decision !== null;
  return stricter(demands, {
    approvals: updates?.approvals ?? (isHidden ? 1 : 0),
    codeOwners: updates?.codeOwners === true,
    lastPush: false,
    threads: updates?.threads === true,
    environments: environments ?? [],
    unknown: [],
  });
}

/** Neither is shown: whatever it may demand is unmet. */
function withUnreadable(demands: Demands, protection: Protection, reviews: Unreadable | null): Demands {
  if (protection !== "unreadable" || reviews === null) return demands;
  return stricter(demands, {
    ...demands,
    approvals: Math.max(demands.approvals, 1),
    threads: true,
    unknown: [],
  });
}

/** Each entry of the queue carries them. */
function bounded(unmet: readonly UnmetRule[]): readonly UnmetRule[] {
  const [first] = unmet;
  if (first === undefined || unmet.length <= MOST_NAMED) return unmet;
  const left = unmet.length - (MOST_NAMED - 1);
  return [...unmet.slice(0, MOST_NAMED - 1), { rule: first.rule, words: `and ${left} more` }];
}

function ofPullRequest(words: string): UnmetRule {
  return { rule: "pullRequest", words };
}

const deployment = z.object({ id: z.number() });
const deploymentStatus = z.object({ state: z.string() });

/** "unreadable": the App or token lacks `Deployments: read`. */
async function isDeployed(
  calls: GitHubCalls,
  repository: Repository,
  { sha, environment }: { readonly sha: CommitId; readonly environment: string },
): Promise<boolean | "unreadable"> {
  try {
    // Newest first, both of them.
    const deployments = await calls.list(repository, "/deployments", { sha, environment });
    const [newest] = readAll(deployment, deployments);
    if (newest === undefined) return false;
    const listed = await calls.list(repository, "/deployments/{id}/statuses", { id: newest.id });
    const states = readAll(deploymentStatus, listed).map(({ state }) => state);
    // GitHub calls a deployment inactive when another commit takes its place there.
    return states.find((state) => state !== "inactive") === "success";
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return "unreadable";
    throw error;
  }
}

/** Which demands on reviews and review threads a pull request does not meet, each in words for people. */
export function unmetReviews(demands: Demands, state: ReviewState | Unreadable): readonly string[] {
  const { approvals, threads } = demands;
  if ("unreadable" in state) {
    const why = `which cannot be read (${state.unreadable})`;
    const reviews = approvals === 0 ? "reviews" : amount(approvals, "approval");
    return [
      ...(demandsReview(demands) ? [`${reviews}, ${why}`] : []),
      ...(threads ? [`resolved review threads, ${why}`] : []),
    ];
  }
  return [
    ...(demandsReview(demands) ? reviewGaps(demands, state) : []),
    ...(threads ? threadGaps(state) : []),
  ];
}

/** GitHub decides, and knows code owners and the last push. The demands supply the reason that it does not give. */
function reviewGaps(demands: Demands, state: ReviewState): readonly string[] {
  const { approvals: wanted } = demands;
  const { decision, approvals, allApprovals, changesRequestedBy } = state;
  if (decision === "CHANGES_REQUESTED") {
    const by = changesRequestedBy.map(quoted).join(", ");
    return [`changes are requested by ${by === "" ? "a reviewer" : by}`];
  }
  // A decision that does not know of this rule must not stand for it.
  if (decision === "APPROVED" && (allApprovals === null || allApprovals >= wanted)) return [];
  if (approvals < wanted) return [`${approvals} of ${amount(wanted, "approval")}`];
  return [
    decision === "REVIEW_REQUIRED"
      ? missingReview(demands)
      : "GitHub's decision on the reviews, which cannot be read",
  ];
}

function missingReview({ codeOwners, lastPush }: Demands): string {
  const byOwner = "an approval by a code owner";
  const ofPush = "an approval of the last push by someone who did not push it";
  if (codeOwners && lastPush) return `${byOwner}, or ${ofPush}`;
  if (codeOwners) return byOwner;
  return lastPush ? ofPush : "another review, which GitHub demands";
}

function threadGaps({ unresolvedThreads, hasMoreThreads }: ReviewState): readonly string[] {
  if (hasMoreThreads) return ["resolved review threads, of which there are too many to read"];
  return unresolvedThreads === 0 ? [] : [amount(unresolvedThreads, "unresolved review thread")];
}
