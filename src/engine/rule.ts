/** What rules are made of: each looks at the queue alone and hands back what follows, or null when nothing does. */
import type { PullRequestNumber } from "../domain/ids.js";
import type { Reason } from "../domain/reason.js";
import type { LandingRecord } from "./decision.js";
import type { Order } from "./effect.js";
import type { Queue, TestRun } from "./queue.js";

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
