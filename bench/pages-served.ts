/**
 * The service with its pages and a queue of a thousand entries, in a process of its own. Beside them a bare page: the same
 * rows as a table without styles, followed through the same stream of events. Named by MERGE_QUEUE_DATABASE_URL. Answers
 * each message with the processor time it has used.
 */
import { html, raw } from "hono/html";
import { queueId } from "../src/domain/ids.js";
import type { QueueName } from "../src/domain/queue-name.js";
import { systemClock } from "../src/service/app/open-work.js";
import { readAssets } from "../src/service/dashboard/assets/serve-assets.js";
import { EventStreams } from "../src/service/dashboard/live/event-streams.js";
import { pages } from "../src/service/dashboard/pages.js";
import { staticToken } from "../src/service/http/auth.js";
import { listen } from "../src/service/http/http-server.js";
import { createApi } from "../src/service/http/server.js";
import { SILENT_LOG } from "../src/service/ports/log.js";
import { QueueLoop } from "../src/service/queue/queue-loop.js";
import { databaseOf } from "../src/service/store/database.js";
import { openStore } from "../src/service/store/open-store.js";
import { SqlPageSessionStore } from "../src/service/store/sql/sql-page-session-store.js";
import { StoreDispatch } from "../src/service/work/store-dispatch.js";
import { answerUsage } from "./processor-usage.js";
import { nameOf } from "./service-stored.js";
import { endlessForge, git, TOKEN } from "./service-world.js";

const database = databaseOf(process.env["MERGE_QUEUE_DATABASE_URL"] ?? "");
if (database === null) throw new Error("MERGE_QUEUE_DATABASE_URL: expected the database to serve");

const { store, db } = await openStore(database, "bench");
const followers: ((name: QueueName) => void)[] = [];
const queues = new QueueLoop({
  ...{ store, git, forge: endlessForge, clock: systemClock, log: SILENT_LOG },
  dispatch: new StoreDispatch({ store, clock: systemClock, log: SILENT_LOG, pollIntervalMs: 3_600_000 }),
  testBranchPrefix: "mq-merge/",
  newQueueId: () => queueId(crypto.randomUUID()),
  onDecision: (name) => {
    for (const follower of followers) follower(name);
  },
});
await queues.start();
const assets = await readAssets();
async function bareRows() {
  const stored = await queues.read(nameOf("main"));
  const rows = (stored?.queue.entries ?? []).map(
    ({ facts, state, priority }) =>
      html`<tr><td>#${facts.number} ${facts.title}</td><td>${facts.author}</td><td>${state}</td><td>${priority}</td></tr>`,
  );
  return html`<tbody>${rows}</tbody>`;
}

const EVENTS = "/v1/events?repoHost=github.com&repo=octo/mono&targetBranch=main";
const SCRIPT = `new EventSource("${EVENTS}").addEventListener("queue-changed", async () => {
  document.querySelector("table").innerHTML = await (await fetch("/bare/rows")).text();
});`;

const tokens = staticToken(TOKEN);
const api = createApi({
  ...{ queues, tokens, log: SILENT_LOG, version: "1.0.0" },
  ...{ testBranchPrefix: "mq-merge/", stateCase: "upper" as const },
  pages: (app, shared) => {
    app.get("/bare", async (c) =>
      c.html(
        html`<!doctype html><title>Bare</title><table>${await bareRows()}</table><script>${raw(SCRIPT)}</script>`,
      ),
    );
    app.get("/bare/rows", async (c) => c.html(bareRows()));
    const options = {
      ...{ assets, tokens: { ...tokens, fromSettings: null, find: async () => Promise.resolve(null) } },
      ...{ store: new SqlPageSessionStore(db), access: "public" as const, publicUrl: null, endsTls: false },
      accounts: null,
      git: null,
      ...{ clock: systemClock, streams: new EventStreams(systemClock) },
      onDecision: (follower: (name: QueueName) => void) => void followers.push(follower),
    };
    return pages(options)(app, shared);
  },
});
const server = await listen(api, { host: "127.0.0.1", port: 0 });

answerUsage();
process.on("disconnect", () => process.exit());
process.send?.({ url: server.url });
