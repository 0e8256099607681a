/** Deletes an empty queue. An entry that is not ready yet counts: nobody's pull request disappears unseen. */
import { DONE, type Handler, noSuchQueue, refused } from "./handler.js";

export const deleteQueue: Handler<"deleteQueue"> = async (name, _request, { queues }) => {
  const outcome = await queues.delete(name);
  if (outcome === "deleted") return DONE;
  if (outcome === "noSuchQueue") return noSuchQueue(name);
  const { count } = outcome;
  return refused(
    "QUEUE_NOT_EMPTY",
    `${count} ${count === 1 ? "pull request is" : "pull requests are"} still queued on ${name.targetBranch}`,
  );
};
