/**
 * A queue as the engine sees it: only what cannot be derived is stored. All times are milliseconds
 * since 1970 as the events carried them; the engine has no clock of its own.
 */
import type { Check, RequiredStatusesSource } from "../domain/check.js";
import type {
  BatchId,
  CommitId,
  EntryId,
  PullRequestNumber,
  QueueId,
  TestRunId,
  TreeId,
} from "../domain/ids.js";
import type { ImpactedTargets } from "../domain/impacted-targets.js";
import type { PullRequestFacts } from "../domain/pull-request.js";
import type { QueueSettings } from "../domain/queue-settings.js";
import type { Reason } from "../domain/reason.js";

export type QueueState = "running" | "paused" | "draining" | "switchingModes";

export type EntryState =
  | "notReady"
  | "pending"
  | "testing"
  | "testsPassed"
  | "pendingFailure"
  | "merged"
  | "failed"
  | "cancelled";

/** One stay of a pull request in the queue. */
export interface Entry {
  readonly id: EntryId;
  readonly facts: PullRequestFacts;
  readonly priority: number;
  readonly usedDefaultPriority: boolean;
  readonly noBatch: boolean;
  /** Impacted targets uploaded for `facts.headSha`; null while there are none. */
  readonly targets: ImpactedTargets | null;
  /** Order of submission within the queue. */
  readonly sequence: number;
  readonly submittedAt: number;
  /** Null until the entry was ready for the first time. */
  readonly admittedAt: number | null;
  /** Asked to leave while a landing that contains it was under way; the landing's answer decides. */
  readonly leaving: Reason | null;
  /** Set once: the entry is over and leaves the queue at the end of the decision. */
  readonly ended: "merged" | "failed" | "cancelled" | null;
  /** The state it was last seen in by the timeline, with the moment it began and the newest reason for it. */
  readonly state: EntryState;
  readonly stateSince: number;
  readonly reason: Reason | null;
  /** The run on whose pass it landed; null until then, and when someone merged it by hand. */
  readonly verifiedBy: TestRunId | null;
}

/** Entries tested and landed together. Without batching, a batch of one. */
export interface Batch {
  readonly id: BatchId;
  readonly entries: readonly PullRequestNumber[];
  /** How many of its runs CI has cancelled. */
  readonly interruptions: number;
}

/** A head on a test branch, with everything its commit is made of, so that building it twice gives the same commit. */
export interface ContainedHead {
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  readonly title: string;
  /** Becomes the committer date. */
  readonly submittedAt: number;
}

export type TestRunFailure =
  | { readonly kind: "check"; readonly name: string; readonly url: string }
  | { readonly kind: "timeout"; readonly minutes: number };

export type TestRunProgress =
  | { readonly kind: "building" }
  /** The head of `pullRequest` could not be merged on top of those before it in `contains`. */
  | {
      readonly kind: "conflicted";
      readonly pullRequest: PullRequestNumber;
      readonly files: readonly string[];
    }
  | { readonly kind: "running"; readonly startedAt: number }
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly failure: TestRunFailure };

/** One CI verdict on one speculation: `testedOn`, then every head of `contains` in order. */
export interface TestRun {
  readonly id: TestRunId;
  readonly batch: BatchId;
  readonly testedOn: CommitId;
  readonly contains: readonly ContainedHead[];
  /** The entries under test: the last ones of `contains`. */
  readonly own: readonly PullRequestNumber[];
  readonly createdAt: number;
  /**
   * One commit per head of `contains`, each on top of the one before; after a conflict only those before it, and
   * until it is built those that the runs ahead tell in advance.
   */
  readonly commits: readonly CommitId[];
  /** The tree of the last commit; null until it is built. */
  readonly tree: TreeId | null;
  /** Frozen when the run starts. */
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource | null;
  readonly checks: readonly Check[];
  readonly progress: TestRunProgress;
}

/** The one landing under way on the branch: stored before the push, gone with the push's answer. */
export interface Landing {
  readonly run: TestRunId;
  readonly expectedTip: CommitId;
  readonly newTip: CommitId;
  readonly tree: TreeId;
  readonly heads: readonly ContainedHead[];
  readonly batches: readonly BatchId[];
}

export interface Queue {
  readonly id: QueueId;
  readonly targetBranch: string;
  readonly state: QueueState;
  readonly settings: QueueSettings;
  /** The newest commit of the target branch as far as the queue knows. */
  readonly tip: CommitId;
  /** Live entries in order of submission. */
  readonly entries: readonly Entry[];
  /** Batches that were given a place, front to back. */
  readonly line: readonly Batch[];
  /** The live runs, at most one per batch; a run that proves nothing any more is gone. */
  readonly runs: readonly TestRun[];
  readonly landing: Landing | null;
  /** The next number for an entry, batch, run, sequence or effect. */
  readonly nextNumber: number;
  /** The latest time an event carried. */
  readonly now: number;
}
