/**
 * Reads GitHub's API with the client of the Actions toolkit. Our own transport sends its requests and adds what that
 * client lacks: a deadline, a limit on the answer, and no redirect that would carry the token to another server.
 */
import { readApiUrl } from "../client/api-url.js";
import { NotSentError } from "../client/errors.js";
import { readBody } from "../client/transport.js";
import type { Repository } from "../domain/repository.js";
import { errorText } from "../domain/thrown.js";

const MOST_BYTES = 32 * 1024 * 1024;

export interface ForgeApi {
  /** For example `https://api.github.com`. */
  readonly url: string;
  readonly token: string | null;
  readonly repository: Repository;
  readonly signal: AbortSignal;
}

/** The answers are unchecked: a proxy or another server may send anything. */
export interface GitHubApi {
  pullRequest(number: number): Promise<unknown>;
  /** `page` counts from 1. */
  changedFiles(number: number, page: number, perPage: number): Promise<unknown>;
}

/** The forge answered with an unexpected status or body. */
export class ForgeAnswer extends Error {
  override readonly name = "ForgeAnswer";
  readonly status: number;

  constructor(status: number) {
    super(`the forge answered ${status}`);
    this.status = status;
  }
}

/** Its methods throw `ForgeAnswer`, `SyntaxError` for an answer that is not JSON, and the errors of the network. */
export async function openGitHubApi({ url, token, repository, signal }: ForgeApi): Promise<GitHubApi> {
  const address = readApiUrl(url);
  if (!address.ok) throw new NotSentError(`the address of its API: ${address.problem}`, false);
  const GitHub = await loadClient();
  const { pulls } = new GitHub({
    baseUrl: address.url,
    userAgent: "merge-queue-action",
    ...(token !== null && { auth: token }),
    request: { fetch: (to: string, init: RequestInit) => fetchJson(to, init, signal) },
  }).rest;
  const { owner, name: repo } = repository;
  return {
    pullRequest: async (number) => dataOf(pulls.get({ owner, repo, pull_number: number })),
    changedFiles: async (number, page, perPage) =>
      dataOf(pulls.listFiles({ owner, repo, pull_number: number, page, per_page: perPage })),
  };
}

/** Loaded on demand because few steps need it. The library reads the event's file while it loads, and throws if it is damaged. */
async function loadClient() {
  try {
    const { GitHub } = await import("@actions/github/lib/utils");
    return GitHub;
  } catch (error) {
    throw new NotSentError(`its client did not load: ${errorText(error)}`, false, { cause: error });
  }
}

async function fetchJson(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const { httpTransport } = await import("../client/transport.js");
  const headers = Object.fromEntries(new Headers(init.headers));
  const reply = await httpTransport.send({ method: "GET", url, headers, body: null }, signal);
  const body = await readBody(reply, MOST_BYTES);
  if (reply.status !== 200 || body.kind !== "whole") throw new ForgeAnswer(reply.status);
  return new Response(new Uint8Array(body.bytes), { headers: { "content-type": "application/json" } });
}

/** The client wraps the errors of its fetch, and returns an answer that is not JSON as text. */
async function dataOf(answer: Promise<{ readonly data: unknown }>): Promise<unknown> {
  try {
    const { data } = await answer;
    if (typeof data === "string") throw new SyntaxError("the answer is not JSON");
    return data;
  } catch (error) {
    throw error instanceof Error && error.name === "HttpError" && error.cause !== undefined
      ? error.cause
      : error;
  }
}
