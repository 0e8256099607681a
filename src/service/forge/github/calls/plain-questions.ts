/**
 * GitHub asked once and plainly, for whoever wants to know how GitHub answers: nothing is tried again, remembered or waited
 * for, any status is an answer, and its headers are there to be read.
 */
import * as z from "zod/mini";
import { ForgeError } from "../../../ports/world-error.js";
import { guardedFetch, RefusedAnswer } from "./guarded-fetch.js";
import { oneLine } from "./one-line.js";

export interface PlainAnswer {
  readonly status: number;
  /** Null where there is none. */
  header(name: string): string | null;
  /** Parsed JSON; null where it is none. */
  readonly body: unknown;
  /** What GitHub says about it, in one line; empty where it says nothing. */
  readonly words: string;
  /** How far GitHub's clock is ahead of this machine's, to the second; null where it does not say. */
  readonly clockAheadMs: number | null;
}

/** `path` is below the API; `authorization` is a whole header. Fails with `ForgeError` where there is no answer. */
export type Ask = (
  path: string,
  authorization: string | null,
  method?: "GET" | "POST",
  body?: unknown,
) => Promise<PlainAnswer>;

export interface PlainOptions {
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly attemptMs: number;
}

const MOST_BYTES = 4 * 1024 * 1024;
const refusal = z.object({ message: z.string() });

export function plainQuestions({ apiUrl, userAgent, attemptMs }: PlainOptions): Ask {
  const fetched = guardedFetch({ attemptMs, mostBytes: MOST_BYTES });
  return async (path, authorization, method = "GET", body) => {
    const headers = {
      accept: "application/vnd.github+json",
      "user-agent": userAgent,
      "x-github-api-version": "2022-11-28",
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sentAt = Date.now();
    try {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetched(apiUrl + path, { method, headers, ...sent });
      const middle = (sentAt + Date.now()) / 2;
      return answerOf(response, await response.text(), middle);
    } catch (error) {
      throw new ForgeError(`${apiUrl} gives no usable answer: ${reasonOf(error)}`, true);
    }
  };
}

function answerOf(response: Response, text: string, now: number): PlainAnswer {
  const body = jsonIn(text);
  const read = refusal.safeParse(body);
  const date = Date.parse(response.headers.get("date") ?? "");
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body,
    words: read.success ? oneLine(read.data.message) : "",
    // The header tells whole seconds only.
    clockAheadMs: Number.isNaN(date) ? null : Math.round((date + 500 - now) / 1000) * 1000,
  };
}

function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error : new Error(String(error));
  const { cause } = reason;
  if (reason instanceof RefusedAnswer || !(cause instanceof Error)) return oneLine(reason.message);
  // Where several addresses were tried it has their code only.
  const code = "code" in cause ? String(cause.code) : "";
  return oneLine(cause.message === "" ? code : cause.message);
}
