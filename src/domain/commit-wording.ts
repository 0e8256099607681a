/** How a squash or merge commit of a pull request is worded, as the code host and the queue define it. */

export const COMMIT_TITLES = ["PR_TITLE", "COMMIT_OR_PR_TITLE", "MERGE_MESSAGE"] as const;
/** `HEAD_MESSAGE`: the body of the head commit if its subject is the title; for code hosts without a setting. */
export const COMMIT_BODIES = ["PR_TITLE", "PR_BODY", "COMMIT_MESSAGES", "BLANK", "HEAD_MESSAGE"] as const;

/** Fixed when the test run is created. All text is untrusted. */
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
