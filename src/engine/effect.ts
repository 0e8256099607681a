/**
 * Orders to the world. Each is stored with the decision that gave it and performed at least once,
 * so whoever performs it first asks the world whether it is done. The answer comes back as an event.
 */
import type { CommitId, EffectId, PullRequestNumber, TestRunId, TreeId } from "../domain/ids.js";
import type { MergeMethod } from "../domain/queue-settings.js";
import type { ContainedHead } from "./queue.js";

export type Effect = { readonly id: EffectId } & Order;

export type Order =
  /** Build the speculation, publish it as the test branch and start CI on it. */
  | {
      readonly kind: "startTestRun";
      readonly run: TestRunId;
      readonly testedOn: CommitId;
      readonly contains: readonly ContainedHead[];
      readonly mergeMethod: MergeMethod;
      /** The queue's own setting; empty leaves it to the forge. */
      readonly requiredStatuses: readonly string[];
      /** The entries under test; the first one names the test branch. */
      readonly own: readonly PullRequestNumber[];
    }
  /** Stop CI if it still works on the run, and remove its test branch. */
  | { readonly kind: "discardTestRun"; readonly run: TestRunId; readonly own: readonly PullRequestNumber[] }
  /**
   * Put `heads` on `onto`, one commit each, and compare: every file that differs between `testedOn` and `tested` has
   * to come out as `tested` has it, and every other file as `onto` has it.
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
  /** Move the target branch from `expectedTip` to the very commit that was tested or prepared. */
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
