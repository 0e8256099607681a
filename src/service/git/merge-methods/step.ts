/** One step of a speculation: a pull request's head goes on top of what is there so far. */
import type { ContainedHead } from "../../../engine/queue.js";
import type { Clone } from "../clone.js";
import type { CommitRecord, Identity } from "../commit.js";
import type { StepOutcome, Tip } from "../head-stack.js";

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
