/**
 * The state of a queue. Only what cannot be derived is stored. Times are milliseconds since 1970, taken from the
 * events: the engine has no clock.
 */
import type { Check, RequiredStatusesSource } from "../../domain/check.js";
import type {
  BatchId,
  CommitId,
  EntryId,
  PullRequestNumber,
  QueueId,
  TestRunId,
  TreeId,
} from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { CommitWording, HeadEvidence, PullRequestFacts } from "../../domain/pull-request.js";
import type { MergeMethod, QueueMode, QueueSettings, SkippedChecks } from "../../domain/queue-settings.js";
import type { Reason } from "../../domain/reason.js";
import type { ENTRY_ENDINGS, EntryState, QueueState, STATES_TO_RESUME } from "../../domain/states.js";
import type { TargetHealth } from "./target-health.js";

export type { EntryState, QueueState };

/** An operation on a pull request, a run or a landing keeps failing while other work succeeds. */
export interface Trouble {
  readonly reason: Reason;
  /** Duration so far, in milliseconds. */
  readonly lastedMs: number;
  readonly reportedAt: number;
}

/** One submission of a pull request, until it leaves the queue. */
export interface Entry {
  readonly id: EntryId;
  readonly facts: PullRequestFacts;
  readonly priority: number;
  readonly usedDefaultPriority: boolean;
  readonly noBatch: boolean;
  /** This head was to land without a test run, but its checks had not tested what would land, or the rules refused it. */
  readonly needsTests: boolean;
  /** Impacted targets uploaded for `facts.headSha`; null: none yet. */
  readonly targets: ImpactedTargets | null;
  /**
   * Targets that were replaced since the live run started. They count until the next run, so that no dependency is lost
   * that a run relies on. null: unchanged.
   */
  readonly earlierTargets: ImpactedTargets | null;
  /** This head has had its retry. Kept here because its batch may be dissolved. */
  readonly isRetried?: boolean;
  /** The last attempt to read the pull request failed. It does not land until one succeeds. */
  readonly trouble?: Trouble;
  /** A landing together with others failed: it is tested and lands alone until its head changes. */
  readonly isApart?: boolean;
  /** Its head branch was pushed to this commit before it landed, so the code host shows it as merged. */
  readonly shownAs?: CommitId;
  /** The commit of a head push that was taken back. For a while it may still be observed as the head. */
  readonly takenBack?: { readonly commit: CommitId; readonly at: number };
  /** Order of submission within the queue. */
  readonly sequence: number;
  /** It returned after an eviction: the sequence that it had before, and its place in the line. */
  readonly earlierSequence?: number;
  readonly submittedAt: number;
  /** null until the entry is admitted. */
  readonly admittedAt: number | null;
  /** Why it has to leave, noted while a landing contains it: the result of the landing decides. */
  readonly leaving: Reason | null;
  /** Set once. The entry leaves the queue at the end of the decision. */
  readonly ended: (typeof ENTRY_ENDINGS)[number] | null;
  /** The state that the timeline noted last, its start and its newest reason. */
  readonly state: EntryState;
  readonly stateSince: number;
  readonly reason: Reason | null;
  /** The passed run that it landed on; null until then, and for a merge outside the queue. */
  readonly verifiedBy: TestRunId | null;
}

/** Entries tested and landed together. Without batching, a batch of one. */
export interface Batch {
  readonly id: BatchId;
  readonly entries: readonly PullRequestNumber[];
  /** Number of its runs that CI cancelled. */
  readonly interruptions: number;
  /** Number of its hedges without a verdict: cancelled by CI, conflicting, or not startable. */
  readonly lostHedges: number;
  /** Its failure was proven once; the retry decides. */
  readonly isRetried: boolean;
  /** Retried and not passed since. In the line, where earlier versions retried, successors are planned without it. */
  readonly isSuspect: boolean;
  /** The batch with a proven failure that it was split from; null without one. Both halves have the same value. */
  readonly splitFrom: BatchId | null;
}

