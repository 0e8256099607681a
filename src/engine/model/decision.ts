/** The outcome of one event, stored in one transaction. */
import type { CommitId, EntryId, PullRequestNumber, TestRunId, TreeId } from "../../domain/ids.js";
import type { Reason } from "../../domain/reason.js";
import type { Effect, NewEffect } from "./effect.js";
import type { ContainedHead, Entry, EntryState, LandingProof, Queue, TestRun } from "./queue.js";

/** One state change of an entry, for its timeline. */
export interface Transition {
  readonly at: number;
  readonly entry: EntryId;
  readonly pullRequest: PullRequestNumber;
  /** null on submission. */
  readonly from: EntryState | null;
  readonly to: EntryState;
  readonly reason: Reason | null;
  /** The active or decisive run of the new state. */
  readonly run: TestRunId | null;
}

/** A run that ended, in its last state. */
export interface EndedRun {
  readonly run: TestRun;
  readonly endedAt: number;
}

/** The proof for one landing: why the queue was allowed to move the branch. Never deleted. */
export interface LandingRecord {
  readonly at: number;
  readonly run: TestRunId;
  readonly from: CommitId;
  readonly to: CommitId;
  readonly tree: TreeId;
  readonly proof: LandingProof;
  readonly heads: readonly ContainedHead[];
}

export interface Decision {
  readonly queue: Queue;
  readonly effects: readonly Effect[];
  readonly transitions: readonly Transition[];
  /** Entries that left the queue and are no longer in `queue.entries`. */
  readonly concluded: readonly Entry[];
  /** Runs that ended and are no longer in `queue.runs` or `queue.hedges`. */
  readonly endedRuns: readonly EndedRun[];
  /** The landing that this event confirmed; null for most events. */
  readonly landed: LandingRecord | null;
  /** Latest time for the next `timePassed` event, in milliseconds since 1970; null: none needed. */
  readonly wakeAt: number | null;
}

export type Rule = (queue: Queue) => Step | null;

export type Reasons = ReadonlyMap<PullRequestNumber, Reason>;

/** One change of the queue, by an event or a rule. */
export interface Step {
  readonly queue: Queue;
  /** Effects without an id, which `decide` assigns. */
  readonly effects?: readonly NewEffect[];
  /** Runs removed by this step. Each gets a `discardTestRun` effect. */
  readonly endedRuns?: readonly TestRun[];
  readonly landed?: LandingRecord;
  /** Why the entries concerned are in their new state. */
  readonly reasons?: Reasons;
}
