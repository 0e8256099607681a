/** What went wrong with a call, in words that name it and say what to do; never with anything secret in them. */
import * as z from "zod/mini";
import { type Repository, repositoryName } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { RefusedAnswer } from "./guarded-fetch.js";
import { oneLine, oneLineOfPage } from "./one-line.js";

export interface Call {
  readonly repository: Repository;
  readonly method: string;
  /** Below the repository, with its `{names}`. */
  readonly route: string;
}

export type AnswerHeaders = Readonly<Record<string, string | number | undefined>>;

const headers = z.record(z.string(), z.optional(z.union([z.string(), z.number()])));

/** What Octokit throws for an answer that is none of 200 to 299; without `response` there was no answer at all. */
const answered = z.object({
  status: z.number(),
  response: z.object({
    headers,
    data: z.unknown(),
  }),
});

const refusal = z.object({ message: z.string(), errors: z.optional(z.unknown()) });
const text = z.catch(z.optional(z.string()), undefined);
const detail = z.object({ resource: text, field: text, code: text, message: text });

const MOST_DETAILS = 10;

export interface Failure {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: unknown;
}

/** Null when GitHub did not answer. */
export function failureOf(error: unknown): Failure | null {
  const read = answered.safeParse(error);
  if (!read.success) return null;
  const { status, response } = read.data;
  return { status, headers: response.headers, body: response.data };
}

/** Of limits of how much may be asked, GitHub tells with 403 as well. */
export function isLimit({ status, headers, body }: Failure): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return (
    headers["x-ratelimit-remaining"] === "0" ||
    headers["retry-after"] !== undefined ||
    /\brate limit\b/i.test(wordsOf(body))
  );
}

export interface Circumstances {
  /** For how long GitHub does not want to be asked. */
  readonly waitMs: number;
  /** The same call may work in a moment, whatever the answer looks like. */
  readonly isTransient: boolean;
}

export function callFailure(error: unknown, call: Call, { waitMs, isTransient }: Circumstances): ForgeError {
  if (error instanceof ForgeError) return error;
  const failure = failureOf(error);
  if (failure === null) return unanswered(error, call);
  const { status, body } = failure;
  const words = wordsOf(body);
  const said = words === "" ? "" : `: ${words}`;
  const retryable = isTransient || isLimit(failure) || status >= 500 || status === 408;
  return new ForgeError(
    `GitHub answered ${nameOf(call)} with ${status}${said}${advice(failure)}`,
    retryable,
    {
      waitMs,
    },
  );
}

export function nameOf({ repository, method, route }: Call): string {
  return `${method} ${route === "" ? "/" : route} of ${repositoryName(repository)}`;
}

function unanswered(error: unknown, call: Call): ForgeError {
  const reason = error instanceof Error ? error : new Error(String(error));
  const refused = [reason, reason.cause].find((one) => one instanceof RefusedAnswer);
  const words = oneLine((refused ?? reason).message);
  return new ForgeError(`GitHub gave no usable answer to ${nameOf(call)}: ${words}`, refused === undefined);
}

function wordsOf(body: unknown): string {
  if (typeof body === "string") return oneLineOfPage(body);
  const read = refusal.safeParse(body);
  if (!read.success) return "";
  const { message, errors } = read.data;
  const details = Array.isArray(errors) ? errors.slice(0, MOST_DETAILS).map(detailOf) : [];
  const told = details.filter((words) => words !== "").join("; ");
  return oneLine(told === "" ? message : `${message} (${told})`);
}

/** Known words only: the rest may be of any depth. */
function detailOf(error: unknown): string {
  if (typeof error === "string") return error;
  const read = detail.safeParse(error);
  if (!read.success) return "";
  const { resource, field, code, message } = read.data;
  return [resource, field, code, message].filter((words) => words !== undefined).join(" ");
}

function advice({ status, headers, ...rest }: Failure): string {
  if (isLimit({ status, headers, ...rest })) return " (a limit of GitHub's; it is tried again later)";
  switch (status) {
    case 401:
      return " (the token, or the App's id and private key, are not accepted: replace what has expired or was revoked)";
    case 403:
      return ` (${missingPermission(headers)})`;
    case 404:
      return " (it does not exist, or the token or App may not see it)";
    default:
      return "";
  }
}

function missingPermission(headers: Failure["headers"]): string {
  const accepted = headers["x-accepted-github-permissions"];
  if (typeof accepted !== "string" || accepted === "") return "the token or App may not do this";
  return `the token or App needs the permission ${oneLine(accepted)}`;
}
