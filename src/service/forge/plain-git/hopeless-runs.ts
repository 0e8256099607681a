/** Runs that git turns down for good, such as one with a file name that is too long for this machine's disk. */
import type { TestRunId } from "../../../domain/ids.js";
import { GitError } from "../../ports/world-error.js";

const MAX_FAILURES = 3;

export class HopelessRuns {
  readonly #failures = new Map<TestRunId, number>();

  /** Whether it was the last of the run's chances. A full disk or a slow network is not held against a run. */
  isLastChance(run: TestRunId, failure: unknown): failure is GitError {
    if (!(failure instanceof GitError) || failure.retryable) return false;
    const count = (this.#failures.get(run) ?? 0) + 1;
    this.#failures.set(run, count);
    return count >= MAX_FAILURES;
  }

  forget(run: TestRunId): void {
    this.#failures.delete(run);
  }
}
