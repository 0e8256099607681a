/** The JSON of a request: declared as such, well-formed. What it means is for the schema to say. */
import type { ApiContext } from "./answer.js";
import { type Refusal, refused } from "./handler.js";
import { parseBody } from "./parse-body.js";

export type BodyOutcome = { readonly ok: true; readonly value: unknown } | Refusal<"VALIDATION_FAILED">;

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

/** A large body is moved out of `bytes`. */
export async function readJson(bytes: ArrayBuffer): Promise<BodyOutcome> {
  if (bytes.byteLength === 0)
    return refused("VALIDATION_FAILED", "the body is empty: expected a JSON object");
  const parsed = await parseBody(bytes);
  return parsed.ok ? parsed : refused("VALIDATION_FAILED", parsed.problem);
}
