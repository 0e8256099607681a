/** Cancels a pull request. If it is landing, the outcome of the landing decides; the cancel is recorded either way. */
import { assertNever } from "../../../domain/assert-never.js";
import { type PullRequestNumber, pullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Reason } from "../../../domain/reason.js";
import { liveEntry } from "../../../engine/model/lookup.js";
import type { Queues } from "../../queue/queues.js";
import { DONE, type Handler, noSuchQueue, notInQueue, type Outcome } from "./handler.js";

export const cancelPullRequest: Handler<"cancelPullRequest"> = async (name, request, { queues, by }) => {
  const pullRequest = pullRequestNumber(request.pr.number);
  const reason: Reason =
    by === undefined
      ? { code: "API_REQUESTED", sentence: `#${pullRequest} was cancelled through the API.` }
      : { code: "USER_REQUESTED", sentence: `#${pullRequest} was cancelled by ${by}.` };
  return cancelEntry(queues, name, pullRequest, reason);
};

export async function cancelEntry(
  queues: Queues,
  name: QueueName,
  pullRequest: PullRequestNumber,
  reason: Reason,
): Promise<Outcome<"cancelPullRequest">> {
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
}
