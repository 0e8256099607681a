/**
 * Reads reviews and review threads of a pull request, and the branch protection that is visible without administration
 * rights. Uses GraphQL: REST has neither the review decision nor whether a thread is resolved.
 * https://docs.github.com/en/graphql/reference/objects#pullrequest
 */
import * as z from "zod/mini";
import type { CommitId } from "../../../../domain/ids.js";
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { oneLine } from "../../api/call-failure.js";
import type { GitHubQueries } from "../../api/github-calls.js";

export interface ReviewState {
  /** GitHub's `reviewDecision`, which accounts for code owners and the last push; null where it gives none. */
  readonly decision: string | null;
  /** Only reviewers with write access count. */
  readonly approvals: number;
  /** All reviewers count; null: too many to count. */
  readonly allApprovals: number | null;
  readonly changesRequestedBy: readonly string[];
  readonly unresolvedThreads: number;
  /** The pull request has more threads than the service reads. */
  readonly hasMoreThreads: boolean;
  readonly protection: ShownProtection;
}

/** Visible branch protection; each part is null where it is hidden or not set. */
export interface ShownProtection {
  readonly updates: {
    readonly approvals: number;
    readonly codeOwners: boolean;
    readonly threads: boolean;
    readonly mayPush: boolean;
  } | null;
  readonly environments: readonly string[] | null;
}

/** The reason is GitHub's own text. */
export interface Unreadable {
  readonly unreadable: string;
}

const QUERY = `query Reviews($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    databaseId
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
/** Retrying cannot succeed. `undefinedField` means that the Enterprise Server is older than the field. */
const LASTING = new Set(["FORBIDDEN", "INSUFFICIENT_SCOPES", "NOT_FOUND", "undefinedField"]);

export interface ReviewedHead {
  readonly number: number;
  readonly headSha: CommitId;
}

/** Throws only retryable failures; a permanent refusal is returned. */
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
      throw new ForgeError(`pull request #${number} received a push while its reviews were read`, true);
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
  if (!answer.success) return { unreadable: "GitHub's answer does not have the expected format" };
  const errors = (answer.data.errors ?? []).filter((error) => !isOfProtection(error.path));
  const passing = errors.find((error) => !isLasting(error));
  if (passing !== undefined) {
    throw new ForgeError(
      `GitHub failed to return the reviews of #${number}: ${oneLine(passing.message)}`,
      true,
    );
  }
  const [refusal] = errors;
  if (refusal !== undefined) return { unreadable: oneLine(refusal.message) };
  const read = pullRequest.safeParse(answer.data.data?.repository?.pullRequest);
  return read.success ? read.data : { unreadable: "GitHub's answer does not have the expected format" };
}

/** Turns a permanent refusal of the whole call into an answer with an error. */
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

/** GitHub shows these fields only to administrators, so an error on them means "hidden". */
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
