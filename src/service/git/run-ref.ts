/** The ref in our clone that keeps a run's commits alive until the run is over. */
import type { TestRunId } from "../../domain/ids.js";

export function runRef(run: TestRunId): string {
  return `refs/mq/${run}`;
}
