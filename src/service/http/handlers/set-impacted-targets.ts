/**
 * Stores the targets of a head commit and records them in the queue if an entry has that head. Works before submission
 * too.
 */
import { isCommitId, pullRequestNumber } from "../../../domain/ids.js";
import { bringTargets } from "../../queue/record-targets.js";
import { DONE, type Handler, noSuchPullRequest, noSuchQueue, refused } from "./handler.js";

export const setImpactedTargets: Handler<"setImpactedTargets"> = async (
  name,
  request,
  { queues, callerName },
) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const number = pullRequestNumber(request.pr.number);
  const given = request.pr.sha?.toLowerCase();
  if (given !== undefined && !isCommitId(given)) {
    return refused("VALIDATION_FAILED", "pr.sha: expected a full commit id of 40 or 64 hexadecimal digits");
  }
  const { forge } = queues;
  const facts = await forge.readPullRequest(stored.name.repository, number, name.targetBranch, "presence");
  if (facts === null) return noSuchPullRequest(number);
  const headSha = given ?? facts.headSha;
  // Stored before the queue is updated: a concurrent submission finds them in one place or the other.
  const { cause = "" } = request;
  const origin = {
    ...(callerName !== undefined && { by: callerName }),
    ...(cause !== "" && { cause }),
  };
  await queues.store.saveTargets(stored.queue.id, number, headSha, request.impactedTargets, origin);
  const head = { queue: stored.queue.id, pullRequest: number, headSha };
  await bringTargets(queues, name, head, request.impactedTargets);
  return DONE;
};
