/** Around each single request: the token that it shows, what is remembered of its answer, and counting it. */
import { setTimeout } from "node:timers/promises";
import type { Repository } from "../../../../domain/repository.js";
import type { AnswerMemory } from "./answer-memory.js";
import { failureOf } from "./call-failure.js";
import { PER_PAGE } from "./call-limits.js";
import type { Credentials } from "./credentials.js";
import type { Attempt, AttemptAnswer } from "./octokit-client.js";

type Request = (headers: Readonly<Record<string, string>>) => Promise<AttemptAnswer>;

/** `remaining`: what the limit of the token leaves, where GitHub says so. */
export type OnRequest = (
  method: string,
  route: string,
  status: number,
  seconds: number,
  remaining: number | null,
) => void;

const MOST_WAITS = 5;

export class Attempts {
  readonly #credentials: Credentials;
  readonly #memory: AnswerMemory;
  readonly #onRequest: OnRequest;
  readonly #pauseMs: number;

  /** `pauseMs`: before a token is shown again that is too new to be known. */
  constructor(credentials: Credentials, memory: AnswerMemory, onRequest: OnRequest, pauseMs: number) {
    this.#credentials = credentials;
    this.#memory = memory;
    this.#onRequest = onRequest;
    this.#pauseMs = pauseMs;
  }

  async make(repository: Repository, attempt: Attempt, request: Request): Promise<AttemptAnswer> {
    // The App's own calls are signed already.
    if (attempt.headers["authorization"] !== undefined) return await this.#counted(attempt, request, {});
    for (const mayBeReplaced of [true, false]) {
      const token = await this.#credentials.token(repository);
      try {
        return await this.#untilKnown(repository, attempt, token, request);
      } catch (error) {
        if (failureOf(error)?.status !== 401) throw error;
        if (!this.#credentials.turnedDown(repository, token) || !mayBeReplaced) throw error;
      }
    }
    throw new Error("a token that was replaced once is not replaced again");
  }

  async #untilKnown(
    repository: Repository,
    attempt: Attempt,
    token: string,
    request: Request,
  ): Promise<AttemptAnswer> {
    for (let waits = 0; ; waits += 1) {
      try {
        return await this.#remembering(attempt, token, request);
      } catch (error) {
        const isUnknown = failureOf(error)?.status === 401 && this.#credentials.isFresh(repository, token);
        if (!isUnknown || waits >= MOST_WAITS) throw error;
      }
      await setTimeout(this.#pauseMs);
    }
  }

  async #remembering(attempt: Attempt, token: string, request: Request): Promise<AttemptAnswer> {
    const authorization = `token ${token}`;
    if (attempt.method !== "GET") return await this.#counted(attempt, request, { authorization });
    const known = this.#memory.recall(attempt.address);
    const condition = known === undefined ? {} : { "if-none-match": known.etag };
    try {
      const answer = await this.#counted(attempt, request, { authorization, ...condition });
      const { etag, link } = answer.headers;
      const more = typeof link === "string" ? link : "";
      if (typeof etag !== "string" || mayGrow(answer.data, more)) this.#memory.forget(attempt.address);
      else this.#memory.keep(attempt.address, { etag, body: answer.data, link: more });
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      if (known === undefined || failure?.status !== 304) throw error;
      const { etag, body, bytes } = known;
      const link = failure.headers["link"] ?? known.link;
      return { status: 200, headers: { etag, link, "content-length": bytes }, data: body };
    }
  }

  async #counted(
    { method, route, headers: own }: Attempt,
    request: Request,
    headers: Readonly<Record<string, string>>,
  ): Promise<AttemptAnswer> {
    const startedAt = performance.now();
    // What an App signs itself counts against another limit.
    const isOfToken = own["authorization"] === undefined;
    const count = (status: number, told: AttemptAnswer["headers"] = {}) => {
      const seconds = (performance.now() - startedAt) / 1000;
      this.#onRequest(method, route, status, seconds, isOfToken ? remainingIn(told) : null);
    };
    try {
      const answer = await request(headers);
      count(answer.status, answer.headers);
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      count(failure?.status ?? 0, failure?.headers);
      throw error;
    }
  }
}

function remainingIn({ "x-ratelimit-remaining": told }: AttemptAnswer["headers"]): number | null {
  return /^\d{1,9}$/.test(String(told)) ? Number(told) : null;
}

/** A full page is the same when another comes after it, and "not changed" need not tell of that one. */
function mayGrow(body: unknown, link: string): boolean {
  if (/\brel="next"/.test(link) || typeof body !== "object" || body === null) return false;
  const lists = Array.isArray(body) ? [body] : Object.values(body).filter(Array.isArray);
  return lists.some(({ length }) => length >= PER_PAGE);
}
