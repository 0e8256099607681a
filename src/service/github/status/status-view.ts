/** The data from which the status of a pull request is computed. */
import type { CommitId } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Estimate } from "../../../engine/explain/estimates/estimate-landings.js";
import type { Exit } from "../../../engine/explain/exit.js";
import type { Entry, Queue, TestRun } from "../../../engine/model/queue.js";

export interface StatusView {
  readonly name: QueueName;
  readonly queue: Queue;
  /** The live entry, or the newest ended one. */
  readonly entry: Entry;
  /** The current run, or the run that decided. */
  readonly run: TestRun | null;
  /** Why it left; null for a live entry. */
  readonly exit: Exit | null;
  /** The end of the output of the check that decided; null: none. Untrusted text. */
  readonly outputTail: string | null;
  /** When a live entry will probably land, and when that was estimated; null: unknown. */
  readonly expected: { readonly range: Estimate; readonly at: number } | null;
  /** Position of a live entry near the front. */
  readonly position: string | null;
  /** The commit as which it landed; null: unknown. */
  readonly landedAs: CommitId | null;
  readonly testBranchPrefix: string;
  /** The dashboard page of the pull request; null: none. */
  readonly pageUrl: string | null;
}
