/**
 * The permissions and webhook events that the service needs on GitHub. The App's manifest, the documentation and
 * `merge-queue doctor` all follow this list.
 */

export type PermissionLevel = "read" | "write";

export interface NeededPermission {
  /** Name in GitHub's API and manifests. */
  readonly name: string;
  /** Name in GitHub's settings. */
  readonly title: string;
  readonly level: PermissionLevel;
  /** The level that a personal token needs instead; null: GitHub offers none. */
  readonly ofToken: PermissionLevel | null;
  readonly purpose: string;
  /** "problem": nothing can land without it. "warning": a feature does not work without it. */
  readonly missing: "problem" | "warning";
  readonly without: string;
}

export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  {
    name: "actions",
    title: "Actions",
    level: "write",
    ofToken: "write",
    purpose:
      "finds the workflow runs of a test branch and whether they are complete, verifies forked runs, and cancels runs that are no longer needed",
    missing: "warning",
    without:
      "a skipped check never counts, workflow runs of cancelled tests continue, and the runs of forks cannot be verified",
  },
  {
    name: "administration",
    title: "Administration",
    level: "read",
    ofToken: "read",
    purpose: "reads what branch protection requires of pull requests; rulesets are readable without it",
    missing: "warning",
    without: "a pull request is not ready while GitHub blocks it and its branch has branch protection",
  },
  {
    name: "checks",
    title: "Checks",
    level: "write",
    ofToken: null,
    purpose:
      "reads the checks that decide a test run, and shows `Merge Queue` as a check on the pull request",
    missing: "problem",
    without: "no test run is ever decided by a check run, and the pull request shows no check",
  },
  {
    name: "contents",
    title: "Contents",
    level: "write",
    ofToken: "write",
    purpose: "fetches commits, pushes test branches, deletes them, and moves the target branch",
    missing: "problem",
    without: "no test branch can be pushed and nothing can land",
  },
  {
    name: "deployments",
    title: "Deployments",
    level: "read",
    ofToken: "read",
    purpose: "reads whether a pull request is deployed where its branch requires it",
    missing: "warning",
    without: "a pull request to a branch that requires deployments is never ready",
  },
  {
    name: "issues",
    title: "Issues",
    level: "write",
    ofToken: "write",
    purpose: "finds comments and labels whose webhooks were lost, and answers commands with a reaction",
    missing: "warning",
    without: "commands in comments and labels are noticed late or never, and are not answered",
  },
  {
    name: "metadata",
    title: "Metadata",
    level: "read",
    ofToken: "read",
    purpose: "sees the repository, its rulesets, and who may command the queue",
    missing: "problem",
    without: "the repository cannot be seen",
  },
  {
    name: "pull_requests",
    title: "Pull requests",
    level: "write",
    ofToken: "write",
    purpose:
      "reads pull requests, keeps the comment and the labels on them, closes what landed, opens drafts for CI that wants them",
    missing: "problem",
    without: "pull requests cannot be read, and nothing is shown on them",
  },
  {
    name: "statuses",
    title: "Commit statuses",
    level: "read",
    ofToken: "write",
    purpose: "reads the statuses that decide a test run; a token also shows `Merge Queue` as one",
    missing: "problem",
    without: "no test run is ever decided by a commit status",
  },
  {
    name: "workflows",
    title: "Workflows",
    level: "write",
    ofToken: "write",
    purpose: "pushes test branches of pull requests that change files in `.github/workflows`",
    missing: "warning",
    without: "pull requests that change files in .github/workflows cannot be tested or land",
  },
];

/** Webhook events by their names in GitHub's API and manifests. */
export const WANTED_EVENTS = [
  "check_run",
  "check_suite",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "pull_request_review_thread",
  "push",
  "repository",
  "status",
  "workflow_run",
] as const;

const RANKS: ReadonlyMap<string, number> = new Map([
  ["read", 1],
  ["write", 2],
  ["admin", 3],
]);

/** The needed permissions that are not granted, or not at the needed level. */
export function missingPermissions(granted: Readonly<Record<string, string>>): readonly NeededPermission[] {
  return NEEDED_PERMISSIONS.filter(({ name, level }) => rankOf(granted[name]) < rankOf(level));
}

function rankOf(level: string | undefined): number {
  return RANKS.get(level ?? "") ?? 0;
}
