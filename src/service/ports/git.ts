/**
 * What the service needs from git: the commits that would exist, published and landed. Everything is built in a
 * bare working clone of the service's own; no work tree is touched. Implementations pass
 * `__tests__/contract/git.ts`.
 */
import type { CommitId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { MergeMethod } from "../../domain/queue-settings.js";
import type { Repository } from "../../domain/repository.js";
import type { ContainedHead } from "../../engine/queue.js";

export interface Speculation {
  readonly run: TestRunId;
  readonly testedOn: CommitId;
  readonly contains: readonly ContainedHead[];
  readonly mergeMethod: MergeMethod;
}

export type BuildOutcome =
  /** One commit per head, each on top of the one before. The same speculation always gives the same commits. */
  | { readonly kind: "built"; readonly commits: readonly CommitId[]; readonly tree: TreeId }
  | {
      readonly kind: "conflicted";
      readonly commits: readonly CommitId[];
      readonly pullRequest: PullRequestNumber;
      /** Paths in conflict; untrusted text. */
      readonly files: readonly string[];
    }
  /** The repository has no such commit, or none any more. */
  | { readonly kind: "missing"; readonly commit: CommitId }
  | UnusableHead;

/** Its commit can never be put on a branch: too large, malformed. The others can be built without it. */
export interface UnusableHead {
  readonly kind: "unusable";
  readonly pullRequest: PullRequestNumber;
  readonly headSha: CommitId;
  /** A clause that names the commit; untrusted text. */
  readonly why: string;
}

/** A change that was tested somewhere else than where it is to land. */
export interface Replay {
  readonly onto: CommitId;
  readonly heads: readonly ContainedHead[];
  readonly mergeMethod: MergeMethod;
  /** The change that was tested leads from `testedOn` to `tested`. */
  readonly testedOn: CommitId;
  readonly tested: CommitId;
}

export type ReplayOutcome =
  | { readonly kind: "prepared"; readonly newTip: CommitId; readonly tree: TreeId }
  /** Some of the paths that come out otherwise, or conflict; untrusted text. */
  | { readonly kind: "differs"; readonly files: readonly string[] }
  /** The repository has no such commit, or none any more. */
  | { readonly kind: "missing"; readonly commit: CommitId }
  | UnusableHead;

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
  /** Commits by full ref name, for the refs that exist of those asked for. Read from the repository itself. */
  readRefs(repository: Repository, refs: readonly string[]): Promise<ReadonlyMap<string, CommitId>>;
  /** Null when the repository has no such commit. Of one that is too large or malformed, as much as can be read. */
  readCommit(repository: Repository, commit: CommitId): Promise<CommitFacts | null>;
  /** True when `descendant` is `ancestor` or was built on it. */
  isAncestor(repository: Repository, ancestor: CommitId, descendant: CommitId): Promise<boolean>;
  build(repository: Repository, speculation: Speculation): Promise<BuildOutcome>;
  /**
   * Puts `heads` on `onto`, as `build` does, and compares: every path that the tested change touches comes out exactly
   * as in `tested`, every other one as in `onto`. Anything else "differs". Repeating gives the same commits, and is how
   * to have them again where the clone was lost.
   */
  prepareLanding(repository: Repository, replay: Replay): Promise<ReplayOutcome>;
  /**
   * Makes the repository's branch point at a commit that was built, or that the repository has, whatever it was before.
   * Repeating is harmless.
   */
  publish(repository: Repository, branch: string, commit: CommitId): Promise<void>;
  /** Removes a published branch, and lets go of the run's commits. Repeating is harmless. */
  unpublish(repository: Repository, branch: string, run: TestRunId): Promise<void>;
  /**
   * Moves the branch from `expectedTip` to `newTip`, and only from there. Repeating after it worked answers "landed"
   * again, also when others have built on it since. "refused" names where the branch stands instead.
   */
  land(
    repository: Repository,
    branch: string,
    expectedTip: CommitId,
    newTip: CommitId,
  ): Promise<{ readonly kind: "landed" } | { readonly kind: "refused"; readonly tip: CommitId | null }>;
  /** Lays out a commit's files in a folder, which is made or brought to exactly that commit; ignored files stay. */
  checkOut(repository: Repository, commit: CommitId, folder: string): Promise<void>;
  /**
   * What became of a folder since `checkOut` laid out this commit there. With "files" every file is compared, but for
   * ignored ones; with "head" files may differ.
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
