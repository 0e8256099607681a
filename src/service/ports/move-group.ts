/** Counts of similar moves of entries, from which the metrics of the last hour are built. */
import type { QueueId } from "../../domain/ids.js";
import type { EntryState } from "../../engine/model/queue.js";

export interface MoveGroup {
  readonly queueId: QueueId;
  /** null on submission. */
  readonly from: EntryState | null;
  readonly to: EntryState;
  readonly wasBeside: boolean;
  readonly count: number;
  /** Time in `from`; null on submission, or if an older version did not record it. */
  readonly lasted: Durations | null;
  /** null for entries that were not admitted, or if an older version did not record it. */
  readonly sinceAdmission: Durations | null;
  /** `from` was their state since admission. */
  readonly isFirstState: boolean;
}

/** Durations of one bucket. */
export interface Durations {
  readonly sumMs: number;
  /** Index of the first bound that is at least as long; the number of bounds if none is. */
  readonly bucket: number;
}
