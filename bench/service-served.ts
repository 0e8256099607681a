/**
 * The service under load, in a process of its own: API, loop and a real store, on a code host that never keeps anybody
 * waiting. Beside it the same HTTP library that answers a constant: at `/constant` to whatever comes, at `/received` once
 * the body is read. Told by MERGE_QUEUE_DATABASE_URL.
 */
import { Hono } from "hono";
import { queueId } from "../src/domain/ids.js";
import { systemClock } from "../src/service/app/open-work.js";
import { staticToken } from "../src/service/http/auth.js";
import { listen } from "../src/service/http/http-server.js";
import { createApi } from "../src/service/http/server.js";
import { SILENT_LOG } from "../src/service/ports/log.js";
import { QueueLoop } from "../src/service/queue/queue-loop.js";
import { databaseOf } from "../src/service/store/database.js";
import { openStore } from "../src/service/store/open-store.js";
import { StoreDispatch } from "../src/service/work/store-dispatch.js";
import { endlessForge, git, TOKEN } from "./service-world.js";

const database = databaseOf(process.env["MERGE_QUEUE_DATABASE_URL"] ?? "");
if (database === null) throw new Error("MERGE_QUEUE_DATABASE_URL: expected the database to serve");

const startedAt = performance.now();
const { store } = await openStore(database, "bench");
const queues = new QueueLoop({
  store,
  forge: endlessForge,
  git,
  clock: systemClock,
  log: SILENT_LOG,
  dispatch: new StoreDispatch({ store, clock: systemClock, log: SILENT_LOG, pollIntervalMs: 3_600_000 }),
  testBranchPrefix: "mq-merge/",
  newQueueId: () => queueId(crypto.randomUUID()),
});
await queues.start();
const api = createApi({
  queues,
  tokens: staticToken(TOKEN),
  log: SILENT_LOG,
  version: "1.0.0",
  testBranchPrefix: "mq-merge/",
  stateCase: "upper",
});
const door = await listen(api, { host: "127.0.0.1", port: 0 });
const startUpMs = performance.now() - startedAt;

const CONSTANT = { id: "0".repeat(36), state: "TESTING", title: "x".repeat(600) };
const constant = new Hono()
  .post("/constant", (c) => c.json(CONSTANT))
  .post("/received", async (c) => {
    await c.req.json();
    return c.json(CONSTANT);
  });
const beside = await listen(constant, { host: "127.0.0.1", port: 0 });

// Whoever measures may be stopped in the middle.
process.on("disconnect", () => process.exit());
process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  process.send?.({ heapBytes: heapUsed, rssBytes: rss });
});
process.send?.({ apiUrl: `${door.url}/v1`, besideUrl: beside.url, startUpMs });
