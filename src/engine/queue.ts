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
import type { MergeMethod, QueueMode, QueueSettings, SkippedChecks } from "../domain/queue-settings.js";
import type { Reason } from "../domain/reason.js";
import type { ENTRY_ENDINGS, EntryState, QueueState, STATES_TO_RESUME } from "../domain/states.js";

export type { EntryState, QueueState };

/** What could not be done lately about a pull request, a run or a landing, while other work succeeded. */
export interface Trouble {
  readonly reason: Reason;
  /** How long this has lasted, in milliseconds. */
  readonly lastedMs: number;
  readonly reportedAt: number;
}

/** One stay of a pull request in the queue. */
export interface Entry {
  readonly id: EntryId;
  readonly facts: PullRequestFacts;
  readonly priority: number;
  readonly usedDefaultPriority: boolean;
  readonly noBatch: boolean;
  /** True once it was seen that it cannot land without a test run, though it stood on the tip. */
  readonly needsTests: boolean;
  /** Impacted targets uploaded for `facts.headSha`; null while there are none. */
  readonly targets: ImpactedTargets | null;
  /**
   * All it had since its live run was started, when other targets were uploaded: they count too until the next run,
   * so that nobody loses a dependency that a run was built on. Null when nothing changed.
   */
  readonly earlierTargets: ImpactedTargets | null;
  /** This head failed alone on the branch before and was tested once more; kept where its batch is dissolved. */
  readonly isRetried?: boolean;
  /** The pull request could not be read when it was last tried; it does not land before it can. */
  readonly trouble?: Trouble;
  /** What it was to land with could not land: until its head changes it is batched and lands alone. */
  readonly isApart?: boolean;
  /** Order of submission within the queue. */
  readonly sequence: number;
  readonly submittedAt: number;
  /** Null until the entry was ready for the first time. */
  readonly admittedAt: number | null;
  /** Asked to leave, or has to, while a landing that contains it was under way; the landing's answer decides. */
  readonly leaving: Reason | null;
  /** Set once: the entry is over and leaves the queue at the end of the decision. */
  readonly ended: (typeof ENTRY_ENDINGS)[number] | null;
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
  /** How many of its hedges came to nothing: CI cancelled them, they did not merge, or could not start. */
  readonly lostHedges: number;
  /** Its failure was proven once, and it is given one more test before anybody is blamed. */
  readonly isRetried: boolean;
  /** Retried and not passed since. In the line, where earlier versions retried: successors plan without it. */
  readonly isSuspect: boolean;
  /** The batch whose proven failure it was split from; null when there was none. Halves have it in common. */
  readonly splitFrom: BatchId | null;
}

/** A head on a test branch, with everything its commit is made of, so that building it twice gives the same commit. */
export interface ContainedHead {
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  readonly title: string;
  /** Becomes the committer date. */
  readonly submittedAt: number;
  /** As the pull request had them when it was put on the branch. */
  readonly mergeTitle?: string;
  readonly headName?: string;
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

/** A commit that the code host made anew as it merged: the same tree on the same tip. */
export interface RenamedCommit {
  readonly tested: CommitId;
  readonly onBranch: CommitId;
}

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
   * The tip for which the run still tells something: where it was tested on, moved along with every landing of what
   * it contains, or of what shares no target with what it still has to land. Null: the branch went elsewhere.
   */
  readonly standsOn: CommitId | null;
  /** Those of `contains` that have landed since. */
  readonly landed: readonly PullRequestNumber[];
  /** Those that landed beside it: not in `contains`, and sharing no target with what it still has to land. */
  readonly passedBy: readonly PullRequestNumber[];
  /** One commit per head of `contains`, each on top of the one before; none until built, and none from a conflict on. */
  readonly commits: readonly CommitId[];
  /** What landed by another name while this was being built. */
  readonly renamed?: readonly RenamedCommit[];
  /** The tree of the last commit; null until it is built. */
  readonly tree: TreeId | null;
  /** Frozen when the run starts. */
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource | null;
  /** As the queue had it when the run started; absent is empty. */
  readonly skippedChecks?: SkippedChecks;
  readonly checks: readonly Check[];
  /** Its checks could not be read when it was last tried. */
  readonly trouble?: Trouble;
  readonly progress: TestRunProgress;
}

