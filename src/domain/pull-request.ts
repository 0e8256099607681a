/** A pull request as the forge reported it at one moment. Title and author are untrusted text. */
import type { CommitId, PullRequestNumber, TestRunId, TreeId } from "./ids.js";

export const MERGEABILITIES = ["unspecified", "in_progress", "mergeable", "not_mergeable"] as const;
export type Mergeability = (typeof MERGEABILITIES)[number];

export const PULL_REQUEST_STATES = ["open", "closed", "merged"] as const;
export const RULE_KINDS = ["pullRequest", "check", "branch"] as const;

/**
 * A rule of the target branch that is unmet or cannot be read. "pullRequest" (reviews, review threads, deployments)
 * must still be met at the landing; "check" and "branch" only delay admission.
 */
export interface UnmetRule {
  readonly rule: (typeof RULE_KINDS)[number];
  /** A few words for people: "1 of 2 approvals". Names in them are untrusted text in backticks. */
  readonly words: string;
}

/** A required check that succeeded on the head. Both names are untrusted text. */
export interface HeadCheck {
  readonly name: string;
  readonly workflow: string;
}

/** What ran on the head, compared with test branches: the evidence for a landing without a test run. */
export interface HeadEvidence {
  /** The tree that the checks tested: that of the head, which contains every base they were run with. */
  readonly tree: TreeId;
  readonly checks: readonly HeadCheck[];
  /** The jobs that executed on the head, named by `jobName`. */
  readonly jobs: readonly string[];
  /** The newest test runs that landed; on each of their test branches, exactly these jobs executed. */
  readonly sameJobsOn: readonly TestRunId[];
}

/** How the forge reports a merge. Both are absent if it does not report them. The login is untrusted text. */
export interface ReportedMerge {
  readonly commit?: CommitId;
  /** The account that merged it, or that enabled its auto-merge. */
  readonly by?: string;
}

export interface PullRequestFacts {
  readonly number: PullRequestNumber;
  readonly headSha: CommitId;
  readonly title: string;
  readonly author: string;
  readonly baseBranch: string;
  readonly state: (typeof PULL_REQUEST_STATES)[number];
  readonly draft: boolean;
  readonly mergeability: Mergeability;
  /** Absent: none. */
  readonly unmetRules?: readonly UnmetRule[];
  /** The newest commit of the base branch that the head is built on; null if the forge does not report it. */
  readonly basedOn: CommitId | null;
  /** All required checks succeeded on the head. Since `headEvidence` exists, forges report true only with it. */
  readonly ownChecksPassed: boolean;
  /** Absent without the evidence, and in events of earlier versions. */
  readonly headEvidence?: HeadEvidence;
  /** A clause: why the head needs a test run though all its required checks succeeded. Names in it are in backticks. */
  readonly retestReason?: string;
  /** The code host would merge it: on the head, no required check of the branch has failed or is missing. For figures only. */
  readonly isHeadGreen?: true;
  /** The title that the author gave the squash or merge commit; absent without one. Untrusted, one line. */
  readonly mergeTitle?: string;
  /** `owner/branch` of the head, if the forge has one. Untrusted text. */
  readonly headName?: string;
  /** How its squash or merge commit is worded; absent: in the service's own form. */
  readonly wording?: CommitWording;
  /** Absent unless it is merged. */
  readonly merge?: ReportedMerge;
}

/** So many test branches have to agree. A rarer difference, such as a nightly job, stays unnoticed. */
export const COMPARED_TEST_RUNS = 10;

export function jobName(workflow: string, job: string): string {
  return `${workflow} / ${job}`;
}

/**
 * Whether the head is proven as by a passed test run: each required check succeeded in a job that executed, and enough
 * test branches executed the same jobs. `requiredStatuses` are those of the queue's own setting.
 */
export function provesHead(
  { checks, jobs, sameJobsOn }: HeadEvidence,
  requiredStatuses: readonly string[],
): boolean {
  const executed = new Set(jobs);
  const succeeded = new Set(checks.map(({ name }) => name));
  return (
    checks.length > 0 &&
    checks.every(({ name, workflow }) => executed.has(jobName(workflow, name))) &&
    requiredStatuses.every((name) => succeeded.has(name)) &&
    new Set(sameJobsOn).size >= COMPARED_TEST_RUNS
  );
}

export const COMMIT_TITLES = ["PR_TITLE", "COMMIT_OR_PR_TITLE", "MERGE_MESSAGE"] as const;
/** `HEAD_MESSAGE`: the body of the head commit if its subject is the title; for code hosts without a setting. */
export const COMMIT_BODIES = ["PR_TITLE", "PR_BODY", "COMMIT_MESSAGES", "BLANK", "HEAD_MESSAGE"] as const;

/** How a squash or merge commit is worded; fixed when the test run is created. All text is untrusted. */
export interface CommitWording {
  readonly title: (typeof COMMIT_TITLES)[number];
  readonly body: (typeof COMMIT_BODIES)[number];
  /** The queue's own template, which replaces both. */
  readonly template?: string;
  /** The description of the pull request, only if the wording uses it. */
  readonly description?: string;
  /** References such as `Fixes #12` that close issues, for a pull request that will not show as merged. */
  readonly closes?: readonly string[];
  /** Login of the pull request's author. */
  readonly login?: string;
  /** Author of a squash commit; absent: the author of the head commit. */
  readonly author?: { readonly name: string; readonly email: string };
}
