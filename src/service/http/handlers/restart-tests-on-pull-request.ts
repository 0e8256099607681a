/** Restarts the tests of a pull request without changing its place. Each call restarts them once more. */
import { assertNever } from "../../../domain/assert-never.js";
import { type PullRequestNumber, pullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Asker } from "../../../engine/model/event.js";
import { liveEntry } from "../../../engine/model/lookup.js";
import type { EntryState } from "../../../engine/model/queue.js";
import { presentEntryState } from "../serialize.js";
import {
  DONE,
  type Handler,
  noSuchQueue,
  notInQueue,
  type Outcome,
  refused,
  type Service,
} from "./handler.js";

export const restartTestsOnPullRequest: Handler<"restartTestsOnPullRequest"> = async (
  name,
  request,
  service,
) => restartTests(name, pullRequestNumber(request.pr.number), service, service.by ?? null);

/** `by` is null for the API. */
export async function restartTests(
  name: QueueName,
  pullRequest: PullRequestNumber,
  { queues, stateCase }: Pick<Service, "queues" | "stateCase">,
  by: Asker | null,
): Promise<Outcome<"restartTestsOnPullRequest">> {
  const at = queues.now();
  const outcome = await queues.act(name, (queue) => {
    const state = liveEntry(queue, pullRequest)?.state ?? null;
    return state !== null && isRestartable(state)
      ? { event: { kind: "testsRestarted", at, pullRequest, ...(by !== null && { by }) } }
      : { refusal: state };
  });
  switch (outcome.kind) {
    case "done":
      return DONE;
    case "noSuchQueue":
      return noSuchQueue(name);
    case "refused":
      if (outcome.refusal === null) return notInQueue(name, pullRequest);
      return refused(
        "PR_TESTS_NOT_RESTARTABLE",
        `pull request #${pullRequest} is ${presentEntryState(outcome.refusal, stateCase)}: only running or failed tests can be restarted`,
      );
    default:
      return assertNever(outcome);
  }
}

function isRestartable(state: EntryState): boolean {
  return state === "testing" || state === "pendingFailure";
}
