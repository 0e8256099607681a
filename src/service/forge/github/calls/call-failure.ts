/** What went wrong with a call, in words that name it and the next step; never with anything secret in them. */
import * as z from "zod/mini";
import { type Repository, repositoryName } from "../../../../domain/repository.js";
import { withoutTokens } from "../../../../domain/without-tokens.js";
import { ForgeError } from "../../../ports/world-error.js";
import { RefusedAnswer } from "./guarded-fetch.js";
import type { Answer, AnswerHeaders } from "./one-request.js";

export const BELOW_REPOSITORY = "/repos/{owner}/{repo}";

export interface Call {
  readonly repository: Repository;
  readonly method: string;
  /** With its `{names}`. */
  readonly route: string;
}

const refusal = z.object({ message: z.string(), errors: z.optional(z.unknown()) });
const text = z.catch(z.optional(z.string()), undefined);
const detail = z.object({ resource: text, field: text, code: text, message: text });
/** GraphQL reports a limit with 200. */
const limitedQuery = z.object({ errors: z.array(z.object({ type: z.optional(z.string()) })) });

const MOST_DETAILS = 10;
/** Where GitHub names no time: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const SECONDARY_LIMIT_SECONDS = 60;

/** For how long GitHub does not want to be asked; null where the answer is not about a limit. 403 may be about one too. */
export function limitMs({ status, headers, data }: Answer): number | null {
  const words = status === 403 || status === 429 ? wordsOf(data) : "";
  const errors = status === 200 ? (limitedQuery.safeParse(data).data?.errors ?? []) : [];
  const isOfQueries = errors.some(({ type }) => type === "RATE_LIMITED");
  const isNoneLeft = headers["x-ratelimit-remaining"] === "0";
  const isRefused = isNoneLeft || headers["retry-after"] !== undefined || /\brate limit\b/i.test(words);
  if (!isOfQueries && status !== 429 && (status !== 403 || !isRefused)) return null;
  if (isOfQueries || (isNoneLeft && !/\bsecondary rate\b/i.test(words))) {
    const resetAt = Number(headers["x-ratelimit-reset"]) || 0;
    // One that has passed is over.
    if (resetAt > 0) return Math.max(Math.ceil(resetAt - Date.now() / 1000) + 1, 0) * 1000;
  }
  const seconds = Number(headers["retry-after"]);
  return (seconds > 0 ? seconds : SECONDARY_LIMIT_SECONDS) * 1000;
}

export interface Circumstances {
  /** For how long GitHub does not want to be asked. */
  readonly waitMs: number;
  /** The same call may work in a moment, whatever the answer looks like. */
  readonly isTransient: boolean;
}

export function callFailure(answer: Answer, call: Call, { waitMs, isTransient }: Circumstances): ForgeError {
  const { status, data } = answer;
  if (status === 0) return noAnswer(data, `GitHub gave no usable answer to ${nameOf(call)}`);
  const isLimit = limitMs(answer) !== null;
  const words = wordsOf(data);
  const cause = words === "" ? "" : `: ${words}`;
  const next = isLimit ? " (a limit of GitHub's; it is tried again later)" : advice(answer);
  const retryable = isTransient || isLimit || status >= 500 || status === 408;
  return new ForgeError(`GitHub answered ${nameOf(call)} with ${status}${cause}${next}`, retryable, {
    waitMs,
  });
}

export function nameOf({ repository, method, route }: Call): string {
  const below = route.replace(BELOW_REPOSITORY, "");
  return `${method} ${below === "" ? "/" : below} of ${repositoryName(repository)}`;
}

export function noAnswer(error: unknown, what: string): ForgeError {
  if (error instanceof ForgeError) return error;
  return new ForgeError(`${what}: ${reasonOf(error)}`, !(error instanceof RefusedAnswer));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Where several addresses were tried there is a code only.
  return oneLine(error.message === "" && "code" in error ? String(error.code) : error.message);
}

/** The message in an answer, in one line; empty where there is none. */
export function wordsOf(body: unknown): string {
  if (typeof body === "string") return oneLineOfPage(body);
  const read = refusal.safeParse(body);
  if (!read.success) return "";
  const { message, errors } = read.data;
  const details = Array.isArray(errors) ? errors.slice(0, MOST_DETAILS).map(detailOf) : [];
  const reasons = details.filter((words) => words !== "").join("; ");
  return oneLine(reasons === "" ? message : `${message} (${reasons})`);
}

/** Known words only: the rest may be of any depth. */
function detailOf(error: unknown): string {
  if (typeof error === "string") return error;
  const read = detail.safeParse(error);
  if (!read.success) return "";
  const { resource, field, code, message } = read.data;
  return [resource, field, code, message].filter((words) => words !== undefined).join(" ");
}

function advice({ status, headers }: Answer): string {
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

function missingPermission(headers: AnswerHeaders): string {
  const accepted = headers["x-accepted-github-permissions"];
  if (typeof accepted !== "string" || accepted === "") return "the token or App may not do this";
  return `the token or App needs the permission ${oneLine(accepted)}`;
}

const MOST_CHARACTERS = 300;
/** Of what is looked at: an answer may have millions, and patterns take their time. Enough for what is hidden, too. */
const MOST_SEEN = 4000;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu;

/** Text of GitHub's in one short line, for messages: without what moves cursors, turns text around, or may be a token. */
export function oneLine(text: string): string {
  const cleaned = withoutTokens(text.slice(0, MOST_SEEN).replace(UNPRINTABLE, " ")).trim();
  return cleaned.length > MOST_CHARACTERS ? `${cleaned.slice(0, MOST_CHARACTERS)}…` : cleaned;
}

/** Of a page that a proxy shows instead of an answer. */
function oneLineOfPage(page: string): string {
  return oneLine(page.slice(0, MOST_SEEN).replace(/<[^<>]*>/g, " "));
}
