/** Parses bodies without holding up anyone else: a large one in a worker thread, one such body at a time. */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { InOrder } from "../rounds/in-order.js";
import { type PackedJson, type ParsedJson, parseJson, unpack } from "./parse-json.js";

/** Below this, parsing takes less than starting a thread. */
const SMALL_BYTES = 1024 * 1024;

/** The same file, as source under the tests and compiled in the service. */
const WORKER = new URL(`./parse-json${extname(import.meta.url)}`, import.meta.url);

const largeBodies = new InOrder();

/** A large body is moved out of `bytes`, which then has its buffer to itself. */
export async function parseBody(bytes: Uint8Array<ArrayBuffer>): Promise<ParsedJson> {
  if (bytes.byteLength <= SMALL_BYTES) return parseJson(bytes);
  return largeBodies.run("large", async () => parseInWorker(bytes));
}

/** Answers when the thread is gone. */
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
