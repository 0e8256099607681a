/** What a dry run says of a request that it does not send: where it would go, how large it is, and how it begins. */
import { createHash } from "node:crypto";
import { ENDPOINT_FACTS } from "../contract/endpoint-facts.js";
import type { PlannedRequest } from "./operation.js";

const MOST_SHOWN_BYTES = 1000;

export function plannedInWords(apiUrl: string, { endpoint, body }: PlannedRequest): string {
  const { method } = ENDPOINT_FACTS[endpoint];
  const bytes = body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const digest = createHash("sha256").update(bytes).digest("hex");
  const beginning = Buffer.from(bytes.subarray(0, MOST_SHOWN_BYTES)).toString();
  const more = bytes.byteLength > MOST_SHOWN_BYTES ? "…" : "";
  const carrier = method === "GET" ? "as its query" : `${bytes.byteLength} bytes, SHA-256 ${digest}`;
  return `Would send ${method} ${apiUrl}/${endpoint} (${carrier}): ${beginning}${more}`;
}
