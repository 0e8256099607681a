/** What a person is told when a command could not be done: what happened, what to do next, and the exit code. */
import { isWebPage } from "../../client/error-text.js";
import { errorKindInWords, MergeQueueError } from "../../client/errors.js";
import { asSentence } from "../../client/words.js";
import { errorText } from "../../domain/thrown.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Ending, Facts } from "./ending.js";
import { UsageError } from "./usage-error.js";

type Problem = Extract<Ending, { kind: "problem" }>;

export function failureEnding(error: unknown): Problem {
  if (error instanceof UsageError) return problem(EXIT.wrongUse, "wrong-use", error.message);
  if (error instanceof MergeQueueError) return callFailed(error);
  return problem(EXIT.refused, "internal", `failed, which is a mistake of its own: ${errorText(error)}`);
}

export function problem(exitCode: ExitCode, errorKind: string, sentence: string, facts: Facts = {}): Problem {
  return { kind: "problem", exitCode, errorKind, sentence, facts };
}

function callFailed(error: MergeQueueError): Problem {
  const { kind, status, code, requestId, attempts } = error;
  const doubt = error.mayHaveActed ? "It may have been done nevertheless." : "";
  const more = [doubt, adviceOn(error)].filter((text) => text !== "").join(" ");
  const sentence = more === "" ? error.message : `${asSentence(error.message)} ${more}`;
  const facts = { httpStatus: status, code, requestId, attempts };
  return problem(exitCodeOf(error), errorKindInWords(kind), sentence, facts);
}

/** A web page is not the queue's word, whatever its status: something in between has answered. */
function exitCodeOf(error: MergeQueueError): ExitCode {
  if (isWebPage(error.body)) return EXIT.unreachable;
  switch (error.kind) {
    case "unauthorized":
    case "forbidden":
    case "notFound":
    case "refused":
    case "bodyTooLarge":
    case "changedMeanwhile":
    case "aborted":
      return EXIT.refused;
    case "rateLimited":
    case "serverFailed":
    case "unreachable":
    case "attemptTimedOut":
    case "redirected":
    case "badAnswer":
      return EXIT.unreachable;
    case "deadlinePassed":
      return EXIT.deadline;
  }
}

function adviceOn({ kind, code, status }: MergeQueueError): string {
  switch (kind) {
    case "unauthorized":
      return "Check MERGE_QUEUE_API_TOKEN, or the file of --token-file.";
    case "forbidden":
      return "The token needs a wider scope for this.";
    case "notFound":
      return status === 404 && (code === null || code === "NOT_FOUND")
        ? "Check that --api-url is the base address with /v1, and that --repo and --branch are right."
        : "";
    case "unreachable":
      return "Check --api-url, the network, and the variables https_proxy and no_proxy.";
    case "attemptTimedOut":
    case "deadlinePassed":
      return "Give it more time with --timeout, and a wait with --wait-timeout.";
    case "refused":
    case "bodyTooLarge":
    case "changedMeanwhile":
    case "aborted":
    case "rateLimited":
    case "serverFailed":
    case "redirected":
    case "badAnswer":
      return "";
  }
}