/** Why what lands may land without being the very commit that was tested. */
export type LandingProof =
  /** It is the very commit that was tested. */
  | { readonly kind: "tested" }
  /** Others landed since that share no target with it: the same change, put on top of theirs. */
  | {
      readonly kind: "disjoint";
      readonly testedOn: CommitId;
      readonly tested: CommitId;
      readonly passedBy: readonly PullRequestNumber[];
    }
  /** The head itself stands on the tip, and its own checks have passed: the tree is the head's. */
  | { readonly kind: "direct"; readonly head: CommitId };

/** The one landing under way on the branch: stored before the push, gone with the push's answer. */
export interface Landing {
  /** The run whose pass it rests on; a direct merge has a number of its own, which no run has. */
  readonly run: TestRunId;
  readonly proof: LandingProof;
  readonly expectedTip: CommitId;
  readonly mergeMethod: MergeMethod;
  /** Null until the commits are put on the tip, where what was tested stands on another one. */
  readonly commit: { readonly newTip: CommitId; readonly tree: TreeId } | null;
  readonly heads: readonly ContainedHead[];
  readonly batches: readonly BatchId[];
  /** How often its push was taken up again; missing while nobody did. */
  readonly takeUps?: number;
  /** Its push failed, though the branch could be read. */
  readonly trouble?: Trouble;
}

/** The mode that holds once the line is worked off, and the state that comes back then. */
export interface ModeSwitch {
  readonly mode: QueueMode;
  readonly resume: (typeof STATES_TO_RESUME)[number];
}

export interface Queue {
  readonly id: QueueId;
  readonly targetBranch: string;
  readonly state: QueueState;
  /** Set exactly while the state is `switchingModes`. */
  readonly modeSwitch: ModeSwitch | null;
  readonly settings: QueueSettings;
  /** The newest commit of the target branch as far as the queue knows. */
  readonly tip: CommitId;
  /** Live entries in order of submission. */
  readonly entries: readonly Entry[];
  /** Batches that were given a place, front to back. */
  readonly line: readonly Batch[];
  /**
   * Tested alone beside the line, oldest first: parts of failed batches to find the culprit, and single entries that
   * are tested once more.
   */
  readonly beside: readonly Batch[];
  /** The live runs, at most one per batch; a run that proves nothing any more is gone. */
  readonly runs: readonly TestRun[];
  /**
   * Live runs besides those, of batches in the line: each tests what would be tested if one ahead came out otherwise
   * than planned. They decide nothing, unless they become the batch's run.
   */
  readonly hedges: readonly TestRun[];
  readonly landing: Landing | null;
  /** The next number for an entry, batch, run, sequence or effect. */
  readonly nextNumber: number;
  /** The latest time an event carried since the clock was last corrected. No recorded instant is later. */
  readonly now: number;
}

/** So long what may pass by itself is waited for. */
export const PATIENCE_MS = 10 * 60_000;

/** Reports come once a minute, with some delay. */
const LONGEST_COUNTED_MS = 2 * 60_000;

/** After one more report at the queue's time `now`. */
export function goneOn(known: Trouble | undefined, now: number, reason: Reason): Trouble {
  if (known === undefined) return { reason, lastedMs: 0, reportedAt: now };
  const sinceMs = Math.min(Math.max(now - known.reportedAt, 0), LONGEST_COUNTED_MS);
  return { reason, lastedMs: known.lastedMs + sinceMs, reportedAt: now };
}

export function isTooLong({ lastedMs }: Trouble): boolean {
  return lastedMs >= PATIENCE_MS;
}

/** The same run, entry or landing without it. */
export function withoutTrouble<Concerned extends { readonly trouble?: Trouble }>(
  concerned: Concerned,
): Omit<Concerned, "trouble"> {
  // A copy would be of another hidden class, which slows down all that reads it.
  if (concerned.trouble === undefined) return concerned;
  const { trouble: _over, ...rest } = concerned;
  return rest;
}
