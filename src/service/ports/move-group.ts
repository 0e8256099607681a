/** Moves of entries that are alike, counted: what the metrics of the last hour are made of. */
import type { QueueId } from "../../domain/ids.js";
import type { EntryState } from "../../engine/queue.js";

export interface MoveGroup {
  readonly queueId: QueueId;
  /** Null on submission. */
  readonly from: EntryState | null;
  readonly to: EntryState;
  readonly wasBeside: boolean;
  readonly count: number;
  /** Time in `from`; null on submission, and where nobody kept it then. */
  readonly lasted: Durations | null;
  /** Null for entries that were not admitted, and where nobody kept it then. */
  readonly sinceAdmission: Durations | null;
  /** They had been in `from` since their admission. */
  readonly isFirstState: boolean;
}

/** Durations of one bucket. */
export interface Durations {
  readonly sumMs: number;
  /** Index of the first bound that is no shorter; the number of bounds when all are. */
  readonly bucket: number;
}
