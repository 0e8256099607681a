/** One step of a speculation: a pull request's head is merged on top of the commits built so far. */
import type { CommitId } from "../../../domain/ids.js";
import type { ContainedHead } from "../../../engine/model/queue.js";
import type { CommitRecord, Identity } from "../../git/commit.js";
import type { StepOutcome, Tip } from "../../git/head-stack.js";
import type { Place } from "./refs.js";
import type { ScratchBranch } from "./scratch-branch.js";

export interface HeadStep {
  readonly place: Place;
  readonly scratch: ScratchBranch;
  /** The commit that the whole speculation is built on. */
  readonly base: CommitId;
  /** The heads between the base and the tip. */
  readonly earlier: readonly CommitId[];
  readonly tip: Tip;
  readonly head: ContainedHead;
  /** The commit that `head` names. */
  readonly record: CommitRecord;
  readonly committer: Identity;
}

/** Always adds at least one commit, even without changes, so that the history records each pull request. */
export type MakeStep = (step: HeadStep) => Promise<StepOutcome>;
