/**
 * Requests of every kind at a whole service: each is answered as the OpenAPI document says, none of them fails it, and
 * its memory does not grow. More of them, or others: CONTRACT_FUZZ_REQUESTS=100000 CONTRACT_FUZZ_SEED=7.
 */
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import fc from "fast-check";
import { type AnswerChecker, answerChecker } from "../support/answer-checker.js";
import { type FuzzedRequest, fuzzedRequests } from "../support/contract-fuzz/fuzzed-requests.js";
import { TOKEN } from "../support/contract-fuzz/fuzzed-world.js";
import { curlOf, HttpCalls } from "../support/contract-fuzz/http-call.js";
import { problemOfReplies, rawBytes, repliesTo } from "../support/contract-fuzz/raw-bytes.js";
import { ServiceProcess } from "../support/contract-fuzz/service-process.js";
import { isJsonObject } from "../support/json-object.js";
import { countOf } from "../support/test-size.js";

const REQUESTS = countOf("CONTRACT_FUZZ_REQUESTS", { reduced: 1000, share: 2000, all: 4000, full: 150_000 });
const SEED = Number(process.env["CONTRACT_FUZZ_SEED"] ?? 1);

/** Drawn at once; the seed of each batch is its own, so that a failure is drawn again without those before. */
const BATCH = 500;
const RAW_PER_BATCH = 15;
const AT_ONCE = 8;
const RAW_PATIENCE_MS = 10_000;

/**
 * What a heap may differ by after a collection without anything being kept: what is under way in three queues of at
 * most forty entries, statements that are prepared late, code that is compiled anew. A leak of 200 bytes per request
 * is 10 MB in half of 100,000.
 */
const HEAP_TOLERANCE_BYTES = 6 * 1024 * 1024;

jest.setTimeout(60_000 + REQUESTS * 20);

let service: ServiceProcess;
let calls: HttpCalls;
let check: AnswerChecker;
let requests: fc.Arbitrary<FuzzedRequest>;

beforeAll(async () => {
  service = await ServiceProcess.start();
  calls = new HttpCalls(service.url);
  const document: unknown = await (await fetch(`${service.url}/openapi.json`)).json();
  if (!isJsonObject(document)) throw new Error("the document is no object");
  check = answerChecker(document);
  requests = fuzzedRequests(document);
});

afterAll(async () => {
  calls.close();
  await service.stop();
});

const statuses = new Map<number, number>();

async function tryRequest(request: FuzzedRequest, where: string): Promise<void> {
  const answer = await calls.answerTo(request).catch((error: unknown) => {
    throw new Error(
      `${where}: no answer (${String(error)})\n${curlOf(service.url, request)}\n${service.complaints}`,
    );
  });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  const problem = answer.status >= 500 ? `${answer.body}\n${service.complaints}` : check(answer);
  if (problem !== null) throw new Error(`${where}: ${problem}\n${curlOf(service.url, request)}`);
}

async function tryBytes(bytes: Buffer, where: string): Promise<void> {
  const problem = problemOfReplies(await repliesTo(service.url, bytes, RAW_PATIENCE_MS));
  const again = `echo ${bytes.toString("base64")} | base64 -d | nc -N ${new URL(service.url).host.replace(":", " ")}`;
  if (problem !== null) throw new Error(`${where}: ${problem}\n${again}`);
}

/** Half of them may be under way while the other half is being answered. */
async function eachOf<Item>(items: readonly Item[], act: (item: Item, index: number) => Promise<void>) {
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) await act(item, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function tryBatch(batch: number): Promise<void> {
  const seed = SEED * 1_000_000 + batch;
  const where = (kind: string, index: number) =>
    `CONTRACT_FUZZ_SEED=${SEED}, batch ${batch}, ${kind} ${index}`;
  const numRuns = Math.min(BATCH, REQUESTS - batch * BATCH);
  const drawn = fc.sample(requests, { numRuns: numRuns - RAW_PER_BATCH, seed });
  await eachOf(drawn, async (request, index) => tryRequest(request, where("request", index)));
  const bytes = fc.sample(rawBytes, { numRuns: RAW_PER_BATCH, seed });
  await eachOf(bytes, async (some, index) => tryBytes(some, where("bytes", index)));
  if (service.hasEnded)
    throw new Error(`${where("after request", numRuns)}: the service ended\n${service.complaints}`);
}

describe("a service that is asked anything", () => {
  it(`answers ${REQUESTS} requests as its document says, fails none, and keeps nothing of them`, async () => {
    const batches = Math.ceil(REQUESTS / BATCH);
    let halfway = 0;
    for (let batch = 0; batch < batches; batch += 1) {
      await tryBatch(batch);
      if (batch === Math.floor(batches / 2)) halfway = await service.heapBytes();
    }
    const grown = (await service.heapBytes()) - halfway;
    if (process.env["CONTRACT_FUZZ_TELL"] !== undefined) {
      console.log(`grown by ${grown} from ${halfway}`, Object.fromEntries(statuses));
    }
    expect(grown).toBeLessThan(HEAP_TOLERANCE_BYTES);
    // Otherwise it was asked nothing but nonsense.
    for (const status of [200, 400, 401, 404, 405, 409, 415]) expect(statuses.get(status)).toBeGreaterThan(0);
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 20);
  });

  /** Asked every time: whatever is found is added here. */
  it.each<[string, FuzzedRequest, number]>([
    [
      "a body of one null",
      {
        method: "POST",
        path: "/v1/getQueue",
        // From where nobody has shown wrong tokens just now.
        headers: {
          "content-type": "application/json",
          "x-api-token": TOKEN,
          "x-forwarded-for": "198.51.100.7",
        },
        body: "null",
      },
      400,
    ],
  ])("answers %s", async (_what, request, status) => {
    const answer = await calls.answerTo(request);
    expect({ status: answer.status, problem: check(answer) }).toEqual({ status, problem: null });
  });
});
