/**
 * One HTTP request on a new connection: no redirect is followed, no proxy is used, and the answer is read up to a limit.
 */
import {
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { request as httpsRequest } from "node:https";

export interface HttpRequest extends Pick<RequestOptions, "method" | "headers" | "lookup"> {
  readonly body?: string;
  /** Ends the request; an answer that has begun is then returned as far as it was read. */
  readonly signal: AbortSignal;
  /** The rest of the answer is not read. */
  readonly mostBytes: number;
  /** Limit for the connection alone. */
  readonly connectTimeoutMs?: number;
  /** false: any certificate will do, so the request must contain no secret. */
  readonly rejectUnauthorized?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Throws when there is no answer. */
export async function sendHttp(url: URL, request: HttpRequest): Promise<HttpAnswer> {
  const { body = "", mostBytes, connectTimeoutMs, ...options } = request;
  const response = await respond(url, body, connectTimeoutMs, options);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, text: await beginningOf(response, mostBytes, request.signal) };
}

function respond(
  url: URL,
  body: string,
  connectTimeoutMs: number | undefined,
  options: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === "https:";
    // A separate agent: it reuses no connection that was opened for another receiver.
    const sent = (isTls ? httpsRequest : httpRequest)(url, { ...options, agent: false }, resolve);
    sent.on("error", reject);
    if (connectTimeoutMs !== undefined) {
      const slow = setTimeout(() => {
        sent.destroy(new Error(`no connection within ${connectTimeoutMs / 1000} seconds`));
      }, connectTimeoutMs);
      sent.on("socket", (socket) => {
        socket.once(isTls ? "secureConnect" : "connect", () => clearTimeout(slow));
      });
      sent.on("close", () => clearTimeout(slow));
    }
    sent.end(body);
  });
}

/** The status is already known: an error in the body is no failure, and the connection ends here. */
async function beginningOf(
  response: IncomingMessage,
  mostBytes: number,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const parts: AsyncIterable<unknown> = response;
    for await (const part of parts) {
      if (!(part instanceof Uint8Array)) continue;
      chunks.push(Buffer.from(part));
      bytes += part.length;
      if (bytes >= mostBytes || signal.aborted) break;
    }
  } catch {
    // Cut off, or too slow.
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).toString("utf8");
}
