/** Which pull request alone is the cause of a failure, where that is known. */
import type { PullRequestNumber } from "../../domain/ids.js";
import type { ContainedHead } from "../../engine/queue.js";
import { commitBehind } from "../ports/world-error.js";
import type { Obstacle } from "./attempt-order.js";

export function causeAmong(
  heads: readonly ContainedHead[],
  { error }: Obstacle,
): { readonly about?: PullRequestNumber } {
  const commit = commitBehind(error)?.commit;
  const head = commit === undefined ? undefined : heads.find(({ headSha }) => headSha === commit);
  return head === undefined ? {} : { about: head.pullRequest };
}
