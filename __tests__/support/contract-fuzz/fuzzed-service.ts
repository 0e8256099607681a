/**
 * A whole service but for git and the code host, in a process of its own: the API, the loop, and a SQLite store in the
 * folder that is named. Tells its address, and on request how large its heap is after a collection.
 */
import { join } from "node:path";
import { commitId, queueId } from "../../../src/domain/ids.js";
import { systemClock } from "../../../src/service/app/open-work.js";
import { staticToken } from "../../../src/service/http/auth.js";
import { listen } from "../../../src/service/http/http-server.js";
import { createApi } from "../../../src/service/http/server.js";
import { QueueLoop } from "../../../src/service/queue/queue-loop.js";
import { StoreDispatch } from "../../../src/service/work/store-dispatch.js";
import { FakeForge } from "../fake-forge.js";
import { openPullRequest } from "../open-pull-request.js";
import { openSqliteStore } from "../open-sqlite-store.js";
import { BRANCHES, PULL_REQUESTS, REPOSITORY, TOKEN } from "./fuzzed-world.js";
import { instantGit, sha1 } from "./instant-git.js";

const folder = process.argv[2] ?? "";
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) => console.error(message, JSON.stringify(fields)),
};
const store = await openSqliteStore({ path: join(folder, "fuzz.sqlite"), engine: "fuzz" });
/** One run in three waits for ever, and one in three fails. */
const forge = new FakeForge({
  script: ({ commit }) =>
    (["success", "failure", null] as const)[Number.parseInt(commit.slice(0, 8), 16) % 3] ?? null,
});
forge.addRepository(REPOSITORY);
for (const branch of BRANCHES) forge.setBranch(REPOSITORY, branch, commitId(sha1(branch)));
for (let number = 1; number <= PULL_REQUESTS; number += 1) {
  const facts = openPullRequest(number, commitId(sha1(`head ${number}`)));
  const draft = number % 7 === 0;
  const state = number % 11 === 0 ? "closed" : "open";
  forge.setPullRequest(REPOSITORY, { ...facts, draft, state, title: `Change ${number} \u202e<b>"` });
}
let made = 0;
const queues = new QueueLoop({
  store,
  forge,
  git: instantGit,
  clock: systemClock,
  log,
  dispatch: new StoreDispatch({ store, clock: systemClock, log, pollIntervalMs: 3_600_000 }),
  testBranchPrefix: "mq-merge/",
  newQueueId: () => queueId(`00000000-0000-4000-8000-${String(++made).padStart(12, "0")}`),
});
await queues.start();
for (const targetBranch of BRANCHES.slice(0, 2)) {
  await queues.create({ repository: REPOSITORY, targetBranch }, { concurrency: 5 });
}
const api = createApi({
  queues,
  tokens: staticToken(TOKEN),
  log,
  version: "1.0.0",
  testBranchPrefix: "mq-merge/",
  stateCase: "upper",
  trustedProxies: ["127.0.0.1"],
});
const door = await listen(api, { host: "127.0.0.1", port: 0 });
// Whoever asks may be stopped in the middle.
process.on("disconnect", () => process.exit());
process.on("message", () => {
  if (globalThis.gc === undefined) throw new Error("started without --expose-gc");
  globalThis.gc();
  process.send?.({ heapBytes: process.memoryUsage().heapUsed });
});
process.send?.({ url: door.url });
