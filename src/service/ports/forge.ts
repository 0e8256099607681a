/**
 * What the service needs from a code host: pull requests, and CI on test branches. Implementations pass
 * `__tests__/contract/forge.ts`. Every call may fail with `ForgeError`; it says whether trying again helps.
 */
import type { Check, RequiredStatusesSource } from "../../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { Reason } from "../../domain/reason.js";
import type { Repository } from "../../domain/repository.js";

export interface TestOrder {
  readonly run: TestRunId;
  readonly commit: CommitId;
  readonly testBranch: string;
  readonly targetBranch: string;
  readonly testedPullRequests: readonly PullRequestNumber[];
  /** The queue's own setting; empty leaves it to the forge. */
  readonly requiredStatuses: readonly string[];
}

export type StartOutcome =
  | {
      readonly kind: "started";
      readonly requiredStatuses: readonly string[];
      readonly requiredStatusesSource: RequiredStatusesSource;
    }
  /** Trying again cannot help, as when no check would ever decide the run. */
  | { readonly kind: "notStarted"; readonly reason: Reason };

/** What the job of a pull request from a fork says of itself, where it has no token. */
export interface ForkedRunClaim {
  /** The forge's number of a workflow run: decimal digits. */
  readonly run: string;
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
}

export type ForkedRunVerdict = "verified" | "unknownRun" | "notRunning" | "notFromFork" | "otherHead";

/** One pull request, as it was tested, to be merged by the code host. */
export interface MergeOrder {
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  readonly targetBranch: string;
  readonly mergeMethod: MergeMethod;
  /** Of the commit, instead of what the code host calls it; one line of untrusted text. */
  readonly title: string | null;
}

export interface Merge {
  readonly commit: CommitId;
  readonly tree: TreeId;
}

/**
 * Merging by the code host, for where the service may not push. It merges onto whatever the branch is at that moment:
 * nobody can tell it what that has to be, so whoever asks looks before, and compares what came out.
 */
export interface PullRequestMerges {
  /**
   * Null where nothing was merged, and the pull request is not what the order says: pushed to, retargeted, closed. What
   * is merged already is told as it is. Repeating is harmless. Fails with `RefusedByHost` where the code host says no.
   */
  merge(repository: Repository, order: MergeOrder): Promise<Merge | null>;
  /** What the pull request was merged as; null where it is not, into this branch. */
  find(repository: Repository, order: MergeOrder): Promise<Merge | null>;
}

export type Stack =
  /** Those that have to land before, the lowest first, down to the branch that was looked for. */
  | { readonly kind: "stack"; readonly below: readonly PullRequestNumber[]; readonly targetBranch: string }
  /** It stands on a branch that no open pull request is from. */
  | { readonly kind: "loose"; readonly branch: string }
  | { readonly kind: "unclear"; readonly why: string };

/** Pull requests whose base is the branch of another pull request of the same repository. */
export interface PullRequestStacks {
  /** `base` is that of the pull request. */
  below(
    repository: Repository,
    pullRequest: PullRequestNumber,
    base: string,
    isTarget: (branch: string) => Promise<boolean>,
  ): Promise<Stack>;
  /** Every pull request from this branch, whatever became of it, newest first. */
  onBranch(repository: Repository, branch: string): Promise<readonly PullRequestNumber[]>;
  /** False where it is not as it was thought, or the code host does not want to. Repeating is harmless. */
  retarget(
    repository: Repository,
    pullRequest: PullRequestNumber,
    from: string,
    to: string,
  ): Promise<boolean>;
}

/**
 * What a pull request is read for, which decides what the forge asks about the rules of its branch. "admission": all
 * that admission needs, as it is now. "poll": the same, where a part that costs a call of its own may be some minutes
 * old. "landing": whether it still meets the rules about the pull request itself, as they are now. "presence": no rules.
 */
export type PullRequestLook = "admission" | "poll" | "landing" | "presence";

export interface Forge {
  readonly name: string;
  /** Whether the forge serves this repository at all. */
  hasRepository(repository: Repository): Promise<boolean>;
  /** Null when there is no such branch. */
  readTip(repository: Repository, branch: string): Promise<CommitId | null>;
  /** Null when there is no such pull request. */
  readPullRequest(
    repository: Repository,
    pullRequest: PullRequestNumber,
    targetBranch: string,
    look?: PullRequestLook,
  ): Promise<PullRequestFacts | null>;
  /** Address of the pull request for people; empty when it has none. */
  pullRequestUrl(repository: Repository, pullRequest: PullRequestNumber): string;
  /** Starts CI on a published test branch. Starting a run that CI already knows changes nothing. */
  startTests(repository: Repository, order: TestOrder): Promise<StartOutcome>;
  /**
   * What CI says now of a run; null when it does not know it (any more), so that it has to be started again. `since`, in
   * Unix milliseconds, is when the run was planned: what was over before says nothing of it. `requiredStatuses` are the
   * checks that decide the run, which a process that did not start it cannot know.
   */
  readChecks(
    repository: Repository,
    run: TestRunId,
    since?: number,
    requiredStatuses?: readonly string[],
  ): Promise<readonly Check[] | null>;
  /** Stops CI on a run and forgets it. Repeating is harmless. */
  stopTests(repository: Repository, run: TestRunId): Promise<void>;
  /** Calls back when there may be news of a run; calls may be lost or doubled, `readChecks` tells what holds. */
  onChecks(listener: (repository: Repository, run: TestRunId) => void): void;
  /**
   * "verified" when the run is running now, belongs to this very pull request, that one comes from a fork, and the run's
   * head commit is the one claimed. A forge without this method cannot verify anything.
   */
  verifyForkedRun?(repository: Repository, claim: ForkedRunClaim): Promise<ForkedRunVerdict>;
  /** A forge without it has no merging of its own. */
  readonly merges?: PullRequestMerges;
  /** A forge without it knows of no stacks. */
  readonly stacks?: PullRequestStacks;
  close(): Promise<void>;
}
