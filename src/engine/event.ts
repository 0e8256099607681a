/** What can happen to a queue. An event states a fact and judges nothing; `at` is milliseconds since 1970. */
import type { Check, RequiredStatusesSource } from "../domain/check.js";
import type { CommitId, EntryId, PullRequestNumber, TestRunId, TreeId } from "../domain/ids.js";
import type { ImpactedTargets } from "../domain/impacted-targets.js";
import type { PullRequestFacts } from "../domain/pull-request.js";
import type { QueueSettings } from "../domain/queue-settings.js";
import type { Reason } from "../domain/reason.js";
import type { QueueState } from "./queue.js";

/** Who asked for it elsewhere than at the API, in words that follow "by": "a comment of ada". */
export type Asker = string;

export type QueueEvent = { readonly at: number } & (
  | {
      readonly kind: "entrySubmitted";
      readonly facts: PullRequestFacts;
      readonly priority: number;
      readonly usedDefaultPriority: boolean;
      readonly noBatch: boolean;
      /** What was uploaded for `facts.headSha` before; null for nothing. */
      readonly targets: ImpactedTargets | null;
      /** The id of an earlier stay of this pull request, kept; null the first time. */
      readonly earlierEntry: EntryId | null;
      readonly by?: Asker;
    }
  | { readonly kind: "entryCancelled"; readonly pullRequest: PullRequestNumber; readonly reason: Reason }
  | { readonly kind: "testsRestarted"; readonly pullRequest: PullRequestNumber; readonly by?: Asker }
  | {
      readonly kind: "targetsSet";
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
      readonly targets: ImpactedTargets;
    }
  /** What is not named stays; a null state stays too. */
  | {
      readonly kind: "settingsChanged";
      readonly settings: Partial<QueueSettings>;
      readonly state: Exclude<QueueState, "switchingModes"> | null;
    }
  /** Null facts: the forge no longer has such a pull request. */
  | {
      readonly kind: "pullRequestObserved";
      readonly pullRequest: PullRequestNumber;
      readonly facts: PullRequestFacts | null;
    }
  /**
   * The pull request, with this head, could not be read, or what is done about it failed, while other work succeeded.
   * Reported about once a minute for as long as it lasts.
   */
  | {
      readonly kind: "pullRequestUnreadable";
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
      readonly reason: Reason;
    }
  /** It could be read again. */
  | { readonly kind: "pullRequestReadable"; readonly pullRequest: PullRequestNumber }
  /** The head can never be put on a branch; the entry fails for this reason. */
  | {
      readonly kind: "headUnusable";
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
      readonly reason: Reason;
    }
  /** Counts only while the queue still stands on `from`: a look that was overtaken says nothing. */
  | { readonly kind: "tipObserved"; readonly from: CommitId; readonly to: CommitId }
  | {
      readonly kind: "testRunBuilt";
      readonly run: TestRunId;
      readonly commits: readonly CommitId[];
      readonly tree: TreeId;
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
  /** The run can never start; the entries under test fail for this reason. */
  | { readonly kind: "testRunNotStarted"; readonly run: TestRunId; readonly reason: Reason }
  /** The run was started and will never have a verdict; the entries under test fail for this reason. */
  | { readonly kind: "testRunAbandoned"; readonly run: TestRunId; readonly reason: Reason }
  /** The checks of the run could not be read, while other work succeeded; reported as for a pull request. */
  | { readonly kind: "testRunUnreadable"; readonly run: TestRunId; readonly reason: Reason }
  /** The newest word on each named check; checks not named keep theirs. */
  | { readonly kind: "checksReported"; readonly run: TestRunId; readonly checks: readonly Check[] }
  /** What is to land stands on the tip now, and changes nothing but what was tested. */
  | {
      readonly kind: "landingPrepared";
      readonly run: TestRunId;
      readonly newTip: CommitId;
      readonly tree: TreeId;
    }
  /** Put on the tip it is another change than the one tested, or does not merge there. */
  | { readonly kind: "landingDiffers"; readonly run: TestRunId; readonly files: readonly string[] }
  /** `as`: the code host made a commit of its own of it, with the same tree. */
  | { readonly kind: "landed"; readonly run: TestRunId; readonly newTip: CommitId; readonly as?: CommitId }
  /** The code host merged it, and made another tree of it than the one tested: the branch is there now. */
  | { readonly kind: "landedUntested"; readonly run: TestRunId; readonly tip: CommitId }
  /**
   * A push that somebody may have begun is begun again, and the branch not looked at yet: what others saw of it before
   * may be over by the time they tell it.
   */
  | { readonly kind: "landingTakenUp"; readonly run: TestRunId }
  /**
   * The branch stands elsewhere than the landing expected, and does not contain the landing. Counts only from whoever
   * took it up last: `takeUps` is how often that had been done by then. Versions before did not say, and are believed.
   */
  | {
      readonly kind: "landingRefused";
      readonly run: TestRunId;
      readonly tip: CommitId;
      readonly takeUps?: number;
    }
  /**
   * The branch stands where the landing expected it, and cannot be moved: trying again does not help. Counts as a
   * refusal does. With `isOfOne` the reason may be one of its pull requests: those of a landing of several are tested
   * again, and land apart.
   */
  | {
      readonly kind: "landingFailed";
      readonly run: TestRunId;
      readonly reason: Reason;
      readonly takeUps?: number;
      readonly isOfOne?: boolean;
    }
  /**
   * The push failed and may yet work, or have worked, while the branch could be read. Counts as a refusal does; reported
   * with each attempt.
   */
  | {
      readonly kind: "landingHindered";
      readonly run: TestRunId;
      readonly reason: Reason;
      readonly takeUps: number;
    }
  | { readonly kind: "timePassed" }
  /**
   * The clock behind `at` was set by `byMs`: negative for back, and only then may the queue's time go back to `at`.
   * Forward, the time that was jumped over does not count towards any deadline.
   */
  | { readonly kind: "clockCorrected"; readonly byMs: number }
);

export type QueueEventKind = QueueEvent["kind"];

export type EventOf<Kind extends QueueEventKind> = Extract<QueueEvent, { readonly kind: Kind }>;
