/** A pull request as the forge reported it at one moment. Title and author are untrusted text. */
import type { CommitWording } from "./commit-wording.js";
import type { CommitId, PullRequestNumber } from "./ids.js";

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
  /** The checks that the forge requires of the pull request itself have all passed on its head. */
  readonly ownChecksPassed: boolean;
  /** The title that the author gave the squash or merge commit; absent without one. Untrusted, one line. */
  readonly mergeTitle?: string;
  /** `owner/branch` of the head, if the forge has one. Untrusted text. */
  readonly headName?: string;
  /** How its squash or merge commit is worded; absent: in the service's own form. */
  readonly wording?: CommitWording;
}
