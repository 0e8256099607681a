/**
 * What the queue knows about its target branch and CI themselves, apart from any entry. Nothing here takes part in the
 * plan of the line: a tip test has no batch and no heads, and never lands.
 */
import type { Check, RequiredStatusesSource } from "../../domain/check.js";
import { backoffMs, MINUTE_MS } from "../../domain/duration.js";
import type { CommitId, EntryId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { SkippedChecks } from "../../domain/queue-settings.js";
import type { Reason } from "../../domain/reason.js";

/** How long a passed tip test counts, and within which time runs without a result belong together. */
export const INCIDENT_MS = 30 * MINUTE_MS;
/** Evictions in a row for one check, and runs in a row without a result, that need no tip test. */
export const MAX_UNDOUBTED_EVICTIONS = 2;
export const MAX_UNDOUBTED_SILENCES = 1;

const FIRST_RETEST_MS = 5 * MINUTE_MS;
const LAST_RETEST_MS = 60 * MINUTE_MS;

/** A test run of one commit of the target branch alone: its branch is at `commit` itself. */
export interface TipTest {
  readonly id: TestRunId;
  /** The tip, or an earlier one on which a doubted test run was built. */
  readonly commit: CommitId;
  readonly createdAt: number;
  /** null until CI was started. Later the start of the first check, as of a test run. */
  readonly startedAt: number | null;
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource | null;
  readonly skippedChecks?: SkippedChecks;
  readonly checks: readonly Check[];
  /** It could not be started, or was given up. */
  readonly obstacle?: Reason;
  /** The row that a landing ended since it started. Its verdict decides about that one. */
  readonly row?: EvictionRow;
}

/** An entry as it was when it was evicted, to bring it back. */
export interface EvictedEntry {
  readonly entry: EntryId;
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  readonly priority: number;
  readonly usedDefaultPriority: boolean;
  readonly noBatch: boolean;
  readonly sequence: number;
  readonly submittedAt: number;
  /** It was submitted again, so it does not return by itself. */
  readonly isResubmitted?: boolean;
}

export interface EvictionRow {
  /** The checks that failed for all of them. */
  readonly checks: readonly string[];
  /** The newest, at most `MAX_UNDOUBTED_EVICTIONS`, in order of eviction. */
  readonly evicted: readonly EvictedEntry[];
}

export type PauseCause =
  | { readonly kind: "targetBranch"; readonly check: string; readonly url: string; readonly tip: CommitId }
  /** `why` is a clause about the tip test; names in it are untrusted text in backticks. */
  | { readonly kind: "ci"; readonly why: string };

export interface AutomaticPause {
  readonly cause: PauseCause;
  /** The state that it replaced. */
  readonly resume: "running" | "draining";
  readonly since: number;
  /** The last tip test: its commit and end. */
  readonly testedTip: CommitId;
  readonly testedAt: number;
  /** Tip tests so far, for the backoff. */
  readonly tests: number;
  /** A run had a verdict, so CI works again. That says nothing about the tip. */
  readonly hadVerdict?: boolean;
}

export interface TargetHealth {
  /** The latest evictions in a row; a landing ends it. */
  readonly row: EvictionRow | null;
  /** Evicted entries that return once their pull requests were read. */
  readonly returning: readonly EvictedEntry[];
  /** Test runs in a row without a result. */
  readonly silence: { readonly count: number; readonly latestAt: number } | null;
  readonly test: TipTest | null;
  /** The tip that needs no test: one has passed at `at`, or a person resumed the queue on it. */
  readonly sound: { readonly commit: CommitId; readonly at: number; readonly isByPerson: boolean } | null;
  readonly pause: AutomaticPause | null;
}

const NO_INCIDENT: TargetHealth = {
  row: null,
  returning: [],
  silence: null,
  test: null,
  sound: null,
  pause: null,
};

/** The part of a queue that it is read from. */
interface Guarded {
  readonly health?: TargetHealth;
  readonly tip: CommitId;
  readonly now: number;
}

export function healthOf({ health = NO_INCIDENT }: Pick<Guarded, "health">): TargetHealth {
  return health;
}

export function tipTestOf(queue: Pick<Guarded, "health">, run: TestRunId): TipTest | null {
  const { test } = healthOf(queue);
  return test?.id === run ? test : null;
}

/** Whether the queue paused by itself; a person's pause is none. */
export function isPausedByItself(queue: Pick<Guarded, "health">): boolean {
  return healthOf(queue).pause !== null;
}

export function isTipSound(queue: Guarded): boolean {
  const { sound } = healthOf(queue);
  if (sound?.commit !== queue.tip) return false;
  return sound.isByPerson || queue.now - sound.at < INCIDENT_MS;
}

/** Whether failures of test runs that were built on this commit are their own. */
export function isSoundBase(queue: Guarded, base: CommitId): boolean {
  const { sound } = healthOf(queue);
  if (sound === null) return false;
  if (sound.isByPerson) return sound.commit === queue.tip || sound.commit === base;
  return sound.commit === base && queue.now - sound.at < INCIDENT_MS;
}

/** Whether so many runs in a row had no result that CI may have an outage. */
export function isCiDoubted({ now, ...queue }: Guarded): boolean {
  const { silence } = healthOf(queue);
  return silence !== null && silence.count > MAX_UNDOUBTED_SILENCES && now - silence.latestAt < INCIDENT_MS;
}

/** When the tip is tested again during the pause, unless it moves before. */
export function retestAt({ testedAt, tests }: AutomaticPause): number {
  return testedAt + backoffMs(tests - 1, FIRST_RETEST_MS, LAST_RETEST_MS);
}
