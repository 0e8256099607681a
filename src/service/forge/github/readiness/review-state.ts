/**
 * Reviews and review threads of a pull request, and what branch protection shows without administration rights. By
 * GraphQL, since REST has neither GitHub's decision on the reviews nor whether a thread is resolved:
 * https://docs.github.com/en/graphql/reference/objects#pullrequest
 */
import * as z from "zod/mini";
import type { CommitId } from "../../../../domain/ids.js";
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { oneLine } from "../calls/call-failure.js";
import type { GitHubQueries } from "../calls/github-calls.js";

export interface ReviewState {
  /** GitHub's own verdict, with code owners and the last push in it; null where it gives none. */
  readonly decision: string | null;
  /** By reviewers with write access. */
  readonly approvals: number;
  /** By all reviewers; null where there are too many to count. */
  readonly allApprovals: number | null;
  readonly changesRequestedBy: readonly string[];
  readonly unresolvedThreads: number;
  /** There are more threads than the service reads. */
  readonly hasMoreThreads: boolean;
  readonly protection: ShownProtection;
}

/** Of branch protection; each null where it is not shown, or there is none. */
export interface ShownProtection {
  readonly updates: {
    readonly approvals: number;
    readonly codeOwners: boolean;
    readonly threads: boolean;
    readonly mayPush: boolean;
  } | null;
  readonly environments: readonly string[] | null;
}

/** `why` is GitHub's own text. */
export interface Unreadable {
  readonly unreadable: string;
}

const QUERY = `query Reviews($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      headRefOid
      reviewDecision
      byWriters: latestOpinionatedReviews(first: 100, writersOnly: true) { nodes { state author { login } } }
      byAll: latestOpinionatedReviews(first: 100) { nodes { state } pageInfo { hasNextPage } }
      reviewThreads(first: 100, after: $after) { nodes { isResolved } pageInfo { hasNextPage endCursor } }
      baseRef {
        refUpdateRule {
          requiredApprovingReviewCount
          requiresCodeOwnerReviews
          requiresConversationResolution
          viewerCanPush
        }
        branchProtectionRule { requiresDeployments requiredDeploymentEnvironments }
      }
    }
  }
}`;

const opinions = z.object({
  nodes: z.array(
    z.nullable(z.object({ state: z.string(), author: z.nullish(z.object({ login: z.string() })) })),
  ),
  pageInfo: z.optional(z.object({ hasNextPage: z.boolean() })),
});

const pullRequest = z.object({
  headRefOid: z.string(),
  reviewDecision: z.nullable(z.string()),
  byWriters: opinions,
  byAll: opinions,
  reviewThreads: z.object({
    nodes: z.array(z.nullable(z.object({ isResolved: z.boolean() }))),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullish(z.string()) }),
  }),
  baseRef: z.nullish(
    z.object({
      refUpdateRule: z.nullish(
        z.object({
          requiredApprovingReviewCount: z.nullish(z.number()),
          requiresCodeOwnerReviews: z.optional(z.boolean()),
          requiresConversationResolution: z.optional(z.boolean()),
          viewerCanPush: z.optional(z.boolean()),
        }),
      ),
      branchProtectionRule: z.nullish(
        z.object({
          requiresDeployments: z.optional(z.boolean()),
          requiredDeploymentEnvironments: z.nullish(z.array(z.nullable(z.string()))),
        }),
      ),
    }),
  ),
});
type PullRequestAnswer = z.infer<typeof pullRequest>;

const answered = z.object({
  data: z.nullish(z.object({ repository: z.nullish(z.object({ pullRequest: z.nullish(z.unknown()) })) })),
  errors: z.optional(
    z.array(
      z.object({
        message: z.string(),
        type: z.optional(z.string()),
        path: z.optional(z.array(z.union([z.string(), z.number()]))),
        extensions: z.optional(z.object({ code: z.optional(z.string()) })),
      }),
    ),
  ),
});
type QueryErrors = NonNullable<z.infer<typeof answered>["errors"]>;

const MOST_PAGES = 10;
/** Asking again gives the same answer. `undefinedField` is an Enterprise Server older than the field. */
const LASTING = new Set(["FORBIDDEN", "INSUFFICIENT_SCOPES", "NOT_FOUND", "undefinedField"]);

