/** Messages as receivers read them: snake case, `canceled` with one l, and no field without a value. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";

/** What every message says. */
interface Envelope {
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly action: string;
  /** The same word as `action`; of a queue, its new state. */
  readonly status: string;
  readonly repository: Repository;
  readonly target_branch: string;
}

/** Where something was tested; absent where nothing was, or before the branch is built. */
export interface TestedWhere {
  readonly test_branch?: string;
  readonly test_branch_sha?: string;
}

export interface PullRequestPayload extends Envelope, TestedWhere {
  readonly pr_number: PullRequestNumber;
  readonly author: string;
  /** Empty where neither the service nor the forge has a page. */
  readonly http_details_url: string;
  readonly batched: boolean;
  readonly is_bisection: boolean;
  /** Why it waits (again). */
  readonly reason?: string;
  readonly failure_reason?: string;
  readonly cancellation_reason?: string;
}

export interface BatchPayload extends Envelope, TestedWhere {
  readonly pr_numbers: readonly PullRequestNumber[];
  readonly is_bisection: boolean;
  readonly failure_reason?: string;
}

export interface QueuePayload extends Envelope {
  readonly previous_status: string;
  readonly mode: string;
}
