/**
 * What the service needs from git: speculative commits, published and landed. Commits are built in the service's own
 * bare clone, without a work tree. Implementations pass `__tests__/contract/git.ts`.
 */
import type { CommitId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { Repository } from "../../domain/repository.js";
import type { BranchCommit } from "../../domain/verify-branch.js";
import type { ContainedHead } from "../../engine/model/queue.js";

export interface Speculation {
  readonly run: TestRunId;
  readonly testedOn: CommitId;
  readonly contains: readonly ContainedHead[];
  readonly mergeMethod: MergeMethod;
}

export type BuildOutcome =
  /** One commit per head, each on top of the previous one. The same speculation always produces the same commits. */
  | {
      readonly kind: "built";
      readonly commits: readonly CommitId[];
      readonly tree: TreeId;
      /** The only head has this tree itself. Absent: it has another one, or this is unknown. */
      readonly isHeadTree?: true;
    }
  | {
      readonly kind: "conflicted";
      readonly commits: readonly CommitId[];
      readonly pullRequest: PullRequestNumber;
      /** Conflicting paths; untrusted text. */
      readonly files: readonly string[];
    }
  /** The commit does not exist in the repository, or no longer. */
  | { readonly kind: "missing"; readonly commit: CommitId }
  | UnusableHead;

/** The commit can never be put on a branch: too large or malformed. The other heads can be built without it. */
export interface UnusableHead {
  readonly kind: "unusable";
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  /** A clause that names the commit; untrusted text. */
  readonly why: string;
}

/** A change that was tested on another commit than it is to land on. */
export interface Replay {
  readonly onto: CommitId;
  readonly heads: readonly ContainedHead[];
  readonly mergeMethod: MergeMethod;
  /** The tested change leads from `testedOn` to `tested`. */
  readonly testedOn: CommitId;
  readonly tested: CommitId;
}

export type ReplayOutcome =
  | {
      readonly kind: "prepared";
      /** One commit per head. */
      readonly commits: readonly CommitId[];
      readonly newTip: CommitId;
      readonly tree: TreeId;
    }
  /** Some of the paths that differ or conflict; untrusted text. */
  | { readonly kind: "differs"; readonly files: readonly string[] }
  /** The commit does not exist in the repository, or no longer. */
  | { readonly kind: "missing"; readonly commit: CommitId }
  | UnusableHead;

/** The branch of a pull request, and the two commits between which the queue moves it. */
export interface HeadMove {
  readonly pullRequest: PullRequestNumber;
  readonly branch: string;
  /** The head before. */
  readonly from: CommitId;
  readonly to: CommitId;
  /** The landing that needs the move. It pushes each head at most once. */
  readonly run: TestRunId;
}

export interface CommitFacts {
  /** First line of the message; untrusted text. */
  readonly subject: string;
  readonly authorName: string;
}

export type CheckoutState =
  | { readonly kind: "intact" }
  /** Another commit was checked out there. */
  | { readonly kind: "otherHead" }
  /** Some of the paths that were changed, removed or added; untrusted text. */
  | { readonly kind: "otherFiles"; readonly files: readonly string[] };

export interface Git {
  /** The commits of the requested refs that exist, by full ref name. Read from the repository itself. */
  readRefs(repository: Repository, refs: readonly string[]): Promise<ReadonlyMap<string, CommitId>>;
  /** null: no such commit. For one that is too large or malformed, returns what can be read. */
  readCommit(repository: Repository, commit: CommitId): Promise<CommitFacts | null>;
  /** From `tip` along first parents, newest first, at most `limit`. null: no such commit, or there is no clone to read. */
  readFirstParents(
    repository: Repository,
    tip: CommitId,
    limit: number,
  ): Promise<readonly BranchCommit[] | null>;
  /** True if `descendant` equals or contains `ancestor`. */
  isAncestor(repository: Repository, ancestor: CommitId, descendant: CommitId): Promise<boolean>;
  build(repository: Repository, speculation: Speculation): Promise<BuildOutcome>;
  /**
   * Puts `heads` on `onto` as `build` does and compares: paths in the tested change must equal those in `tested`, all
   * others those in `onto`; anything else is "differs". Repeating produces the same commits, and restores them if the
   * clone was lost.
   */
  prepareLanding(repository: Repository, replay: Replay): Promise<ReplayOutcome>;
  /**
   * Points the repository's branch at a commit that was built or exists in the repository, regardless of its previous
   * value. Repeating is harmless.
   */
  publish(repository: Repository, branch: string, commit: CommitId): Promise<void>;
  /** Removes a published branch and releases the run's commits. Repeating is harmless. */
  unpublish(repository: Repository, branch: string, run: TestRunId): Promise<void>;
  /**
   * Moves the branch from `expectedTip` to `newTip`, and from no other commit. Repeating after success returns "landed"
   * again, even if other commits followed. "refused" contains the branch's current tip.
   */
  land(
    repository: Repository,
    branch: string,
    expectedTip: CommitId,
    newTip: CommitId,
  ): Promise<{ readonly kind: "landed" } | { readonly kind: "refused"; readonly tip: CommitId | null }>;
  /**
   * "push" moves the branch from `from` to `to`, and from no other commit, and keeps `from` under a ref of the service.
   * "takeBack" moves it back, and makes a "push" of this landing that arrives later ineffective. "elsewhere": the branch
   * is at another commit, or a push was taken back before; nothing was changed. Repeating is harmless.
   */
  moveHead(repository: Repository, move: HeadMove, way: "push" | "takeBack"): Promise<"moved" | "elsewhere">;
  /** Removes the refs under which `moveHead` kept heads of this pull request. Repeating is harmless. */
  forgetHeads(repository: Repository, pullRequest: PullRequestNumber): Promise<void>;
  /**
   * Checks out a commit's files in a folder, which is created or reset to exactly that commit; ignored files remain.
   */
  checkOut(repository: Repository, commit: CommitId, folder: string): Promise<void>;
  /**
   * Whether a folder still matches the commit that `checkOut` put there. "files" compares every file except ignored
   * ones; "head" allows files to differ.
   */
  inspectCheckout(
    repository: Repository,
    commit: CommitId,
    folder: string,
    depth: "head" | "files",
  ): Promise<CheckoutState>;
  /** Branches whose names start with `prefix`, without `refs/heads/`. */
  listBranches(repository: Repository, prefix: string): Promise<readonly string[]>;
}
