/** Takes a pull request out of the queue. While it lands, the landing decides; the call has been heard either way. */
import { assertNever } from "../../domain/assert-never.js";
import { pullRequestNumber } from "../../domain/ids.js";
import { liveEntry } from "../../engine/lookup.js";
import { DONE, type Handler, noSuchQueue, notInQueue } from "./handler.js";

export const cancelPullRequest: Handler<"cancelPullRequest"> = async (name, request, { queues }) => {
  const pullRequest = pullRequestNumber(request.pr.number);
  const reason = {
    code: "API_REQUESTED",
    sentence: `#${pullRequest} was cancelled through the API.`,
  } as const;
  const at = queues.now();
  const outcome = await queues.act(name, (queue) =>
    liveEntry(queue, pullRequest) === undefined
      ? { refusal: "notInQueue" }
      : { event: { kind: "entryCancelled", at, pullRequest, reason } },
  );
  switch (outcome.kind) {
    case "done":
      return DONE;
    case "noSuchQueue":
      return noSuchQueue(name);
    case "refused":
      return notInQueue(name, pullRequest);
    default:
      return assertNever(outcome);
  }
};
