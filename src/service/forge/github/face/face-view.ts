/** What is known of a pull request when it is shown. */
import type { CommitId } from "../../../../domain/ids.js";
import type { QueueName } from "../../../../domain/queue-name.js";
import type { Entry, Queue, TestRun } from "../../../../engine/queue.js";

export interface FaceView {
  readonly name: QueueName;
  readonly queue: Queue;
  /** Live, or the newest that is over. */
  readonly entry: Entry;
  /** The run that is under way, or that decided. */
  readonly run: TestRun | null;
  /** Of what is live and near the front. */
  readonly position: string | null;
  /** What it landed as, when that is known. */
  readonly landedAs: CommitId | null;
  readonly testBranchPrefix: string;
  /** The service's own page of the pull request; null where it has none. */
  readonly pageUrl: string | null;
}
