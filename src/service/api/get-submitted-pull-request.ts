/** Says where a submitted pull request is; after it has left the queue, what became of its last stay. */
import { pullRequestNumber } from "../../domain/ids.js";
import { liveEntry } from "../../engine/lookup.js";
import { type Handler, noSuchQueue, refused } from "./handler.js";
import { presentSubmitted } from "./present.js";

export const getSubmittedPullRequest: Handler<"getSubmittedPullRequest"> = async (
  name,
  request,
  { queues, stateCase },
) => {
  const stored = await queues.read(name);
  if (stored === null) return noSuchQueue(name);
  const { queue } = stored;
  const number = pullRequestNumber(request.pr.number);
  const entry = liveEntry(queue, number) ?? (await queues.store.findConcluded(queue.id, number));
  if (entry === null) {
    return refused(
      "PR_NOT_FOUND",
      `pull request #${number} was never submitted to the queue of ${name.targetBranch}`,
    );
  }
  return { ok: true, body: presentSubmitted(entry, queue, stateCase) };
};
