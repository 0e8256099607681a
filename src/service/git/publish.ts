/** Test branches in the repository. */
import type { CommitId, TestRunId } from "../../domain/ids.js";
import type { Clone } from "./clone.js";
import { runRef } from "./run-ref.js";

const FORCED_PUSH = ["push", "--quiet", "--no-verify", "--force", "origin"];

export async function publish(clone: Clone, branch: string, commit: CommitId): Promise<void> {
  await clone.runOnRepository([...FORCED_PUSH, `${commit}:refs/heads/${branch}`]);
}

export async function unpublish(clone: Clone, branch: string, run: TestRunId): Promise<void> {
  try {
    await clone.runOnRepository([...FORCED_PUSH, `:refs/heads/${branch}`]);
  } catch (error) {
    // Some servers refuse to delete what is gone already.
    if ((await clone.readTip(branch)) !== null) throw error;
  }
  await clone.run(["update-ref", "-d", runRef(run)]);
}
