/** Tells the operator when somebody has taken commits off a branch: the queue goes on, but people may want to know. */

import type { CommitId } from "../../domain/ids.js";
import { type QueueName, queueKey } from "../../domain/queue-name.js";
import { errorText } from "../../domain/thrown.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";

/** Never throws: that the branch has moved is recorded already. */
export async function warnOfRewrite(
  { git, log }: { readonly git: Git; readonly log: Log },
  name: QueueName,
  from: CommitId,
  to: CommitId,
): Promise<void> {
  const fields = { queue: queueKey(name), from, to };
  try {
    if (await git.isAncestor(name.repository, from, to)) return;
    log.warn(fields, "the branch was force-pushed: it does not contain its earlier tip any more");
  } catch (error) {
    log.warn(
      { ...fields, error: errorText(error) },
      "the branch has moved; whether it was force-pushed is not known",
    );
  }
}
