/** Describes a failed call: its name, the cause and the next step. The text never contains secrets. */
import * as z from "zod/mini";
import { type Repository, repositoryName } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import { withoutTokens } from "../../../domain/without-tokens.js";
import { shortened } from "../../../domain/words.js";
import { archivedBy } from "../../git/archived.js";
import { ForgeError, RepositoryUnavailable, type WorldError } from "../../ports/world-error.js";
import { RefusedAnswer } from "./guarded-fetch.js";
import type { Answer, AnswerHeaders } from "./one-request.js";

export const BELOW_REPOSITORY = "/repos/{owner}/{repo}";

export function belowRepository(repository: Repository, method: string, route: string): Call {
  return { repository, method, route: BELOW_REPOSITORY + route };
}

export interface Call {
  readonly repository: Repository;
  readonly method: string;
  /** With placeholders, such as `/pulls/{number}`. */
  readonly route: string;
}

const refusal = z.object({ message: z.string(), errors: z.optional(z.unknown()) });
const text = z.catch(z.optional(z.string()), undefined);
const detail = z.object({ resource: text, field: text, code: text, message: text });
/** GraphQL reports a limit with 200. */
const limitedQuery = z.object({ errors: z.array(z.object({ type: z.optional(z.string()) })) });

const MOST_DETAILS = 10;
/** Used if GitHub names no time: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const SECONDARY_LIMIT_SECONDS = 60;

/** How long to wait for a rate limit to end; null: the answer does not report a limit. A 403 may report one too. */
export function limitMs({ status, headers, data }: Answer): number | null {
  const words = status === 403 || status === 429 ? wordsOf(data) : "";
  const errors = status === 200 ? (limitedQuery.safeParse(data).data?.errors ?? []) : [];
  const isOfQueries = errors.some(({ type }) => type === "RATE_LIMITED");
  const isNoneLeft = headers["x-ratelimit-remaining"] === "0";
  const isRefused = isNoneLeft || headers["retry-after"] !== undefined || /\brate limit\b/i.test(words);
  if (!isOfQueries && status !== 429 && (status !== 403 || !isRefused)) return null;
  if (isOfQueries || (isNoneLeft && !/\bsecondary rate\b/i.test(words))) {
    const resetAt = Number(headers["x-ratelimit-reset"]) || 0;
    // A reset time in the past means that the limit has ended.
    if (resetAt > 0) return Math.max(Math.ceil(resetAt - Date.now() / 1000) + 1, 0) * 1000;
  }
  const seconds = Number(headers["retry-after"]);
  return (seconds > 0 ? seconds : SECONDARY_LIMIT_SECONDS) * 1000;
}

export interface Circumstances {
  /** Remaining time of a rate limit. */
  readonly waitMs: number;
  /** Retrying may succeed, although the status is that of a permanent failure. */
  readonly isTransient: boolean;
}

export function callFailure(answer: Answer, call: Call, { waitMs, isTransient }: Circumstances): WorldError {
  const { status, data } = answer;
  const unavailable = status === 403 ? unavailableBy(wordsOf(data), call.repository) : null;
  if (unavailable !== null) return unavailable;
  if (status === 0) return noAnswer(data, `GitHub gave no usable answer to ${nameOf(call)}`);
  const isLimit = limitMs(answer) !== null;
  const words = wordsOf(data);
  const cause = words === "" ? "" : `: ${words}`;
  const next = isLimit ? " (a rate limit of GitHub; the service retries later)" : advice(answer);
  const retryable = isTransient || isLimit || status >= 500 || status === 408;
  return new ForgeError(`GitHub answered ${nameOf(call)} with ${status}${cause}${next}`, retryable, {
    waitMs,
  });
}

function unavailableBy(words: string, repository: Repository): RepositoryUnavailable | null {
  if (/\binstallation has been suspended\b/i.test(words)) return suspended(repository);
  return archivedBy(words, repositoryName(repository));
}

export function suspended({ owner }: Repository): RepositoryUnavailable {
  const text = `the installation of the GitHub App on ${owner} is suspended: an owner of ${owner} can unsuspend it in the settings of the installation`;
  return new RepositoryUnavailable("suspended", text);
}

export function nameOf({ repository, method, route }: Call): string {
  const below = route.replace(BELOW_REPOSITORY, "");
  return `${method} ${below === "" ? "/" : below} of ${repositoryName(repository)}`;
}

export function noAnswer(error: unknown, what: string): WorldError {
  if (error instanceof ForgeError || error instanceof RepositoryUnavailable) return error;
  return new ForgeError(`${what}: ${reasonOf(error)}`, !(error instanceof RefusedAnswer));
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return oneLine(errorText(error));
}

/** The error message in an answer, on one line; empty: none. */
export function wordsOf(body: unknown): string {
  if (typeof body === "string") return oneLineOfPage(body);
  const read = refusal.safeParse(body);
  if (!read.success) return "";
  const { message, errors } = read.data;
  const details = Array.isArray(errors) ? errors.slice(0, MOST_DETAILS).map(detailOf) : [];
  const reasons = details.filter((words) => words !== "").join("; ");
  return oneLine(reasons === "" ? message : `${message} (${reasons})`);
}

/** Reads only known fields: others may be nested to any depth. */
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
      return " (GitHub rejected the token, or the App's id and private key: replace them if they expired or were revoked)";
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
/** Input limit before the patterns run: an answer may have millions of characters. Leaves room for what they remove. */
const MOST_SEEN = 4000;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\s]+/gu;

/** GitHub's text on one short line, without control characters, text-direction marks and possible tokens. */
export function oneLine(text: string): string {
  const cleaned = withoutTokens(text.slice(0, MOST_SEEN).replace(UNPRINTABLE, " ")).trim();
  return shortened(cleaned, MOST_CHARACTERS);
}

/** For HTML error pages of a proxy. */
function oneLineOfPage(page: string): string {
  return oneLine(page.slice(0, MOST_SEEN).replace(/<[^<>]*>/g, " "));
}

/** Nothing of another repository must count for this one. */
export function anotherRepository(repository: Repository, known: number, found: number): ForgeError {
  const name = repositoryName(repository);
  return new ForgeError(
    `${name} is another repository on GitHub than before: its id is ${found}, and was ${known}. If the earlier one was ` +
      "renamed, GitHub reports its new name with the next webhook; if it was deleted, delete its queues and restart the service",
    false,
  );
}

export function refuseWhileQuiet(call: Call, waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  const words = `${nameOf(call)} was not sent: GitHub's rate limit is exceeded for another ${seconds} s`;
  throw new ForgeError(words, true, { waitMs });
}

export function tooLate(call: Call, callMs: number, isSent: boolean): ForgeError {
  const within = `within ${callMs / 1000} s`;
  return new ForgeError(
    isSent
      ? `GitHub did not answer ${nameOf(call)} ${within}`
      : `${nameOf(call)} was not sent ${within}: earlier calls took too long`,
    true,
  );
}

/** In a path, these values would address another resource than the route names. */
const NOTHING: readonly unknown[] = ["", ".", "..", undefined, null];

export function namesNothing(route: string, parameters: Readonly<Record<string, unknown>>): boolean {
  return [...route.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => NOTHING.includes(parameters[name]));
}
