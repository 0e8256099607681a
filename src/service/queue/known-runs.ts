/** Maps test runs to queues, as far as this process has seen. Other replicas also start and end runs. */
import type { TestRunId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { observedRuns } from "../../engine/model/lookup.js";
import type { Queue } from "../../engine/model/queue.js";

interface RunsOfQueue {
  readonly name: QueueName;
  readonly runs: ReadonlySet<TestRunId>;
}

export class KnownRuns {
  readonly #byQueue = new Map<string, RunsOfQueue>();

  /** Replaces what was recorded for this queue with its live runs. */
  remember(name: QueueName, queue: Queue): void {
    const runs = new Set(observedRuns(queue).map(({ id }) => id));
    if (runs.size === 0) this.forget(name);
    else this.#byQueue.set(queueKey(name), { name, runs });
  }

  forget(name: QueueName): void {
    this.#byQueue.delete(queueKey(name));
  }

  queueOf(run: TestRunId): QueueName | undefined {
    return [...this.#byQueue.values()].find(({ runs }) => runs.has(run))?.name;
  }
}
