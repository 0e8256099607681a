/** Restarts the tests of a pull request, but not twice when the first reply is lost. */
import type { RequestOf } from "../contract/endpoints.js";
import type { CallOptions, MergeQueueClient } from "./client.js";
import { MergeQueueError } from "./errors.js";
import { isLostReply, pauseBeforeReadingBack } from "./lost-reply.js";
import { type Settled, settled } from "./position.js";
import type { SubmittedPullRequest } from "./wait.js";

type RestartRequest = RequestOf<"restartTestsOnPullRequest">;

/**
 * After a lost reply the state is read back. A newer test run, or a return to waiting, means that the restart happened.
 * An unchanged state means that it did not, and the request is sent once more. In any other case the error is thrown,
 * because the result is unknown.
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

/** Counts the attempts of both requests; the first one may still be carried out. */
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
  // An entry without a test run before the request may have started its first one.
  const hadTestRun = before.state === "TESTING" || before.state === "PENDING_FAILURE";
  return hadTestRun && (after.state === "PENDING" || after.state === "TESTING") ? "restarted" : "moved";
}

/**
 * Null when the service does not report it: the pull request may be unknown, or the token may not be allowed to read.
 */
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
