/** Reads, during a wait, the place of a pull request in its queue and the state of the queue. */
import type { ReadReplyOf, RequestOf } from "../contract/endpoints.js";
import type { MergeQueueClient } from "./client.js";
import { Deadline } from "./deadline.js";
import { MergeQueueError } from "./errors.js";
import { type Position, positionIn } from "./position.js";

interface QueueWatchOptions {
  /** How often to read; absent: never. */
  readonly positionIntervalMs?: number | undefined;
  readonly onQueue?: ((queue: ReadReplyOf<"getQueue">) => void) | undefined;
}

interface Limits {
  readonly retries: 0;
  readonly deadline: Deadline;
  readonly signal: AbortSignal;
}

/** A short limit, since the end of the wait is not noticed while the queue is read. */
const LONGEST_MS = 2000;

export class QueueWatch {
  readonly #client: MergeQueueClient;
  readonly #request: RequestOf<"getSubmittedPullRequest">;
  readonly #options: QueueWatchOptions;
  #position: Position | null = null;
  #state: string | null = null;
  #stateReason: string | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    client: MergeQueueClient,
    request: RequestOf<"getSubmittedPullRequest">,
    options: QueueWatchOptions,
  ) {
    this.#client = client;
    this.#request = request;
    this.#options = options;
  }

  /** Null when it was not read or is unknown. */
  get position(): Position | null {
    return this.#position;
  }

  /** Null until the queue was read. */
  get state(): string | null {
    return this.#state;
  }

  /** Why the queue is in its state; null when the service gives no reason. Untrusted text. */
  get stateReason(): string | null {
    return this.#stateReason;
  }

  /** Reads when it is due. Returns whether the place, or the queue's state or its reason, has changed. */
  async update(limits: Limits): Promise<boolean> {
    const now = this.#client.clock.now();
    const { positionIntervalMs } = this.#options;
    if (positionIntervalMs === undefined || now - this.#askedAt < positionIntervalMs) return false;
    this.#askedAt = now;
    const { repo, targetBranch, pr } = this.#request;
    const deadline = Deadline.after(LONGEST_MS, this.#client.clock).sooner(limits.deadline);
    const before = this.#shown();
    try {
      const { value } = await this.#client.getQueue({ repo, targetBranch }, { ...limits, deadline });
      this.#position = positionIn(value, Number(pr.number));
      this.#state = value.state;
      this.#stateReason = value.stateReason ?? null;
      this.#options.onQueue?.(value);
      return this.#shown() !== before;
    } catch (error) {
      if (!(error instanceof MergeQueueError)) throw error;
      this.#position = null;
      return false;
    }
  }

  #shown(): string {
    return JSON.stringify([this.#state, this.#stateReason, this.#position?.place]);
  }
}
