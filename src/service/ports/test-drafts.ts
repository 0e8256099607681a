/**
 * The draft pull requests of test branches. A code host shows an open one as merged once its commit is on the target
 * branch, so they are closed before a landing is pushed.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { Repository } from "../../domain/repository.js";

export interface TestDrafts {
  /**
   * Closes the drafts of these runs, as far as there are any. Repeating is harmless. A draft whose run outlives the
   * landing is opened again with the next status of the run.
   */
  closeDrafts(repository: Repository, runs: readonly TestRunId[]): Promise<void>;
}
