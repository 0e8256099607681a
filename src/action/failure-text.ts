/** What a person is told when a call failed: what happened, and what to do next. */
import { errorKindInWords, MergeQueueError } from "../client/errors.js";
import { asSentence } from "../client/words.js";
import { adviceOnSecrets } from "./credential.js";
import type { WorkflowRun } from "./workflow-run.js";

export interface FailureText {
  /** The output `error-kind`. */
  readonly errorKind: string;
  readonly sentence: string;
}

export function failureText(error: unknown, run: WorkflowRun): FailureText {
  if (!(error instanceof MergeQueueError)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      errorKind: "internal",
      sentence: `The action failed, which is a mistake of its own: ${message}`,
    };
  }
  const errorKind = errorKindInWords(error.kind);
  if (error.kind === "aborted") return { errorKind, sentence: "Stopped, because the job was cancelled." };
  const advice = adviceOn(error, run);
  const sentence = advice === "" ? error.message : `${asSentence(error.message)} ${advice}`;
  return { errorKind, sentence };
}

/** Empty when the message says it all. */
function adviceOn(error: MergeQueueError, run: WorkflowRun): string {
  switch (error.kind) {
    case "unauthorized":
      return adviceOnSecrets(run);
    case "forbidden":
      return "The token needs a wider scope for this operation.";
    case "notFound":
      return error.status === 404 && (error.code === null || error.code === "NOT_FOUND")
        ? "Check that api-url is the base address with /v1, and repository and target-branch."
        : "";
    case "unreachable":
      return "Check api-url, the network, and the variables https_proxy and no_proxy.";
    case "attemptTimedOut":
    case "deadlinePassed":
      return "Raise timeout or wait-timeout if the service may take longer.";
    case "aborted":
    case "badAnswer":
    case "bodyTooLarge":
    case "changedMeanwhile":
    case "rateLimited":
    case "redirected":
    case "refused":
    case "serverFailed":
      return "";
  }
}
