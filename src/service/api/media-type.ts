/** Whether a body is declared to be JSON. */
import type { ApiContext } from "./answer.js";
import { type Refusal, refused } from "./handler.js";

const JSON_MEDIA_TYPE = /^application\/(?:[\w.+-]+\+)?json[\t ]*(?:;|$)/i;

/** Judged by the headers alone, before a byte of the body is read. */
export function mediaTypeRefusal(c: ApiContext): Refusal<"UNSUPPORTED_MEDIA_TYPE"> | null {
  const encoding = c.req.header("content-encoding");
  if (encoding && encoding.toLowerCase() !== "identity") {
    return refused("UNSUPPORTED_MEDIA_TYPE", "expected a body without Content-Encoding");
  }
  if (JSON_MEDIA_TYPE.test(c.req.header("content-type") ?? "")) return null;
  return refused("UNSUPPORTED_MEDIA_TYPE", "expected the header Content-Type: application/json");
}
