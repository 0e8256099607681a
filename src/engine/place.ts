/** A place in the plan: what would be tested there now, and what its live run is worth. */
import type { PlaceSet } from "./index/index.js";
import type { Batch, ContainedHead, TestRun } from "./queue.js";

export interface Plan {
  /** Front to back. */
  readonly places: readonly Place[];
  /** Beside the line, the oldest first. */
  readonly parts: readonly Place[];
  /** Those of both whose runs are refuted, or no longer under way: mostly few, so that rules look at no others. */
  readonly decided: readonly Place[];
}

export interface Place {
  readonly batch: Batch;
  readonly own: readonly ContainedHead[];
  /** What it is to be tested on top of, and has not landed. */
  readonly ahead: readonly ContainedHead[];
  /** What it would be tested with: `ahead`, then `own`. The same list for as long as both are the same. */
  readonly contents: readonly ContainedHead[];
  /** Its live run, refuted or not. */
  readonly run: TestRun | null;
  /** False without a run. A run of the line stands on the tip and leaves to land exactly `ahead` and `own`. */
  readonly isValid: boolean;
  /** The places in the line of everybody it depends on. */
  readonly predecessors: PlaceSet;
  /** Those of the predecessors that it is planned without, being in doubt. */
  readonly leftOut: readonly number[];
  /** It is about to land: what it lands with was settled when that began, and nothing else counts until it is over. */
  readonly isLanding: boolean;
  /** In the line: its run failed, or it does not merge, or it is tested once more, so nobody relies on it. */
  readonly isDoubtful: boolean;
}
