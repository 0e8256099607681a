/** Reads from the forge's API. The token goes only to the event's server. */
import { readApiUrl } from "../client/api-url.js";
import { NotSentError } from "../client/errors.js";
import { readBody } from "../client/transport.js";
import type { Repository } from "../domain/repository.js";

const MOST_BYTES = 32 * 1024 * 1024;

export interface ForgeApi {
  /** For example `https://api.github.com`. */
  readonly url: string;
  readonly token: string | null;
  readonly repository: Repository;
  readonly signal: AbortSignal;
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

/** The JSON of `GET /repos/OWNER/NAME/path`. Throws `ForgeAnswer`, and the errors of JSON and of the network. */
export async function readForge(
  { url, token, repository, signal }: ForgeApi,
  path: string,
): Promise<unknown> {
  const address = readApiUrl(url);
  if (!address.ok) throw new NotSentError(`the address of its API: ${address.problem}`, false);
  const { owner, name } = repository;
  const request = {
    method: "GET",
    url: `${address.url}/repos/${owner}/${name}/${path}`,
    headers: {
      accept: "application/vnd.github+json",
      "user-agent": "merge-queue-action",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: null,
  } as const;
  // Loaded here because two chunks of the bundle read from the forge, and each would contain a copy.
  const { httpTransport } = await import("../client/transport.js");
  const reply = await httpTransport.send(request, signal);
  const body = await readBody(reply, MOST_BYTES);
  if (reply.status !== 200 || body.kind !== "whole") throw new ForgeAnswer(reply.status);
  const value: unknown = JSON.parse(Buffer.from(body.bytes).toString());
  return value;
}
