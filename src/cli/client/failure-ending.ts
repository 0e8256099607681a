/** The result of a failed command: what happened, what to do next, and the exit code. */

import type { WhyOnWire } from "../../client/ask-why.js";
import { isWebPage } from "../../client/error-text.js";
import { type ErrorKind, errorKindInWords, MergeQueueError } from "../../client/errors.js";
import { asSentence } from "../../client/message-words.js";
import { missingForReadiness, priorityInWords } from "../../client/pull-request-on-wire.js";
import type { SubmittedPullRequest } from "../../client/wait.js";
import { webAddress } from "../../client/web-address.js";
import { errorText } from "../../domain/thrown.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { UsageError } from "./option-reader.js";

type Problem = Extract<Ending, { kind: "problem" }>;

export function failureEnding(error: unknown): Problem {
  if (error instanceof UsageError) return problem(EXIT.wrongUse, "wrong-use", error.message);
  if (error instanceof MergeQueueError) return callFailed(error);
  return problem(EXIT.refused, "internal", `failed because of a bug: ${errorText(error)}`);
}

export function problem(exitCode: ExitCode, errorKind: string, sentence: string, facts: Facts = {}): Problem {
  return { kind: "problem", exitCode, errorKind, sentence, facts };
}

/** The exit code and the advice of each kind of failure. */
const ENDINGS: Readonly<Record<ErrorKind, readonly [exitCode: ExitCode, advice: string]>> = {
  unauthorized: [
    EXIT.refused,
    "Check MERGE_QUEUE_API_TOKEN, the file of --token-file, or the saved login (`merge-queue login` replaces it).",
  ],
  forbidden: [EXIT.refused, "The token needs a wider scope for this."],
  notFound: [
    EXIT.refused,
    "Check that --api-url is the base address with /v1, and that --repo and --branch are right.",
  ],
  refused: [EXIT.refused, ""],
  bodyTooLarge: [EXIT.refused, ""],
  changedMeanwhile: [EXIT.refused, ""],
  aborted: [EXIT.refused, ""],
  rateLimited: [EXIT.unreachable, "Try again later."],
  serverFailed: [EXIT.unreachable, "Try again later; the log of the service has the cause."],
  unreachable: [
    EXIT.unreachable,
    "Check --api-url, the network, and the variables https_proxy and no_proxy.",
  ],
  attemptTimedOut: [
    EXIT.unreachable,
    "Check that the service works and that no proxy delays its answers; no option changes this limit.",
  ],
  redirected: [EXIT.unreachable, ""],
  badAnswer: [EXIT.unreachable, ""],
  deadlinePassed: [EXIT.deadline, "Allow more time with --timeout, or with --wait-timeout for a wait."],
};

const NOT_TRUSTED = "its certificate is not trusted";
const ADVICE_ON_CERTIFICATES =
  "Set the variable NODE_EXTRA_CA_CERTS to a file with the certificates of your own authority.";

function isNotTrusted({ kind, detail }: MergeQueueError): boolean {
  return kind === "unreachable" && detail.startsWith(NOT_TRUSTED);
}

function callFailed(error: MergeQueueError): Problem {
  const { kind, status, code, requestId, attempts } = error;
  const [exitCode, usual] = ENDINGS[kind];
  const advice = isNotTrusted(error) ? ADVICE_ON_CERTIFICATES : usual;
  const isAdvised = kind !== "notFound" || (status === 404 && (code === null || code === "NOT_FOUND"));
  const doubt = error.mayHaveActed ? "The request may have been carried out." : "";
  const more = [doubt, isAdvised ? advice : ""].filter((text) => text !== "").join(" ");
  const sentence = more === "" ? error.message : `${asSentence(error.message)} ${more}`;
  const facts = { httpStatus: status, code, requestId, attempts };
  // A web page of any status comes from a proxy or gateway, not from the service.
  const ending = isWebPage(error.body) ? EXIT.unreachable : exitCode;
  return problem(ending, errorKindInWords(kind), sentence, facts);
}

/** Members of the JSON document. */
export type Facts = Readonly<Record<string, unknown>>;

export type Ending =
  /** The service answered; the answer goes to stdout, also when the pull request did not land. */
  | {
      readonly kind: "answer";
      readonly exitCode: ExitCode;
      readonly sentence: string;
      /** Further lines for people. */
      readonly details?: readonly string[];
      readonly facts: Facts;
    }
  /** Text for other programs, passed through unchanged. */
  | { readonly kind: "text"; readonly exitCode: ExitCode; readonly text: string; readonly facts: Facts }
  /** No answer: one line on stderr states why. */
  | {
      readonly kind: "problem";
      readonly exitCode: ExitCode;
      readonly errorKind: string;
      readonly sentence: string;
      readonly facts: Facts;
    };

/** The last answer of the service. */
interface LastAnswer {
  readonly status: number | null;
  readonly attempts: number;
}

/** The ending of a successful request. */
export function done(
  sentence: string,
  { status, attempts }: LastAnswer,
  facts: Facts = {},
  details: readonly string[] = [],
): Ending {
  return {
    kind: "answer",
    exitCode: EXIT.done,
    sentence,
    details,
    facts: { ...facts, httpStatus: status, attempts },
  };
}

/** The page of the pull request in the service; empty without one. */
export function pageLines({ pageUrl }: WhyOnWire): readonly string[] {
  const address = webAddress(pageUrl);
  return address === null ? [] : [`Page      ${address}`];
}

/** The title and priority of a pull request, and what it still waits for. */
export function detailsOf(value: SubmittedPullRequest): readonly string[] {
  const missing = missingForReadiness(value);
  const { prTitle, prAuthor } = value;
  const priority = priorityInWords(value);
  const author = prAuthor === undefined ? "" : ` (by ${prAuthor})`;
  return [
    ...(prTitle === undefined && prAuthor === undefined ? [] : [`Title     ${prTitle ?? ""}${author}`]),
    ...(priority === "" ? [] : [`Priority  ${priority}`]),
    ...(missing.length === 0 ? [] : [`Waits for ${missing.join("; ")}`]),
  ];
}
