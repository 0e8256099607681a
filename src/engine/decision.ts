/** What one event leads to. Everything in it is stored in one transaction, or none of it. */
import type { CommitId, EntryId, PullRequestNumber, TestRunId, TreeId } from "../domain/ids.js";
import type { Reason } from "../domain/reason.js";
import type { Effect, Order } from "./effect.js";
import type { ContainedHead, Entry, EntryState, LandingProof, Queue, TestRun } from "./queue.js";

/** One step of an entry from state to state, for its timeline. */
export interface Transition {
  readonly at: number;
  readonly entry: EntryId;
  readonly pullRequest: PullRequestNumber;
  /** Null on submission. */
  readonly from: EntryState | null;
  readonly to: EntryState;
  readonly reason: Reason | null;
  /** The run that is under way, or decided, in the new state. */
  readonly run: TestRunId | null;
}

/** A run that is over, with what the queue made of it. */
export interface EndedRun {
  readonly run: TestRun;
  readonly endedAt: number;
}

/** Why the branch moved to where it is: kept for ever, one for each landing of the queue. */
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
  /** Entries that left the queue; `queue.entries` has them no more. */
  readonly concluded: readonly Entry[];
  /** Runs that left the queue; `queue.runs` has them no more. */
  readonly endedRuns: readonly EndedRun[];
  /** The landing that this event acknowledged; null for most events. */
  readonly landed: LandingRecord | null;
  /** When the queue wants a `timePassed` event at the latest, in milliseconds since 1970; null for never. */
  readonly wakeAt: number | null;
}

export type Rule = (queue: Queue) => Step | null;

export type Reasons = ReadonlyMap<PullRequestNumber, Reason>;

/** One move of the queue, by an event or by a rule. */
export interface Step {
  readonly queue: Queue;
  /** Effects that have no id yet. */
  readonly orders?: readonly Order[];
  /** Runs that are over: the queue has them no more, and the world is told to discard them. */
  readonly endedRuns?: readonly TestRun[];
  readonly landed?: LandingRecord;
  /** Why the entries concerned are now where they are. */
  readonly reasons?: Reasons;
}
