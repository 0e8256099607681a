/** What people may have done with a pull request in the queue, by the very rules that the API has. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import type { Reason } from "../../domain/reason.js";
import type { Asker } from "../../engine/event.js";

export type ActAnswer =
  | { readonly kind: "done" }
  /** The sentence may hold text of others. */
  | { readonly kind: "refused"; readonly why: "notInQueue" | "other"; readonly sentence: string };

export interface SubmissionWish {
  readonly by: Asker;
  /** Null is the default. */
  readonly priority: number | null;
  readonly noBatch: boolean;
  /** What it was found that it may be submitted as: another head fails, and is worth looking at again. */
  readonly headSha: string;
}

/** Each may fail with `WorldError`, and may be repeated after it. */
export interface PullRequestActs {
  submit(queue: QueueName, pullRequest: PullRequestNumber, wish: SubmissionWish): Promise<ActAnswer>;
  cancel(queue: QueueName, pullRequest: PullRequestNumber, reason: Reason): Promise<ActAnswer>;
  restart(queue: QueueName, pullRequest: PullRequestNumber, by: Asker): Promise<ActAnswer>;
}
