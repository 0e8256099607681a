/** What a person is told when a call failed: what happened, and what to do next. */
import { errorKindInWords, MergeQueueError } from "../client/errors.js";
import { asSentence } from "../client/words.js";
import { errorText } from "../domain/thrown.js";
import { adviceOnRefusal } from "./credential.js";
import type { WorkflowRun } from "./workflow-run.js";

/** How the transport begins what it says of a certificate. */
const NOT_TRUSTED = "its certificate is not trusted";

export interface FailureText {
  /** The output `error-kind`. */
  readonly errorKind: string;
  readonly sentence: string;
}

/** `hasToken`: whether the step has an API token, which the service may have refused. */
export function failureText(error: unknown, run: WorkflowRun, hasToken: boolean): FailureText {
  if (!(error instanceof MergeQueueError)) {
    return {
      errorKind: "internal",
      sentence: `The action failed, which is a mistake of its own: ${errorText(error)}`,
    };
  }
  const errorKind = errorKindInWords(error.kind);
  if (error.kind === "aborted") return { errorKind, sentence: "Stopped, because the job was cancelled." };
  const advice = adviceOn(error, run, hasToken);
  const sentence = advice === "" ? error.message : `${asSentence(error.message)} ${advice}`;
  return { errorKind, sentence };
}

/** Empty when the message says it all. */
function adviceOn(error: MergeQueueError, run: WorkflowRun, hasToken: boolean): string {
  switch (error.kind) {
    case "unauthorized":
      return adviceOnRefusal(run, hasToken);
    case "forbidden":
      return error.code === null
        ? "Check api-url, whether a proxy or firewall on the way refuses the request, and what the token may do."
        : "Use a token whose scopes and repositories allow this operation.";
    case "notFound":
      return error.status === 404 && (error.code === null || error.code === "NOT_FOUND")
        ? "Check that api-url is the base address with /v1, and repository and target-branch."
        : "";
    case "unreachable":
      return error.detail.startsWith(NOT_TRUSTED)
        ? "Set the variable NODE_EXTRA_CA_CERTS to a file with the certificates of your own authority."
        : "Check api-url, the network, and the variables https_proxy and no_proxy.";
    case "attemptTimedOut":
      return "Check that the service works and that no proxy on the way holds its answers back: no input changes this limit.";
    case "deadlinePassed":
      return "Raise timeout, and with wait also wait-timeout, if this step may take longer.";
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
