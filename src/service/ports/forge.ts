/**
 * What the service needs from a code host: pull requests, and CI on test branches. Implementations pass
 * `__tests__/contract/forge.ts`. Every call may fail with `ForgeError`; it says whether trying again helps.
 */
import type { Check, RequiredStatusesSource } from "../../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
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
  ): Promise<PullRequestFacts | null>;
  /** Address of the pull request for people; empty when it has none. */
  pullRequestUrl(repository: Repository, pullRequest: PullRequestNumber): string;
  /** Starts CI on a published test branch. Starting a run that CI already knows changes nothing. */
  startTests(repository: Repository, order: TestOrder): Promise<StartOutcome>;
  /**
   * What CI says now of a run; null when it does not know it (any more), so that it has to be started again. `since`, in
   * Unix milliseconds, is when the run was planned: what was over before says nothing of it.
   */
  readChecks(repository: Repository, run: TestRunId, since?: number): Promise<readonly Check[] | null>;
  /** Stops CI on a run and forgets it. Repeating is harmless. */
  stopTests(repository: Repository, run: TestRunId): Promise<void>;
  /** Calls back when there may be news of a run; calls may be lost or doubled, `readChecks` tells what holds. */
  onChecks(listener: (repository: Repository, run: TestRunId) => void): void;
  /**
   * "verified" when the run is running now, belongs to this very pull request, that one comes from a fork, and the run's
   * head commit is the one claimed. A forge without this method cannot verify anything.
   */
  verifyForkedRun?(repository: Repository, claim: ForkedRunClaim): Promise<ForkedRunVerdict>;
  close(): Promise<void>;
}
