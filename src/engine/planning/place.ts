/** A place in the plan: what should be tested there now, and whether its live run is a test of that. */
import type { PlaceSet } from "../index/queue-index.js";
import type { Batch, ContainedHead, TestRun } from "../model/queue.js";

export interface Plan {
  /** Front to back. */
  readonly places: readonly Place[];
  /** Beside the line, the oldest first. */
  readonly parts: readonly Place[];
  /** Places, in the line or beside it, with an invalidated or finished run. Usually few; most rules need only these. */
  readonly decided: readonly Place[];
}

export interface Place {
  readonly batch: Batch;
  readonly own: readonly ContainedHead[];
  /** The heads of its predecessors that it is planned with and that have not landed. */
  readonly ahead: readonly ContainedHead[];
  /** `ahead`, then `own`. The list keeps its identity while its content is the same. */
  readonly contents: readonly ContainedHead[];
  /** Its live run, even if invalidated. */
  readonly run: TestRun | null;
  /** Whether the run is a test of exactly `contents` on the current tip; false without a run. */
  readonly isValid: boolean;
  /** Its predecessors, by place in the line. */
  readonly predecessors: PlaceSet;
  /** Predecessors that it is planned without, because they are pending failures. */
  readonly leftOut: readonly number[];
  /** Part of the landing under way: its contents are fixed until that ends. */
  readonly isLanding: boolean;
  /** Pending failure of a place in the line: failed, conflicting, or in its retry. Successors do not rely on it. */
  readonly isPendingFailure: boolean;
}
