/** Warns the operator when commits were removed from a branch by a force push. The queue continues. */

import type { CommitId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { errorText } from "../../domain/thrown.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";

/** Never throws: the move of the branch is already recorded. */
export async function warnOfRewrite(
  { git, log }: { readonly git: Git; readonly log: Log },
  name: QueueName,
  from: CommitId,
  to: CommitId,
): Promise<void> {
  const fields = { queue: queueKey(name), from, to };
  try {
    if (await git.isAncestor(name.repository, from, to)) return;
    log.warn(fields, "the branch was force-pushed: it no longer contains its earlier tip");
  } catch (error) {
    log.warn(
      { ...fields, error: errorText(error) },
      "the branch has moved; whether it was force-pushed could not be determined",
    );
  }
}
