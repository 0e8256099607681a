/** What is said to a client whose bytes are no request that can be read: too slow, too much, or no HTTP. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { REFUSALS, type RefusalCode } from "../../contract/refusals.js";

const LAST_WORD_MS = 500;

const WORDS = {
  HEADERS_TOO_LARGE: ["Request Header Fields Too Large", "the request has more header than is read"],
  REQUEST_TIMEOUT: ["Request Timeout", "the request did not arrive in time"],
  PAYLOAD_TOO_LARGE: ["Payload Too Large", "the chunks of the body say more of themselves than is read"],
  VALIDATION_FAILED: ["Bad Request", "what was sent is not a request in HTTP/1.1"],
} as const satisfies Partial<Record<RefusalCode, readonly [string, string]>>;

/** Then hangs up. On a connection whose answer is on its way already, it only hangs up. */
export function answerBrokenRequests(server: Server): void {
  const newest = new WeakMap<Duplex, ServerResponse>();
  for (const event of ["request", "checkContinue"] as const) {
    server.prependListener(event, (incoming: IncomingMessage, outgoing: ServerResponse) =>
      newest.set(incoming.socket, outgoing),
    );
  }
  server.on("clientError", (error, socket) => {
    const answer = newest.get(socket);
    const isAnswering = answer !== undefined && answer.headersSent && !answer.writableFinished;
    if (!socket.writable || isAnswering) return void socket.destroy();
    socket.end(textOf(codeOf(error)));
    // Hung up on at once, a client that is still sending would lose what it was told.
    setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
  });
}

function codeOf(error: Error): keyof typeof WORDS {
  switch ("code" in error ? error.code : null) {
    case "HPE_HEADER_OVERFLOW":
      return "HEADERS_TOO_LARGE";
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return "PAYLOAD_TOO_LARGE";
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "REQUEST_TIMEOUT";
    default:
      return "VALIDATION_FAILED";
  }
}

function textOf(code: keyof typeof WORDS): string {
  const [reason, message] = WORDS[code];
  const body = JSON.stringify({ error: { code, message } });
  return [
    `HTTP/1.1 ${REFUSALS[code].status} ${reason}`,
    "Connection: close",
    "Cache-Control: no-store",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    "",
    body,
  ].join("\r\n");
}
