/**
 * Branch protection for branches that do not exist yet, such as test branches. GitHub shows the patterns of branch
 * protection only in GraphQL: https://docs.github.com/en/graphql/reference/objects#branchprotectionrule
 */
import * as z from "zod/mini";
import type { Repository } from "../../../domain/repository.js";
import type { GitHubQueries } from "../../github/api/github-calls.js";
import { quoted } from "../../github/forge/readiness/demands.js";
import { matchesProtection } from "../../github/setup/branch-filters.js";
import { broken, type Found, fine } from "../finding.js";
import { names, type RuledBranch } from "./push-rules.js";

const PROTECTIONS = `query ProtectedPatterns($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    branchProtectionRules(first: 100) {
      nodes {
        pattern
        allowsDeletions
        allowsForcePushes
        lockBranch
        requiresApprovingReviews
        requiresCommitSignatures
        requiresDeployments
        requiresLinearHistory
        requiresStatusChecks
        restrictsPushes
        pushAllowances(first: 100) {
          nodes {
            actor {
              ... on App {
                slug
              }
              ... on User {
                login
              }
            }
          }
        }
        bypassPullRequestAllowances(first: 100) {
          nodes {
            actor {
              ... on App {
                slug
              }
              ... on User {
                login
              }
            }
          }
        }
      }
    }
  }
}`;

const allowances = z.nullish(
  z.object({
    nodes: z.array(
      z.nullish(
        z.object({
          actor: z.nullish(z.object({ slug: z.optional(z.string()), login: z.optional(z.string()) })),
        }),
      ),
    ),
  }),
);

const protectionRule = z.object({
  pattern: z.string(),
  allowsDeletions: z.boolean(),
  allowsForcePushes: z.boolean(),
  lockBranch: z.boolean(),
  requiresApprovingReviews: z.boolean(),
  requiresCommitSignatures: z.boolean(),
  requiresDeployments: z.boolean(),
  requiresLinearHistory: z.boolean(),
  requiresStatusChecks: z.boolean(),
  restrictsPushes: z.boolean(),
  pushAllowances: allowances,
  bypassPullRequestAllowances: allowances,
});
export type ProtectionPattern = z.infer<typeof protectionRule>;

const answered = z.object({
  data: z.object({
    repository: z.object({ branchProtectionRules: z.object({ nodes: z.array(protectionRule) }) }),
  }),
});

/** null: not readable, which another check reports as a missing permission. */
export async function protectionPatterns(
  calls: GitHubQueries,
  repository: Repository,
): Promise<readonly ProtectionPattern[] | null> {
  const { owner, name } = repository;
  const answer = await calls.query(repository, PROTECTIONS, { owner, name }).catch(() => null);
  return answered.safeParse(answer).data?.data.repository.branchProtectionRules.nodes ?? null;
}

export interface PushedBranch extends Pick<RuledBranch, "branch" | "called"> {
  /** The slug of the App, or the login of the token's owner; null when unknown. */
  readonly own: string | null;
  readonly hasMergeCommits: boolean;
  readonly isForcePushed: boolean;
  readonly isSigned: boolean;
}

/** What branch protection forbids on branches that the service creates, pushes and deletes. */
export function patternFindings(
  patterns: readonly ProtectionPattern[],
  pushed: PushedBranch,
): readonly Found[] {
  const { branch, called } = pushed;
  // GitHub applies the rule with the exact name, otherwise the oldest one that matches.
  const rule =
    patterns.find(({ pattern }) => pattern === branch) ??
    patterns.find(({ pattern }) => matchesProtection(pattern, branch));
  if (rule === undefined) return [];
  const says = `${called}: the branch protection of ${quoted(rule.pattern)} matches them`;
  const gaps = gapsOf(rule, pushed);
  if (gaps.length === 0) return [fine(`${says}, and lets the service push and delete them`)];
  return [
    broken(
      `${says}, and ${gaps.join(", and ")}`,
      `change the pattern ${quoted(rule.pattern)} so that it does not match ${quoted(branch)}`,
    ),
  ];
}

function gapsOf(rule: ProtectionPattern, pushed: PushedBranch): readonly string[] {
  const { own, hasMergeCommits, isForcePushed, isSigned } = pushed;
  const mayPush = !rule.restrictsPushes || isAllowed(rule.pushAllowances, own);
  const isExcused = isAllowed(rule.bypassPullRequestAllowances, own);
  const gaps: readonly (readonly [boolean, string])[] = [
    [rule.lockBranch, "locks them"],
    [!mayPush, "does not let the service push"],
    [rule.requiresApprovingReviews && !isExcused, "requires pull requests"],
    [rule.requiresStatusChecks, "requires checks before a push, but they run only after it"],
    [rule.requiresDeployments, "requires deployments before a push"],
    [rule.requiresCommitSignatures && !isSigned, "requires signed commits, which `signingKey` would make"],
    [
      rule.requiresLinearHistory && hasMergeCommits,
      "requires a linear history, but merge commits are pushed",
    ],
    [!rule.allowsForcePushes && isForcePushed, "forbids force pushes"],
    [!rule.allowsDeletions, "forbids deleting them, so they would never be removed"],
  ];
  return gaps.flatMap(([isGap, words]) => (isGap ? [words] : []));
}

function isAllowed(allowed: z.infer<typeof allowances>, own: string | null): boolean {
  const actors = (allowed?.nodes ?? []).flatMap((node) => node?.actor ?? []);
  return names(
    {
      apps: actors.flatMap(({ slug }) => (slug === undefined ? [] : [{ slug }])),
      users: actors.flatMap(({ login }) => (login === undefined ? [] : [{ login }])),
    },
    own,
  );
}
