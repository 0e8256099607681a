/** Sends one request to GitHub through Octokit, without retries. Any status is an answer. */
import { Octokit } from "@octokit/core";
import * as z from "zod/mini";
import { CAME_FROM, RefusedAnswer } from "./guarded-fetch.js";

export type AnswerHeaders = Readonly<Record<string, string | number | undefined>>;

export interface Answer {
  /** 0: no answer; `data` is the error. */
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Parsed JSON, or text if the body is not JSON. */
  readonly data: unknown;
}

/** GitHub redirects requests with a former name of a repository to its id. */
export function wasMoved({ headers }: Answer): boolean {
  return /\/repositories\/\d+\//.test(String(headers[CAME_FROM]));
}

/** Values for the `{names}` of a route; the other values form the query or the body. */
export type Values = Readonly<Record<string, unknown>>;

export interface Wire {
  /** `route` has the form `GET /user`. Never throws. */
  ask(
    route: string,
    values: Values,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Answer>;
  addressOf(route: string, values: Values): string;
}

export interface WireOptions {
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly fetch: typeof fetch;
}

const VERSION = { "x-github-api-version": "2022-11-28" };
const nothing = () => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Octokit's error for a status outside 200 to 299; without `response` there was no answer. */
const answered = z.object({
  status: z.number(),
  response: z.object({
    headers: z.record(z.string(), z.optional(z.union([z.string(), z.number()]))),
    data: z.unknown(),
  }),
});
/** GraphQL answers with 200 even for internal errors of GitHub. */
const failedQuery = z.object({
  errors: z.array(z.object({ message: z.string().check(z.regex(/^Something went wrong while executing/)) })),
});

export function openWire({ apiUrl, userAgent, fetch }: WireOptions): Wire {
  const octokit = new Octokit({ baseUrl: apiUrl, userAgent, log: SILENT, request: { fetch, log: SILENT } });
  return {
    addressOf: (route, values) => octokit.request.endpoint(route, values).url,
    async ask(route, values, headers, signal) {
      try {
        const asked = { ...values, headers: { ...VERSION, ...headers }, request: { signal } };
        const answer: Answer = await octokit.request(route, asked);
        return failedQuery.safeParse(answer.data).success ? { ...answer, status: 502 } : answer;
      } catch (error) {
        const read = answered.safeParse(error);
        if (read.success) return { status: read.data.status, ...read.data.response };
        const refused = error instanceof Error && error.cause instanceof RefusedAnswer ? error.cause : error;
        return { status: 0, headers: {}, data: signal.aborted ? signal.reason : refused };
      }
    },
  };
}
