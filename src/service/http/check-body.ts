/**
 * Turns the bytes of a body into a checked request. Clients that wait send the same bytes repeatedly, so results are
 * cached.
 */

import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { Memo } from "../../domain/memo.js";
import { InOrder } from "../work/in-order.js";
import { type Refusal, refused } from "./handlers/handler.js";
import type { Asked, Understand } from "./handlers/handlers.js";
import { type PackedJson, type ParsedJson, parseJson, unpack } from "./parse-json.js";

export type Understood = { readonly ok: true; readonly asked: Asked } | Refusal<"VALIDATION_FAILED">;

type Body = Uint8Array<ArrayBuffer>;

/** Longer bodies are uploads, which do not repeat. */
const MOST_BYTES = 1024;
const MOST_REMEMBERED = 4096;

/** Creates the cache of one endpoint. A large body's buffer is transferred, so the caller cannot use it afterwards. */
export function understandBody(understand: Understand): (bytes: Body) => Promise<Understood> {
  const known = new Memo<Understood>(MOST_REMEMBERED);
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

/** Below this size, parsing is faster than starting a thread. */
const SMALL_BYTES = 1024 * 1024;

/** The same file, as source in tests and compiled in the service. */
const WORKER = new URL(`./parse-json${extname(import.meta.url)}`, import.meta.url);

const largeBodies = new InOrder();

/** The buffer of a large body is transferred: `bytes` must have its buffer to itself. */
export async function parseBody(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedJson> {
  if (bytes.byteLength <= SMALL_BYTES) return parseJson(bytes);
  return largeBodies.run("large", async () => parseInWorker(bytes));
}

/** Resolves after the thread has ended. */
async function parseInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedJson> {
  const worker = new Worker(WORKER, { workerData: bytes, transferList: [bytes.buffer], env: {} });
  return new Promise((resolve, reject) => {
    let parsed: ParsedJson | null = null;
    worker.once("message", (packed: PackedJson) => {
      parsed = unpack(packed);
    });
    worker.once("error", reject);
    worker.once("exit", (code) => {
      if (parsed === null) reject(new Error(`the thread that parses a body ended with code ${code}`));
      else resolve(parsed);
    });
  });
}
