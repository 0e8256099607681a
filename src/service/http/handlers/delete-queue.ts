/** Deletes an empty queue. Entries that are not ready count too, so that no pull request disappears unnoticed. */
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
