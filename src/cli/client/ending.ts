/** How a command ended: what is printed, in words and as JSON, and the exit code. */
import { missingForReadiness, priorityInWords } from "../../client/pull-request-words.js";
import type { SubmittedPullRequest } from "../../client/wait.js";
import { EXIT, type ExitCode } from "../exit-codes.js";

/** Members of the JSON document. */
export type Facts = Readonly<Record<string, unknown>>;

export type Ending =
  /** The service answered, and the answer goes to stdout; that a pull request did not land is one, too. */
  | {
      readonly kind: "answer";
      readonly exitCode: ExitCode;
      readonly sentence: string;
      /** More lines for people. */
      readonly details?: readonly string[];
      readonly facts: Facts;
    }
  /** Text that others read, handed on as it came. */
  | { readonly kind: "text"; readonly exitCode: ExitCode; readonly text: string; readonly facts: Facts }
  /** There is no answer: one line on stderr says why. */
  | {
      readonly kind: "problem";
      readonly exitCode: ExitCode;
      readonly errorKind: string;
      readonly sentence: string;
      readonly facts: Facts;
    };

/** What the service answered last. */
interface LastAnswer {
  readonly status: number | null;
  readonly attempts: number;
}

/** What was asked is done. */
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

/** Of a pull request: its title, its priority, and what it still waits for. */
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
