/** From the bytes of a body to what they ask for. Clients that wait send the same bytes again and again. */
import { type Refusal, refused } from "./handler.js";
import type { Asked, Understand } from "./handlers.js";
import { parseBody } from "./parse-body.js";
import { Remembered } from "./remembered.js";

export type Understood = { readonly ok: true; readonly asked: Asked } | Refusal<"VALIDATION_FAILED">;

type Body = Uint8Array<ArrayBuffer>;

/** Longer ones are uploads, which do not repeat. */
const MOST_BYTES = 1024;
const MOST_REMEMBERED = 4096;

/** For one endpoint. A large body is moved out of `bytes`. */
export function understandBody(understand: Understand): (bytes: Body) => Promise<Understood> {
  const known = new Remembered<string, Understood>(MOST_REMEMBERED);
  return async (bytes) => {
    if (bytes.byteLength > MOST_BYTES) return understood(bytes, understand);
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const before = known.get(key);
    if (before !== undefined) return before;
    const now = await understood(bytes, understand);
    if (now.ok) known.set(key, now);
    return now;
  };
}

async function understood(bytes: Body, understand: Understand): Promise<Understood> {
  if (bytes.byteLength === 0)
    return refused("VALIDATION_FAILED", "the body is empty: expected a JSON object");
  const parsed = await parseBody(bytes);
  return parsed.ok ? understand(parsed.value) : refused("VALIDATION_FAILED", parsed.problem);
}
