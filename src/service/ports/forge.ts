/**
 * What the service needs from a code host: pull requests, and CI on test branches. Every call may throw `ForgeError`,
 * which states whether retrying helps. Implementations pass `__tests__/contract/forge.ts`.
 */
import type { Check, RequiredStatusesSource } from "../../domain/check.js";
import type { CommitId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { PullRequestFacts } from "../../domain/pull-request.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { Reason } from "../../domain/reason.js";
import type { Repository } from "../../domain/repository.js";

/** A test run that landed, and the commit of its test branch. */
export interface TestedCommit {
  readonly run: TestRunId;
  readonly commit: CommitId;
}

export interface TestRequest {
  readonly run: TestRunId;
  readonly commit: CommitId;
  readonly testBranch: string;
  readonly targetBranch: string;
  readonly testedPullRequests: readonly PullRequestNumber[];
  /** The queue's own setting; if empty, the forge decides. */
  readonly requiredStatuses: readonly string[];
}

export type StartOutcome =
  | {
      readonly kind: "started";
      readonly requiredStatuses: readonly string[];
      readonly requiredStatusesSource: RequiredStatusesSource;
    }
  /** Retrying cannot succeed, for example because no check would ever decide the run. */
  | { readonly kind: "notStarted"; readonly reason: Reason };

/** What a job for a forked pull request claims when it has no token. */
export interface ForkedRunClaim {
  /** The forge's id of a workflow run: decimal digits. */
  readonly run: string;
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
}

export type ForkedRunVerdict = "verified" | "unknownRun" | "notRunning" | "notFromFork" | "otherHead";

/** A tested pull request that the code host shall merge. */
export interface MergeRequest {
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  readonly targetBranch: string;
  readonly mergeMethod: MergeMethod;
  /** Replaces the code host's own commit title; one line of untrusted text. */
  readonly title: string | null;
}

export interface Merge {
  readonly commit: CommitId;
  readonly tree: TreeId;
}

/**
 * Merging by the code host, for repositories where the service may not push. The host merges onto any tip and accepts
 * no expected one, so the caller reads the branch before and compares the result afterwards.
 */
export interface PullRequestMerges {
  /**
   * null: nothing was merged, because the pull request differs from the request: pushed to, retargeted, closed. Returns
   * an existing merge as it is. Repeating is harmless. Throws `RefusedByHost` if the code host refuses.
   */
  merge(repository: Repository, request: MergeRequest): Promise<Merge | null>;
  /**
   * The merge of this pull request; null if it is not merged into this branch. With `mayBePending`, an earlier `merge` of
   * this request may still be in progress: then returns after its end.
   */
  find(repository: Repository, request: MergeRequest, mayBePending: boolean): Promise<Merge | null>;
}

export type Stack =
  /** The pull requests that have to land first, bottom first, down to the target branch. */
  | { readonly kind: "stack"; readonly below: readonly PullRequestNumber[]; readonly targetBranch: string }
  /** Its base is a branch without an open pull request. */
  | { readonly kind: "loose"; readonly branch: string }
  | { readonly kind: "unclear"; readonly why: string };

/** Pull requests whose base is the branch of another pull request of the same repository. */
export interface PullRequestStacks {
  /** `base` is the base branch of the pull request. */
  below(
    repository: Repository,
    pullRequest: PullRequestNumber,
    base: string,
    isTarget: (branch: string) => Promise<boolean>,
  ): Promise<Stack>;
  /** All pull requests from this branch, in any state, newest first. */
  onBranch(repository: Repository, branch: string): Promise<readonly PullRequestNumber[]>;
  /** False if the pull request has changed or the code host refuses. Repeating is harmless. */
  retarget(
    repository: Repository,
    pullRequest: PullRequestNumber,
    from: string,
    to: string,
  ): Promise<boolean>;
}

export type HeadBranch =
  | { readonly kind: "movable"; readonly branch: string }
  /** A clause that follows "because". */
  | { readonly kind: "fixed"; readonly why: string };

/** Branches of pull requests, which the queue may push to before a landing. */
export interface HeadBranches {
  /**
   * "movable" if the pull request is open at this head, and a push to its branch concerns nothing else: the branch is in
   * the same repository, no default or protected branch, and neither base nor head of another open pull request.
   */
  find(repository: Repository, pullRequest: PullRequestNumber, headSha: CommitId): Promise<HeadBranch>;
}

/**
 * Why a pull request is read, which decides the rules that the forge checks. "admission": all current rules. "poll":
 * the same, but parts that cost an extra call may be minutes old. "landing": the current rules about the pull request
 * itself. "presence": no rules.
 */
export type ReadDepth = "admission" | "poll" | "landing" | "presence";

export interface Forge {
  readonly name: string;
  /** The only check that it reports, so that a queue cannot require another one; absent: any. */
  readonly onlyCheck?: string;
  /** It has no checks on heads of pull requests, so nothing can land without a test run; absent: it has. */
  readonly hasNoHeadChecks?: true;
  /** Whether the forge serves this repository. */
  hasRepository(repository: Repository): Promise<boolean>;
  /** null: no such branch. */
  readTip(repository: Repository, branch: string): Promise<CommitId | null>;
  /** The name of the branch that was renamed from this one; null: none is known. */
  presentBranch?(repository: Repository, branch: string): Promise<string | null>;
  /** null: no such pull request. */
  readPullRequest(
    repository: Repository,
    pullRequest: PullRequestNumber,
    targetBranch: string,
    depth?: ReadDepth,
  ): Promise<PullRequestFacts | null>;
  /** The web address of the pull request; empty if it has none. */
  pullRequestUrl(repository: Repository, pullRequest: PullRequestNumber): string;
  /** Starts CI on a published test branch. Starting a run that CI already knows changes nothing. */
  startTests(repository: Repository, request: TestRequest): Promise<StartOutcome>;
  /**
   * The current checks of a run; null if CI does not know it, so that it must be started again. `since`, in Unix
   * milliseconds, is when the run was planned: earlier results are ignored. `requiredStatuses` are the checks that
   * decide the run, which only the process that started it knows otherwise.
   */
  readChecks(
    repository: Repository,
    run: TestRunId,
    since?: number,
    requiredStatuses?: readonly string[],
  ): Promise<readonly Check[] | null>;
  /**
   * The last lines of a run's output as bounded plain text, also after `stopTests`; null if there is none, or it is on
   * another machine. `failed` are the failed checks whose output is wanted, the decisive one first.
   */
  readOutput?(repository: Repository, run: TestRunId, failed: readonly Check[]): Promise<string | null>;
  /**
   * A run's whole saved output as it is now, also after `stopTests`; null if there is none, or it is on another machine.
   * Nothing is open until the first read. Absent if the forge saves no output.
   */
  openOutput?(repository: Repository, run: TestRunId): Promise<SavedOutput | null>;
  /** Stops CI on a run and forgets it. Repeating is harmless. */
  stopTests(repository: Repository, run: TestRunId): Promise<void>;
  /**
   * Calls back when a run may have changed, with the target branch if it is known. Calls may be lost or doubled;
   * `readChecks` has the current state.
   */
  onChecks(listener: (repository: Repository, run: TestRunId, targetBranch?: string) => void): void;
  /**
   * "verified" if the run is in progress, belongs to this pull request from a fork, and its head commit is the claimed
   * one. A forge without this method cannot verify runs.
   */
  verifyForkedRun?(repository: Repository, claim: ForkedRunClaim): Promise<ForkedRunVerdict>;
  /** Throws `RepositoryUnavailable` if the code host keeps the repository from the service; absent if it never does. */
  requireAvailable?(repository: Repository): Promise<void>;
  /** Absent if the forge offers no merge operation. */
  readonly merges?: PullRequestMerges;
  /** Absent if a pull request shows as merged without a push of its head, or not at all. */
  readonly headBranches?: HeadBranches;
  /** Absent if the forge does not support stacks. */
  readonly stacks?: PullRequestStacks;
  close(): Promise<void>;
}

export interface SavedOutput {
  /** In bytes. */
  readonly size: number;
  /** As the tests wrote them: untrusted, and perhaps no UTF-8. */
  readonly bytes: ReadableStream<Uint8Array>;
}

/** What the code host calls a repository. Kept, so that a restart after a rename finds the repository again. */
export interface KnownRepository {
  /** As in the settings. */
  readonly configured: Repository;
  /** The code host's id, which a rename or transfer does not change. */
  readonly id: number;
  readonly present: Repository;
}

export interface RepositoryNameStore {
  all(): Promise<readonly KnownRepository[]>;
  /** Replaces what is known of the configured repository. */
  save(known: KnownRepository): Promise<void>;
}
