/** Test branches in the repository. */
import type { CommitId, TestRunId } from "../../domain/ids.js";
import type { Clone } from "./clone.js";
import { pushBranch } from "./push-branch.js";
import { obtainCommits } from "./read-commits.js";
import { runRef } from "./run-ref.js";

export async function publish(clone: Clone, branch: string, commit: CommitId): Promise<void> {
  // A clone that was made again has to get it first: from the branch itself, if that is still there.
  await obtainCommits(clone, [commit]);
  await pushBranch(clone, branch, commit, ["--force"]);
}

export async function unpublish(clone: Clone, branch: string, run: TestRunId): Promise<void> {
  try {
    const deletion = `:refs/heads/${branch}`;
    await clone.runOnRepository(["push", "--quiet", "--no-verify", "--force", "origin", deletion]);
  } catch (error) {
    // Some servers refuse to delete what is gone already.
    if ((await clone.readTip(branch)) !== null) throw error;
  }
  await clone.run(["update-ref", "-d", runRef(run)]);
}
