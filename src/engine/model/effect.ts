/**
 * Effects: side effects for the service to perform. Each is stored with its decision and performed at least once, so
 * the executor first checks whether it is already done. The result comes back as an event.
 */
import type { CommitId, EffectId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { ContainedHead, HeadPush } from "./queue.js";

export type Effect = { readonly id: EffectId } & NewEffect;

export type NewEffect =
  /** Build the speculation, push it as the test branch and start CI on it. */
  | {
      readonly kind: "startTestRun";
      readonly run: TestRunId;
      readonly testedOn: CommitId;
      readonly contains: readonly ContainedHead[];
      readonly mergeMethod: MergeMethod;
      /** The queue's setting; if empty, the forge decides which checks are required. */
      readonly requiredStatuses: readonly string[];
      /** The entries under test; the test branch is named after the first one. */
      readonly own: readonly PullRequestNumber[];
    }
  /** Put a test branch at the tip itself and start CI on it. */
  | {
      readonly kind: "testTip";
      readonly run: TestRunId;
      readonly commit: CommitId;
      readonly requiredStatuses: readonly string[];
    }
  | { readonly kind: "discardTipTest"; readonly run: TestRunId }
  /** Read the pull request and, if it still has this head, bring its entry back. `run` is the tip test that failed. */
  | {
      readonly kind: "readmitEntry";
      readonly run: TestRunId;
      readonly pullRequest: PullRequestNumber;
      readonly headSha: CommitId;
    }
  /** Cancel CI if the run is still active, and delete its test branch. */
  | { readonly kind: "discardTestRun"; readonly run: TestRunId; readonly own: readonly PullRequestNumber[] }
  /**
   * Rebuild `heads` on `onto`, one commit each, and compare: a file that differs between `testedOn` and `tested` must
   * be as in `tested`, every other file as in `onto`.
   */
  | {
      readonly kind: "prepareLanding";
      readonly run: TestRunId;
      readonly onto: CommitId;
      readonly heads: readonly ContainedHead[];
      readonly mergeMethod: MergeMethod;
      readonly testedOn: CommitId;
      readonly tested: CommitId;
    }
  /** Take a pushed head back, if its branch is still at that commit. */
  | { readonly kind: "takeHeadBack"; readonly run: TestRunId; readonly push: HeadPush }
  /** Move the target branch from `expectedTip` to the commit that was tested or prepared. */
  | {
      readonly kind: "land";
      readonly run: TestRunId;
      readonly targetBranch: string;
      readonly expectedTip: CommitId;
      readonly newTip: CommitId;
      readonly tree: TreeId;
    };

export type EffectKind = Effect["kind"];

export type EffectOf<Kind extends EffectKind> = Extract<Effect, { readonly kind: Kind }>;