export interface ReviewedHead {
  readonly number: number;
  readonly headSha: CommitId;
}

/** Fails where asking again may help. A permanent refusal is an answer. */
export async function readReviewState(
  queries: GitHubQueries,
  repository: Repository,
  { number, headSha }: ReviewedHead,
): Promise<ReviewState | Unreadable> {
  let unresolved = 0;
  let after: string | null = null;
  for (let page = 1; ; page += 1) {
    const seen: PullRequestAnswer | Unreadable = await ask(queries, repository, { number, after });
    if ("unreadable" in seen) return seen;
    if (seen.headRefOid !== headSha) {
      throw new ForgeError(`pull request #${number} was pushed to while its reviews were read`, true);
    }
    const { nodes, pageInfo } = seen.reviewThreads;
    unresolved += nodes.filter((thread) => thread?.isResolved === false).length;
    after = pageInfo.endCursor ?? null;
    const hasMore = pageInfo.hasNextPage;
    if (hasMore && after !== null && page < MOST_PAGES) continue;
    return { ...stateOf(seen), unresolvedThreads: unresolved, hasMoreThreads: hasMore };
  }
}

async function ask(
  queries: GitHubQueries,
  repository: Repository,
  { number, after }: { readonly number: number; readonly after: string | null },
): Promise<PullRequestAnswer | Unreadable> {
  const variables = { owner: repository.owner, name: repository.name, number, after };
  const answer = answered.safeParse(await query(queries, repository, variables));
  if (!answer.success) return { unreadable: "GitHub answers in another shape than expected" };
  const errors = (answer.data.errors ?? []).filter((error) => !isOfProtection(error.path));
  const passing = errors.find((error) => !isLasting(error));
  if (passing !== undefined) {
    throw new ForgeError(`GitHub failed at the reviews of #${number}: ${oneLine(passing.message)}`, true);
  }
  const [refusal] = errors;
  if (refusal !== undefined) return { unreadable: oneLine(refusal.message) };
  const read = pullRequest.safeParse(answer.data.data?.repository?.pullRequest);
  return read.success ? read.data : { unreadable: "GitHub answers in another shape than expected" };
}

/** A refusal of the whole call is GitHub's answer too. */
async function query(
  queries: GitHubQueries,
  repository: Repository,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  try {
    return await queries.query(repository, QUERY, variables);
  } catch (error) {
    if (!(error instanceof ForgeError) || error.retryable) throw error;
    return { errors: [{ message: error.message, type: "FORBIDDEN" }] };
  }
}

/** Shown to administrators only: its absence is enough to know. */
function isOfProtection(path: QueryErrors[number]["path"]): boolean {
  return path?.includes("baseRef") === true;
}

function isLasting({ type, extensions }: QueryErrors[number]): boolean {
  return LASTING.has(type ?? "") || LASTING.has(extensions?.code ?? "");
}

function stateOf(answer: PullRequestAnswer): Omit<ReviewState, "unresolvedThreads" | "hasMoreThreads"> {
  const { byWriters, byAll, baseRef } = answer;
  const counted = byWriters.nodes.filter((review) => review !== null);
  const all = byAll.nodes.filter((review) => review?.state === "APPROVED").length;
  const rule = baseRef?.refUpdateRule ?? null;
  const administered = baseRef?.branchProtectionRule ?? null;
  const environments = administered?.requiredDeploymentEnvironments ?? [];
  return {
    decision: answer.reviewDecision,
    approvals: counted.filter(({ state }) => state === "APPROVED").length,
    allApprovals: byAll.pageInfo?.hasNextPage === true ? null : all,
    changesRequestedBy: counted
      .filter(({ state }) => state === "CHANGES_REQUESTED")
      .map(({ author }) => author?.login ?? "ghost"),
    protection: {
      updates:
        rule === null
          ? null
          : {
              approvals: rule.requiredApprovingReviewCount ?? 0,
              codeOwners: rule.requiresCodeOwnerReviews === true,
              threads: rule.requiresConversationResolution === true,
              mayPush: rule.viewerCanPush === true,
            },
      environments:
        administered === null
          ? null
          : administered.requiresDeployments === true
            ? environments.filter((name) => name !== null)
            : [],
    },
  };
}