/** A head on a test branch, with all input of its commit: building it twice produces the same commit. */
export interface ContainedHead {
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  readonly title: string;
  /** Used as the committer date. */
  readonly submittedAt: number;
  /** The pull request's values when the run started. */
  readonly mergeTitle?: string;
  readonly headName?: string;
  readonly wording?: CommitWording;
}

export type TestRunFailure =
  | { readonly kind: "check"; readonly name: string; readonly url: string }
  | { readonly kind: "timeout"; readonly minutes: number }
  /** CI reported no required check; `lastSeen` is when one was last reported on any test branch of the queue. */
  | { readonly kind: "noCheck"; readonly minutes: number; readonly lastSeen: number | null }
  /** The code host did not start the run or did not show its checks; `why` is a sentence. */
  | { readonly kind: "noResult"; readonly why: string };

export type TestRunProgress =
  | { readonly kind: "building" }
  /** The head of `pullRequest` conflicts with the heads before it in `contains`. */
  | {
      readonly kind: "conflicted";
      readonly pullRequest: PullRequestNumber;
      readonly files: readonly string[];
    }
  | { readonly kind: "running"; readonly startedAt: number }
  | { readonly kind: "passed" }
  | { readonly kind: "failed"; readonly failure: TestRunFailure };

/** A commit that the code host recreated when it merged: the same tree on the same tip. */
export interface RenamedCommit {
  readonly tested: CommitId;
  readonly onBranch: CommitId;
}

/** A test run: CI's verdict on one speculation, which is `testedOn` and then the heads of `contains` in order. */
export interface TestRun {
  readonly id: TestRunId;
  readonly batch: BatchId;
  readonly testedOn: CommitId;
  readonly contains: readonly ContainedHead[];
  /** The entries under test: the last heads of `contains`. */
  readonly own: readonly PullRequestNumber[];
  readonly createdAt: number;
  /**
   * The tip for which the run is still evidence: `testedOn`, moved along by each landing of what it contains, or of
   * entries that share no target with what it has left to land. null: the branch moved elsewhere.
   */
  readonly validForTip: CommitId | null;
  /** Entries of `contains` that have landed since. */
  readonly landed: readonly PullRequestNumber[];
  /** Entries that landed past it: not in `contains`, and without a target in common with what it has left to land. */
  readonly passedBy: readonly PullRequestNumber[];
  /** One commit per head of `contains`, each on the one before. Empty until built; ends before a conflict. */
  readonly commits: readonly CommitId[];
  /** Commits that the code host recreated at a landing during the build. */
  readonly renamed?: readonly RenamedCommit[];
  /** The tree of the last commit; null until built. */
  readonly tree: TreeId | null;
  /** Its only head has this tree itself, so its own checks may have tested it already. Absent: no, or unknown. */
  readonly isHeadTree?: true;
  /** With `isHeadTree`: the checks of that head were green when the run was built. Absent: no, or unknown. */
  readonly isHeadGreen?: true;
  /** Fixed when the run starts. */
  readonly requiredStatuses: readonly string[];
  readonly requiredStatusesSource: RequiredStatusesSource | null;
  /** Fixed when the run starts; absent: empty. */
  readonly skippedChecks?: SkippedChecks;
  readonly checks: readonly Check[];
  /** The reason of its entries names the required checks that CI has not reported. */
  readonly isUnnoticed?: boolean;
  /** Its failure was the third in a row when something landed. It remains doubted until its base was tested alone. */
  readonly isDoubted?: boolean;
  /** The last attempt to read its checks failed. */
  readonly trouble?: Trouble;
  readonly progress: TestRunProgress;
}

/** Why a landing is safe. */
export type LandingProof =
  /** The commit that lands is the tested commit. */
  | { readonly kind: "tested" }
  /** The same change, rebuilt on landings that share no target with it. */
  | {
      readonly kind: "disjoint";
      readonly testedOn: CommitId;
      readonly tested: CommitId;
      readonly passedBy: readonly PullRequestNumber[];
    }
  /**
   * The head contains the tip and passed its own checks: the tree that lands is that of the head. Proofs of earlier
   * versions lack the evidence.
   */
  | { readonly kind: "direct"; readonly head: CommitId; readonly evidence?: HeadEvidence };

