/** The events of a queue. An event states a fact and decides nothing; `at` is milliseconds since 1970. */
import type { Check, RequiredStatusesSource } from "../../domain/check.js";
import type { CommitId, EntryId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { ImpactedTargets } from "../../domain/impacted-targets.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { QueueSettings } from "../../domain/queue-settings.js";
import type { Reason } from "../../domain/reason.js";
import type { HeadPush, QueueState } from "./queue.js";

/** Who requested it other than through the API, to follow "by": "a comment of ada". */
export type Asker = string;

export type QueueEvent = { readonly at: number } & (
  | {
      readonly kind: "entrySubmitted";
      readonly facts: PullRequestFacts;
      readonly priority: number;
      readonly usedDefaultPriority: boolean;
      readonly noBatch: boolean;
      /** The targets already uploaded for `facts.headSha`; null: none. */
      readonly targets: ImpactedTargets | null;
      /** The id of this pull request's earlier entry, which is kept; null the first time. */
      readonly earlierEntry: EntryId | null;
      readonly by?: Asker;
    }
  | { readonly kind: "entryCancelled"; readonly pullRequest: PullRequestNumber; readonly reason: Reason }
  /** An evicted entry may return. null facts: the pull request cannot; targets as in `entrySubmitted`. */
  | {
      readonly kind: "entryReadmitted";
      readonly pullRequest: PullRequestNumber;
      readonly facts: PullRequestFacts | null;
      readonly targets: ImpactedTargets | null;
    }
  | { readonly kind: "testsRestarted"; readonly pullRequest: PullRequestNumber; readonly by?: Asker }
  | {
      readonly kind: "targetsSet";
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
      readonly targets: ImpactedTargets;
    }
  /** Absent settings keep their values; a null state keeps the state. */
  | {
      readonly kind: "settingsChanged";
      readonly settings: Partial<QueueSettings>;
      readonly state: Exclude<QueueState, "switchingModes"> | null;
    }
  /** null facts: the forge no longer has the pull request. */
  | {
      readonly kind: "pullRequestObserved";
      readonly pullRequest: PullRequestNumber;
      readonly facts: PullRequestFacts | null;
    }
  /**
   * The pull request could not be read at this head, or an operation on it failed, while other work succeeded.
   * Reported about once a minute while the problem lasts.
   */
  | {
      readonly kind: "pullRequestUnreadable";
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
      readonly reason: Reason;
    }
  /** The pull request is readable again. */
  | { readonly kind: "pullRequestReadable"; readonly pullRequest: PullRequestNumber }
  /** The head can never be put on a branch. The entry fails for this reason. */
  | {
      readonly kind: "headUnusable";
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
      readonly reason: Reason;
    }
  /** Ignored unless the queue's tip is still `from`: a newer observation or landing has overtaken it. */
  | { readonly kind: "tipObserved"; readonly from: CommitId; readonly to: CommitId }
  | {
      readonly kind: "testRunBuilt";
      readonly run: TestRunId;
      readonly commits: readonly CommitId[];
      readonly tree: TreeId;
      /** The only head has this tree itself. Absent: it has another one, or this is unknown. */
      readonly isHeadTree?: true;
    }
  | {
      readonly kind: "testRunConflicted";
      readonly run: TestRunId;
      /** The commits built before the conflict. */
      readonly commits: readonly CommitId[];
      readonly pullRequest: PullRequestNumber;
      readonly files: readonly string[];
    }
  | {
      readonly kind: "testRunStarted";
      readonly run: TestRunId;
      readonly requiredStatuses: readonly string[];
      readonly requiredStatusesSource: RequiredStatusesSource;
    }
  /** The run can never start. The entries under test fail for this reason. */
  | { readonly kind: "testRunNotStarted"; readonly run: TestRunId; readonly reason: Reason }
  /** The started run will never get a verdict. The entries under test fail for this reason. */
  | { readonly kind: "testRunAbandoned"; readonly run: TestRunId; readonly reason: Reason }
  /** The checks of the run could not be read while other work succeeded. Reported about once a minute. */
  | { readonly kind: "testRunUnreadable"; readonly run: TestRunId; readonly reason: Reason }
  /** The newest result of each named check; the others keep theirs. */
  | { readonly kind: "checksReported"; readonly run: TestRunId; readonly checks: readonly Check[] }
  /** The commits to land were rebuilt on the tip and change exactly what was tested. */
  | {
      readonly kind: "landingPrepared";
      readonly run: TestRunId;
      readonly newTip: CommitId;
      readonly tree: TreeId;
      /** One commit per head. Events of earlier versions lack it. */
      readonly commits?: readonly CommitId[];
    }
  /** Rebuilt on the tip, the commits change something else than was tested, or do not merge. */
  | { readonly kind: "landingDiffers"; readonly run: TestRunId; readonly files: readonly string[] }
  /** `as`: the commit that the code host created instead, with the same tree. */
  | { readonly kind: "landed"; readonly run: TestRunId; readonly newTip: CommitId; readonly as?: CommitId }
  /** The code host merged it with another tree than the tested one; the branch is now at `tip`. */
  | { readonly kind: "landedUntested"; readonly run: TestRunId; readonly tip: CommitId }
  /**
   * A replica takes over a push that another one may have started, before it reads the branch. What other replicas
   * observed earlier may be outdated when they report it.
   */
  | { readonly kind: "landingTakenUp"; readonly run: TestRunId }
  /**
   * The head branches that are to be pushed before the landing, or, recorded again, those that were. Accepted under the
   * same condition as a refusal.
   */
  | {
      readonly kind: "headPushesChosen";
      readonly run: TestRunId;
      readonly headPushes: readonly HeadPush[];
      readonly takeUps: number;
    }
  /**
   * The head branches are back at the tested heads; those that others have moved meanwhile are not in `pullRequests`.
   * The code host did not move back those of `notYet`: the effect `takeHeadBack` does that later. Accepted under the same
   * condition as a refusal.
   */
  | {
      readonly kind: "headsTakenBack";
      readonly run: TestRunId;
      readonly pullRequests: readonly PullRequestNumber[];
      /** Events of earlier versions lack it; absent: none. */
      readonly notYet?: readonly PullRequestNumber[];
      readonly takeUps: number;
    }
  /**
   * The branch has another tip than the landing expected, and does not contain the landing. Accepted only from the
   * replica that took over last: `takeUps` is the number of takeovers it saw. Events of earlier versions lack it and
   * are always accepted.
   */
  | {
      readonly kind: "landingRefused";
      readonly run: TestRunId;
      readonly tip: CommitId;
      readonly takeUps?: number;
    }
  /**
   * The branch has the expected tip and cannot be moved; a retry does not help. Accepted under the same condition as a
   * refusal. With `isOfOne`, one of several pull requests may be the cause: each is tested again and lands alone. With
   * `needsTests`, the rules refused what was to land without a test run: its pull request is tested.
   */
  | {
      readonly kind: "landingFailed";
      readonly run: TestRunId;
      readonly reason: Reason;
      readonly takeUps?: number;
      readonly isOfOne?: boolean;
      readonly needsTests?: true;
    }
  /**
   * The push failed while the branch was readable; it may have succeeded, or succeed later. Accepted under the same
   * condition as a refusal. Reported for each attempt.
   */
  | {
      readonly kind: "landingHindered";
      readonly run: TestRunId;
      readonly reason: Reason;
      readonly takeUps: number;
    }
  | { readonly kind: "timePassed" }
  /**
   * The clock behind `at` was set by `byMs`. Only if that is negative may the queue's time go back to `at`. A forward
   * jump does not count towards any deadline.
   */
  | { readonly kind: "clockCorrected"; readonly byMs: number }
);

export type QueueEventKind = QueueEvent["kind"];

export type EventOf<Kind extends QueueEventKind> = Extract<QueueEvent, { readonly kind: Kind }>;
