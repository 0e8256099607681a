/**
 * Finds the branch rules that a pull request does not meet. `mergeable_state` cannot answer that, because GitHub
 * computes it for the asking account: the service may bypass rules, so it can see `clean` with a review missing, or
 * `blocked` for no reason. Rules about people are therefore always checked; rules about updating the branch count as
 * GitHub enforces them on the service. A rule that cannot be read counts as unmet. The reasons are in
 * docs/adr/0002.
 */

import * as z from "zod/mini";
import { type CommitId, commitId } from "../../../../domain/ids.js";
import { Memo } from "../../../../domain/memo.js";
import type { PullRequestFacts, UnmetRule } from "../../../../domain/pull-request.js";
import type { QueueSettings } from "../../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import { counted } from "../../../../domain/words.js";
import type { ReadDepth } from "../../../ports/forge.js";
import { ForgeError } from "../../../ports/world-error.js";
import { type PullAnswer, type RuleAnswer, readAll } from "../../api/answers.js";
import { oneLine } from "../../api/call-failure.js";
import type { GitHubCalls, GitHubQueries } from "../../api/github-calls.js";
import { type BranchProtection, readBypass, readProtection } from "../branch-protection.js";
import type { BranchRules } from "../branch-rules.js";
import type { SignatureProof } from "../signature-proofs.js";
import { branchHindrances, isUncheckable } from "./branch-hindrances.js";
import {
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
import { unmetSignatures } from "./signature-rule.js";

export interface UnmetRulesOptions {
  readonly calls: GitHubCalls & GitHubQueries;
  readonly rules: BranchRules;
  readonly ownChecks: (repository: Repository, commit: CommitId, branch: string) => Promise<OwnChecks>;
  /** null: the queue does not exist (yet). */
  readonly settingsOf: (repository: Repository, branch: string) => Promise<QueueSettings | null>;
  /** Whether GitHub verifies the service's signatures; `base` is any commit of the repository. */
  readonly signature: (repository: Repository, base: CommitId) => Promise<SignatureProof>;
  /** See `GitHubForgeOptions`. */
  readonly mergesInBackground: boolean;
  readonly reviewsKeptMs?: number;
}

type Protection = BranchProtection | "unreadable" | null;
type Reviews = ReviewState | Unreadable;

/** One reading of a pull request and of the rules of its branch. */
interface Seen {
  readonly repository: Repository;
  readonly pull: PullAnswer;
  readonly headSha: CommitId;
  readonly rules: readonly RuleAnswer[];
  readonly protection: Protection;
  /** null: no rule concerns reviews. */
  readonly reviews: Reviews | null;
}

interface KeptReviews {
  readonly at: number;
  readonly updatedAt: string | undefined;
  readonly headSha: string;
  readonly reviews: Reviews;
}

/**
 * GitHub would let the service merge. PASSING: with every check passed; MERGEABLE: possibly with failed optional
 * checks.
 */
const PASSING: ReadonlySet<string> = new Set(["clean", "has_hooks"]);
const MERGEABLE: ReadonlySet<string> = new Set([...PASSING, "unstable"]);
/** Cache time for polls, since each reading costs a query. Resolving a thread does not change `updated_at`. */
const REVIEWS_KEPT_MS = 300_000;
/** Shorter, because GraphQL may not know a new pull request yet. */
const REFUSAL_KEPT_MS = 60_000;
/** A refused request always costs rate limit: GitHub never answers it with 304. */
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

  /** `pull` has to be open, not a draft, and free of conflicts. */
  async of(
    repository: Repository,
    pull: PullAnswer,
    depth: Exclude<ReadDepth, "presence">,
  ): Promise<NonNullable<PullRequestFacts["unmetRules"]>> {
    const seen = await this.#see(repository, pull, depth);
    if ("unreadable" in seen) {
      return [
        ofPullRequest(`the rules of ${quoted(pull.base.ref)}, which cannot be read (${seen.unreadable})`),
      ];
    }
    const aboutPullRequest = [
      ...(await this.#aboutPullRequest(seen, depth)),
      ...(await this.#uncheckable(seen, depth)),
    ];
    if (depth === "landing") return bounded(aboutPullRequest);
    return bounded([...aboutPullRequest, ...(await this.#aboutBranch(seen, aboutPullRequest.length > 0))]);
  }

  async #see(repository: Repository, pull: PullAnswer, depth: ReadDepth): Promise<Seen | Unreadable> {
    const branch = pull.base.ref;
    const headSha = commitId(pull.head.sha);
    try {
      const { rules, branch: shown } = await this.#options.rules.of(repository, branch);
      const isProtected = shown?.protection?.enabled === true;
      const protection = isProtected ? await this.#protection(repository, branch) : null;
      const seen = { repository, pull, headSha, rules, protection };
      return { ...seen, reviews: asksForReviews(seen) ? await this.#readReviews(seen, depth) : null };
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
    depth: ReadDepth,
  ): Promise<Reviews> {
    const { calls, reviewsKeptMs = REVIEWS_KEPT_MS } = this.#options;
    const { number, updated_at: updatedAt } = pull;
    const key = `${repositoryKey(repository)} ${number}`;
    const kept = this.#reviews.get(key);
    if (depth === "poll" && kept?.updatedAt === updatedAt && kept?.headSha === headSha) {
      const keptMs = "unreadable" in kept.reviews ? REFUSAL_KEPT_MS : reviewsKeptMs;
      if (performance.now() - kept.at < keptMs) return kept.reviews;
    }
    const reviews = await readReviewState(calls, repository, { number, headSha });
    this.#reviews.set(key, { at: performance.now(), updatedAt, headSha, reviews });
    return reviews;
  }

  async #aboutPullRequest(seen: Seen, depth: ReadDepth): Promise<readonly UnmetRule[]> {
    const demands = demandsOn(seen);
    const reviews = seen.reviews === null ? [] : unmetReviews(demands, seen.reviews);
    const environments = await Promise.all(
      demands.environments.map(async (environment) => this.#undeployed(seen, environment)),
    );
    const unknown = await Promise.all(demands.unknown.map(async (one) => this.#unchecked(seen, one, depth)));
    return [...reviews, ...environments.flat(), ...unknown.flat()].map(ofPullRequest);
  }

  async #undeployed({ repository, headSha }: Seen, environment: string): Promise<readonly string[]> {
    const outcome = await isDeployed(this.#options.calls, repository, { sha: headSha, environment });
    if (outcome === "unreadable") {
      return [
        `a deployment to ${quoted(environment)}, which the service needs the permission Deployments: read to see`,
      ];
    }
    return outcome ? [] : [`no deployment to ${quoted(environment)}`];
  }

  /** If the service may not bypass the ruleset, `mergeable_state` suffices: GitHub would also refuse the landing. */
  async #unchecked(
    { repository, pull }: Seen,
    { name, ruleset }: UnknownDemand,
    depth: ReadDepth,
  ): Promise<readonly string[]> {
    if (depth === "landing" || MERGEABLE.has(pull.mergeable_state ?? "")) {
      const { mode } = await readBypass(this.#options.calls, repository, ruleset);
      if (mode === "never") return [];
    }
    return [`${quoted(name)}, a requirement that the service cannot check`];
  }

  /**
   * Rules of types that the service cannot check. GitHub may show a pull request as if a rule did not exist to an
   * account that may bypass it, so `mergeable_state` counts only if the service may not.
   */
  async #uncheckable({ repository, pull, rules }: Seen, depth: ReadDepth): Promise<readonly UnmetRule[]> {
    const found = rules.filter(isUncheckable).map(async ({ type, ruleset_id: id }) => {
      const what = `${quoted(type)}, a rule that the service cannot check`;
      const { name, mode } = await readBypass(this.#options.calls, repository, id);
      if (mode === "never") return depth !== "landing" && pull.mergeable_state === "blocked" ? [what] : [];
      if (mode === null) return [`${what}; it cannot read whether it may bypass the rule`];
      return [`${what} and may bypass; remove it from the bypass list of the ruleset ${quoted(name)}`];
    });
    const all = (await Promise.all(found)).flat();
    return [...new Set(all)].map((words): UnmetRule => ({ rule: "branch", words }));
  }

  async #aboutBranch(seen: Seen, isUnmet: boolean): Promise<readonly UnmetRule[]> {
    const { repository, pull, headSha } = seen;
    const branch = pull.base.ref;
    const state = pull.mergeable_state ?? "";
    const settings = await this.#options.settingsOf(repository, branch);
    const { landing = "push", mergeMethod = "squash", readinessChecks = "reported" } = settings ?? {};
    const isEachRequired = readinessChecks === "required";
    const { calls, signature, mergesInBackground } = this.#options;
    const signatures = await unmetSignatures(calls, signature, { ...seen, landing });
    if (PASSING.has(state) && !isEachRequired) return signatures;
    const own = await this.#options.ownChecks(repository, headSha, branch);
    const checks = unmetChecks(own, isEachRequired || landing === "merge");
    if (MERGEABLE.has(state) || state === "behind") return [...signatures, ...checks];
    const ruled = { ...seen, landing, mergesInBackground, mergeMethod };
    const { unmet, isExplained, presumed } = await branchHindrances(calls, ruled, seen.reviews);
    const found = [...signatures, ...checks, ...unmet.map((words): UnmetRule => ({ rule: "branch", words }))];
    if (found.length > 0 || isUnmet || isExplained || own.missing.length > 0) return found;
    const presumably =
      presumed.length === 0
        ? ""
        : `; it may be ${presumed.map(quoted).join(" or ")} on the commits of its head`;
    return [{ rule: "branch", words: `a rule that GitHub enforces but does not name${presumably}` }];
  }
}

/** True also where only GraphQL shows the branch protection and the service may be allowed to bypass it. */
function asksForReviews({ rules, protection, pull }: Omit<Seen, "reviews">): boolean {
  const demands = demandsOf(rules, protection);
  if (demandsReview(demands) || demands.threads || protection === "unreadable") return true;
  const isBypassable = protection?.enforce_admins?.enabled === false;
  return protection !== null && (isBypassable || !MERGEABLE.has(pull.mergeable_state ?? ""));
}

/** Adds the branch protection that GraphQL shows; REST shows it only to administrators or not at all. */
function demandsOn({ rules, protection, reviews }: Seen): Demands {
  const demands = demandsOf(rules, protection);
  if (reviews === null || "unreadable" in reviews) return withUnreadable(demands, protection, reviews);
  const { updates, environments } = reviews.protection;
  // A decision without visible protection means that hidden rules require reviews.
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

/** With protection and reviews both unreadable, every possible requirement counts as unmet. */
function withUnreadable(demands: Demands, protection: Protection, reviews: Unreadable | null): Demands {
  if (protection !== "unreadable" || reviews === null) return demands;
  return stricter(demands, {
    ...demands,
    approvals: Math.max(demands.approvals, 1),
    threads: true,
    unknown: [],
  });
}

/** Limits the list, because each entry of the queue stores it. */
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
    // GitHub lists deployments and statuses newest first.
    const deployments = await calls.list(repository, "/deployments", { sha, environment });
    const [newest] = readAll(deployment, deployments);
    if (newest === undefined) return false;
    const listed = await calls.list(repository, "/deployments/{id}/statuses", { id: newest.id });
    const states = readAll(deploymentStatus, listed).map(({ state }) => state);
    // A deployment becomes inactive when another commit replaces it in the environment.
    return states.find((state) => state !== "inactive") === "success";
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return "unreadable";
    throw error;
  }
}

/** The unmet requirements on reviews and review threads, as user-facing text. */
export function unmetReviews(demands: Demands, state: ReviewState | Unreadable): readonly string[] {
  const { approvals, threads } = demands;
  if ("unreadable" in state) {
    const why = `which cannot be read (${state.unreadable})`;
    const reviews = approvals === 0 ? "reviews" : counted(approvals, "approval");
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

/** GitHub's decision accounts for code owners and the last push. The requirements supply the reason, which it omits. */
function reviewGaps(demands: Demands, state: ReviewState): readonly string[] {
  const { approvals: wanted } = demands;
  const { decision, approvals, allApprovals, changesRequestedBy } = state;
  if (decision === "CHANGES_REQUESTED") {
    const by = changesRequestedBy.map(quoted).join(", ");
    return [`changes are requested by ${by === "" ? "a reviewer" : by}`];
  }
  // GitHub may have decided without this rule, so the approvals are counted as well.
  if (decision === "APPROVED" && (allApprovals === null || allApprovals >= wanted)) return [];
  if (approvals < wanted) return [`${approvals} of ${counted(wanted, "approval")}`];
  return [
    decision === "REVIEW_REQUIRED"
      ? missingReview(demands)
      : "GitHub's review decision, which cannot be read",
  ];
}

function missingReview({ codeOwners, lastPush }: Demands): string {
  const byOwner = "an approval by a code owner";
  const ofPush = "an approval of the last push by someone who did not push it";
  if (codeOwners && lastPush) return `${byOwner}, or ${ofPush}`;
  if (codeOwners) return byOwner;
  return lastPush ? ofPush : "another review, which GitHub requires";
}

function threadGaps({ unresolvedThreads, hasMoreThreads }: ReviewState): readonly string[] {
  if (hasMoreThreads) return ["resolved review threads; there are too many to read"];
  return unresolvedThreads === 0 ? [] : [counted(unresolvedThreads, "unresolved review thread")];
}
