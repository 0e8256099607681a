/** Sends a request as it is, over connections that are kept, and tells how to send it again by hand. */
import { Agent, request as send } from "node:http";
import { text } from "node:stream/consumers";
import type { SeenAnswer } from "../answer-checker.js";
import type { FuzzedRequest } from "./fuzzed-requests.js";

export class HttpCalls {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(url: string) {
    this.#url = url;
  }

  /** A service may close a connection at the moment when it is used again, so the second time is on a new one. */
  async answerTo(request: FuzzedRequest): Promise<SeenAnswer> {
    try {
      return await this.#sent(request, this.#agent);
    } catch {
      return this.#sent(request, false);
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #sent({ method, path, headers, body }: FuzzedRequest, agent: Agent | false): Promise<SeenAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<SeenAnswer>();
    const { hostname: host, port } = new URL(this.#url);
    const bytes = body === null ? null : Buffer.from(body);
    const isCounted = bytes !== null && !("transfer-encoding" in headers);
    const all = isCounted ? { ...headers, "content-length": String(bytes.length) } : headers;
    const call = send({ host, port, method, path, headers: all, agent }, (response) => {
      const contentType = response.headers["content-type"] ?? null;
      const { statusCode: status = 0 } = response;
      text(response).then((answer) => resolve({ method, path, status, contentType, body: answer }), reject);
    });
    call.once("error", reject);
    call.end(bytes ?? undefined);
    return promise;
  }
}

/** One line for a shell. */
export function curlOf(url: string, { method, path, headers, body }: FuzzedRequest): string {
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const data = body === null ? [] : ["--data-binary", quoted(body)];
  return ["curl -i --path-as-is -X", method, ...sent, ...data, quoted(url + path)].join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
