/** Restarts the tests of a pull request, and does not do it twice when the first reply is lost. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { isLostReply, pauseBeforeReadingBack } from "./lost-reply.js";
import { type Settled, settled } from "./position.js";
import type { SubmittedPullRequest } from "./wait.js";

type RestartRequest = RequestOf<"restartTestsOnPullRequest">;

/**
 * After a lost reply the state is read back: a newer test run than the one before, or its place in the line, means that
 * the restart took place; an unchanged state means that it did not, and it is asked for once more. Anything else is
 * thrown, because no one can tell.
 */
export async function restartTestsOnce(
  client: MergeQueueClient,
  request: RestartRequest,
  options: CallOptions = {},
): Promise<Settled<"restarted" | "restartedByLostRequest">> {
  const before = await stateOf(client, request, options);
  try {
    return settled("restarted", await client.restartTestsOnPullRequest(request, options));
  } catch (error) {
    if (!isLostReply(error) || before === null) throw error;
    const seen = await readBack(client, request, options, before);
    if (seen === "restarted") return settled("restartedByLostRequest", error);
    if (seen === "moved") throw error;
    return restartedAgain(client, request, options, error);
  }
}

/** The attempts of both requests count, and the first one may be carried out later. */
async function restartedAgain(
  client: MergeQueueClient,
  request: RestartRequest,
  options: CallOptions,
  first: MergeQueueError,
): Promise<Settled<"restarted">> {
  try {
    const { attempts, ...answer } = await client.restartTestsOnPullRequest(request, options);
    return settled("restarted", { ...answer, attempts: first.attempts + attempts });
  } catch (error) {
    throw error instanceof MergeQueueError ? error.afterEarlier(first) : error;
  }
}

async function readBack(
  client: MergeQueueClient,
  request: RestartRequest,
  options: CallOptions,
  before: SubmittedPullRequest,
): Promise<"restarted" | "unchanged" | "moved"> {
  await pauseBeforeReadingBack(client, options);
  const after = await stateOf(client, request, options);
  if (after === null || after.id !== before.id) return "moved";
  if (after.stateChangedAt === undefined || before.stateChangedAt === undefined) return "moved";
  if (after.stateChangedAt === before.stateChangedAt && after.state === before.state) return "unchanged";
  // What had no test run before the request may have begun its first one.
  const hadTestRun = before.state === "TESTING" || before.state === "PENDING_FAILURE";
  return hadTestRun && (after.state === "PENDING" || after.state === "TESTING") ? "restarted" : "moved";
}

/** Null when the service does not say: it may know no such pull request, or the token may not read. */
async function stateOf(
  client: MergeQueueClient,
  { repo, targetBranch, pr }: RestartRequest,
  options: CallOptions,
): Promise<SubmittedPullRequest | null> {
  try {
    return (await client.getSubmittedPullRequest({ repo, targetBranch, pr }, options)).value;
  } catch (error) {
    if (error instanceof MergeQueueError && error.status !== null && !error.retryable) return null;
    throw error;
  }
}
