/** Where the runs and batches that a decision speaks of are found: before it, after it, or among those it ended. */
import type { BatchId, PullRequestNumber, TestRunId } from "../../domain/ids.js";
import type { Decision } from "../../engine/model/decision.js";
import { allBatches, allRuns, batchOf, entriesOf } from "../../engine/model/lookup.js";
import type { Batch, Entry, Queue, TestRun } from "../../engine/model/queue.js";

export class SurroundingsOfDecision {
  readonly before: Queue;
  readonly decision: Decision;
  readonly #runs: ReadonlyMap<TestRunId, TestRun>;
  readonly #batches: ReadonlyMap<BatchId, Batch>;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(before: Queue, decision: Decision) {
    this.before = before;
    this.decision = decision;
    const { queue, transitions, endedRuns, concluded } = decision;
    // The newest word on each comes last.
    const runs = [...allRuns(before), ...allRuns(queue), ...endedRuns.map(({ run }) => run)];
    this.#runs = new Map(runs.map((run) => [run.id, run]));
    this.#batches = new Map([...allBatches(queue), ...allBatches(before)].map((batch) => [batch.id, batch]));
    // Ten thousand may wait: only entries that moved are looked up.
    const moved = entriesOf(queue, new Set(transitions.map(({ pullRequest }) => pullRequest)));
    this.#entries = new Map([...moved, ...concluded].map((entry) => [entry.id, entry]));
  }

  run(id: TestRunId | null): TestRun | null {
    return id === null ? null : (this.#runs.get(id) ?? null);
  }

  /** As it was before the decision, if it was there; a run outlives the place that its batch had. */
  batch(id: BatchId): Batch | null {
    return this.#batches.get(id) ?? null;
  }

  batchBefore(pullRequest: PullRequestNumber): Batch | null {
    return batchOf(this.before, pullRequest) ?? null;
  }

  batchAfter(pullRequest: PullRequestNumber): Batch | null {
    return batchOf(this.decision.queue, pullRequest) ?? null;
  }

  entry(id: string): Entry | null {
    return this.#entries.get(id) ?? null;
  }

  /** The run that failed last among those of a batch. */
  failedRun(batch: BatchId): TestRun | null {
    const runs = [...this.#runs.values()].filter((run) => run.batch === batch);
    return runs.findLast(({ progress }) => progress.kind === "failed") ?? null;
  }
}
