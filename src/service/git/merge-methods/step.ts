/** One step of a speculation: a pull request's head goes on top of what is there so far. */
import type { CommitId, TreeId } from "../../../domain/ids.js";
import type { ContainedHead } from "../../../engine/queue.js";
import type { Clone } from "../clone.js";
import type { CommitRecord, Identity } from "../commit.js";

export interface Tip {
  readonly commit: CommitId;
  readonly tree: TreeId;
}

export type StepOutcome =
  | { readonly kind: "built"; readonly tip: Tip }
  | { readonly kind: "conflicted"; readonly files: readonly string[] }
  /** `why` names the commit of the pull request that cannot be used. */
  | { readonly kind: "unusable"; readonly why: string };

interface Step {
  readonly clone: Clone;
  readonly tip: Tip;
  readonly head: ContainedHead;
  /** The commit that `head` names. */
  readonly record: CommitRecord;
  readonly committer: Identity;
}

/** Always adds at least one commit, also when nothing changes, so that each pull request leaves a trace. */
export type MergeMethodStep = (step: Step) => Promise<StepOutcome>;