/**
 * The head branch of a pull request, which the queue pushes to the commit that the pull request becomes on the target
 * branch: only then does the code host show it as merged.
 */
export interface HeadPush {
  readonly pullRequest: PullRequestNumber;
  readonly branch: string;
  /** The tested head. */
  readonly from: CommitId;
  readonly to: CommitId;
}

/** The landing under way, at most one per branch: stored before the push, removed with its result. */
export interface Landing {
  /** The passed run that it relies on; a direct merge has an id that no run has. */
  readonly run: TestRunId;
  readonly proof: LandingProof;
  readonly expectedTip: CommitId;
  readonly mergeMethod: MergeMethod;
  /** null until the commits are rebuilt on the tip, if the run was tested on another one. */
  readonly commit: {
    readonly newTip: CommitId;
    readonly tree: TreeId;
    /** One commit per head, of rebuilt commits only; absent in logs of earlier versions. */
    readonly commits?: readonly CommitId[];
  } | null;
  readonly heads: readonly ContainedHead[];
  readonly batches: readonly BatchId[];
  /** How often a replica took over its push; absent: never. */
  readonly takeUps?: number;
  /** Its push failed while the branch was readable. */
  readonly trouble?: Trouble;
  /** Stored before the first of them is pushed. Absent: undecided, or none. */
  readonly headPushes?: readonly HeadPush[];
  /** The head pushes were taken back. The landing itself may still succeed, and shows nothing as merged. */
  readonly areHeadsBack?: boolean;
  /** Heads that could not be taken back yet. Their entries end with the landing, unless it succeeds. */
  readonly headsNotBack?: readonly HeadPush[];
}

/** The mode to switch to once the line is empty, and the state to restore. */
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
  /** The newest known commit of the target branch. */
  readonly tip: CommitId;
  /** Live entries in order of submission. */
  readonly entries: readonly Entry[];
  /** The batches with a place, front to back. */
  readonly line: readonly Batch[];
  /**
   * Batches tested alone beside the line, oldest first: parts of failed batches under bisection, and retries of single
   * entries.
   */
  readonly beside: readonly Batch[];
  /** The live runs, at most one per batch. Invalidated runs are removed. */
  readonly runs: readonly TestRun[];
  /**
   * Live runs of alternates, for batches in the line: what would be tested if one predecessor had another outcome. A
   * hedge decides nothing until it becomes the batch's run.
   */
  readonly hedges: readonly TestRun[];
  readonly landing: Landing | null;
  /** When required checks were last reported on a test branch, by name; absent: never since the queue records it. */
  readonly checksSeen?: Readonly<Record<string, number>>;
  /** Doubts about the target branch and CI themselves; absent: there were none yet. */
  readonly health?: TargetHealth;
  /** The next number for an entry, batch, run, sequence or effect. */
  readonly nextNumber: number;
  /** The latest time of an event since the last clock correction. No recorded instant is later. */
  readonly now: number;
}

/** How long a problem may last that can resolve by itself. */
export const PATIENCE_MS = 10 * 60_000;

/** Reports arrive about once a minute; a longer gap counts only up to this limit. */
const LONGEST_COUNTED_MS = 2 * 60_000;

/** Adds a report at the queue's time `now`. */
export function goneOn(known: Trouble | undefined, now: number, reason: Reason): Trouble {
  if (known === undefined) return { reason, lastedMs: 0, reportedAt: now };
  const sinceMs = Math.min(Math.max(now - known.reportedAt, 0), LONGEST_COUNTED_MS);
  return { reason, lastedMs: known.lastedMs + sinceMs, reportedAt: now };
}

export function isTooLong({ lastedMs }: Trouble): boolean {
  return lastedMs >= PATIENCE_MS;
}

/** A run, entry or landing without its trouble. */
export function withoutTrouble<Concerned extends { readonly trouble?: Trouble }>(
  concerned: Concerned,
): Omit<Concerned, "trouble"> {
  // A copy would have another hidden class, which slows down every reader.
  if (concerned.trouble === undefined) return concerned;
  const { trouble: _over, ...rest } = concerned;
  return rest;
}
