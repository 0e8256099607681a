/** Pushes a commit to a branch of the repository, also when another branch is named much like it. */
import { randomUUID } from "node:crypto";
import type { CommitId } from "../../domain/ids.js";
import type { Clone } from "./clone.js";

/**
 * Where the repository also has a branch that is called `refs/heads/main`, git takes the destination `refs/heads/main`
 * for ambiguous. A pattern is never ambiguous, and here it finds one ref only.
 */
export async function pushBranch(
  clone: Clone,
  branch: string,
  commit: CommitId,
  force: readonly string[],
): Promise<void> {
  const folder = `refs/mq/land/${randomUUID()}`;
  const ref = `${folder}/${branch}`;
  await clone.run(["update-ref", ref, commit]);
  try {
    await clone.runOnRepository([
      "push",
      "--porcelain",
      "--no-verify",
      ...force,
      "origin",
      `${folder}/*:refs/heads/*`,
    ]);
  } finally {
    // One that stays behind is in nobody's way.
    await clone.run(["update-ref", "-d", ref]).catch(() => undefined);
  }
}
