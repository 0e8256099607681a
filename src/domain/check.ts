/** A check that CI reports on a test run. Names and URLs are untrusted text. */
export const CHECK_STATUSES = ["queued", "in_progress", "completed"] as const;
export const CHECK_CONCLUSIONS = [
  "success",
  "failure",
  "neutral",
  "skipped",
  "cancelled",
  "timed_out",
  "action_required",
  "stale",
  "startup_failure",
] as const;

export interface Check {
  readonly name: string;
  readonly url: string;
  readonly status: (typeof CHECK_STATUSES)[number];
  /** null until the check is completed. */
  readonly conclusion: (typeof CHECK_CONCLUSIONS)[number] | null;
  /** CI has not reported it, so it may not even have noticed the commit; absent also if that is unknown. */
  readonly isMissing?: boolean;
  /** When it began and ended by the clock of CI, in milliseconds since 1970; absent: unknown, or not yet. For people. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** For people: the skipped job, or the reason why a completed check does not count. */
  readonly detail?: string;
}

/** null: not known, not ended, or not executed. */
export function durationOf({ startedAt, endedAt, conclusion }: Check): number | null {
  if (startedAt === undefined || endedAt === undefined || isSkipped({ conclusion })) return null;
  return Math.max(0, endedAt - startedAt);
}

type Conclusion = Check["conclusion"];

/** The check was reported without being executed: no evidence about the code. */
export function isSkipped({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return conclusion === "skipped" || conclusion === "neutral";
}

/** null is still open; cancelled is no verdict. */
export function isFailed({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return (
    conclusion !== null &&
    conclusion !== "success" &&
    conclusion !== "cancelled" &&
    !isSkipped({ conclusion })
  );
}

const WITHOUT_RESULT: ReadonlySet<Conclusion> = new Set([
  "cancelled",
  "stale",
  "action_required",
  "startup_failure",
]);

/** CI or a person ended it before it had a result. A check that timed out has one: the code may hang. */
export function isWithoutResult({ conclusion }: { readonly conclusion: Conclusion }): boolean {
  return WITHOUT_RESULT.has(conclusion);
}

/** Source of the list of checks that decide a run: the queue's setting, a file in the repository, or the forge. */
export const REQUIRED_STATUSES_SOURCES = [
  "merge_instance",
  "trunk_config",
  "repo_provider_branch_protection",
] as const;
export type RequiredStatusesSource = (typeof REQUIRED_STATUSES_SOURCES)[number];
