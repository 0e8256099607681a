/**
 * A running service whose store fails: it says so and loses nothing, and goes on by itself when the store is back. What
 * the store itself does then is held by `contract/store-faults`.
 */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { type Answer, FailingService } from "../support/failing-service.js";
import { type FaultyWay, faultyWay } from "../support/faulty-way.js";
import {
  emptyDatabaseOn,
  onPostgres,
  type PostgresServer,
  startPostgres,
} from "../support/postgres-server.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";
import { until } from "../support/until.js";

const MOST_SUBMITTED = 60;
const UNAVAILABLE = {
  status: 503,
  retryAfter: "5",
  body: {
    error: {
      code: "SERVICE_UNAVAILABLE",
      message: expect.stringMatching(
        /^the store is not available at the moment; see request [\w-]+ in the service's log$/,
      ),
    },
  },
};

let onSqlite: FailingService;
let onServer: FailingService;
let server: PostgresServer;
let way: FaultyWay;
/** Of the database behind the way. */
let url = "";
/** What is written there, SQLite is told. */
let orders = "";
beforeAll(async () => {
  await Promise.all([startOnSqlite(), startOnServer()]);
});
afterAll(async () => {
  await Promise.all([onSqlite.stop(), onServer.stop()]);
  await way.close();
  await server.end();
});

async function startOnSqlite(): Promise<void> {
  const hook = join(ROOT, "__tests__/support/told-sqlite.mjs");
  const settings = (folder: string) => {
    orders = join(folder, "orders.sql");
    return { SQLITE_ORDERS: orders };
  };
  onSqlite = await FailingService.start(settings, ["--import", hook]);
}

async function startOnServer(): Promise<void> {
  server = await startPostgres();
  ({ url } = await emptyDatabaseOn(server.url));
  way = await faultyWay(url);
  onServer = await FailingService.start(() => ({ MERGE_QUEUE_DATABASE_URL: way.url }));
}

/** Submits new ones until the store takes no more; what was acknowledged before stays the service's to land. */
async function submitUntilRefused(
  service: FailingService,
): Promise<{ readonly acknowledged: readonly number[]; readonly refused: number }> {
  const acknowledged: number[] = [];
  while (acknowledged.length < MOST_SUBMITTED) {
    const number = await service.open();
    const answer = await service.submit(number);
    if (answer.status !== 200) {
      expect(answer).toMatchObject(UNAVAILABLE);
      return { acknowledged, refused: number };
    }
    acknowledged.push(number);
  }
  throw new Error(`the store took ${MOST_SUBMITTED} submissions`);
}

/** Whatever can be asked is answered, or is said to be unavailable. */
async function askEverything(service: FailingService, number: number): Promise<void> {
  const pr = { number };
  const answers: readonly Answer[] = await Promise.all([
    service.call("getQueue"),
    service.call("updateQueue", { concurrency: 5 }),
    service.call("listPullRequests"),
    service.call("getSubmittedPullRequest", { pr }),
    service.call("cancelPullRequest", { pr: { number: 999 } }),
    service.call("setImpactedTargets", { pr: { number, sha: "a".repeat(40) }, impactedTargets: ["a"] }),
    service.submit(number),
  ]);
  for (const answer of answers) {
    if (answer.status >= 500) expect(answer).toMatchObject(UNAVAILABLE);
  }
}

async function livesThrough(
  service: FailingService,
  fail: () => void | Promise<void>,
  mend: () => void | Promise<void>,
): Promise<void> {
  const underTest = await service.open(true);
  expect((await service.submit(underTest)).status).toBe(200);
  await until(async () => (await service.begun(underTest)) > 0);
  await fail();
  const { acknowledged, refused } = await submitUntilRefused(service);
  // Its verdict comes while nobody can write it down.
  await service.letGo(underTest);
  expect(await service.untilReadiness(503)).toMatchObject({
    body: { status: "not ready", checks: { store: "failed" } },
  });
  await askEverything(service, refused);
  await mend();
  await until(async () => (await service.submit(refused)).status === 200);
  await service.untilMerged([underTest, ...acknowledged, refused]);
  await service.untilReadiness(200);
  expect(await service.begun(underTest)).toBe(1);
  const landed = await service.landed();
  expect(new Set(landed).size).toBe(landed.length);
}

async function tellSqlite(order: string): Promise<void> {
  // Whole at once: it is read as soon as it is there.
  writeFileSync(`${orders}.new`, order);
  renameSync(`${orders}.new`, orders);
  await until(() => !existsSync(orders));
}

async function setReadOnly(is: "on" | "off"): Promise<void> {
  await onPostgres(url, `alter system set default_transaction_read_only = ${is}`);
  await onPostgres(url, "select pg_reload_conf()");
}

/** Both at a time: what they mostly do is wait. */
describe("a service lives through", () => {
  itInAll("a full disk, on SQLite and on Postgres", async () => {
    await Promise.all([
      livesThrough(
        onSqlite,
        async () => tellSqlite("pragma max_page_count = 1"),
        async () => tellSqlite("pragma max_page_count = 1000000"),
      ),
      livesThrough(
        onServer,
        () => way.refuse('insert into "', "53100", "No space left on device"),
        () => way.mend(),
      ),
    ]);
  });

  itInAll("a store that may not be written, on SQLite and on Postgres", async () => {
    await Promise.all([
      livesThrough(
        onSqlite,
        async () => tellSqlite("pragma query_only = on"),
        async () => tellSqlite("pragma query_only = off"),
      ),
      livesThrough(
        onServer,
        async () => setReadOnly("on"),
        async () => setReadOnly("off"),
      ),
    ]);
  });

  itInCi("connections to Postgres that are cut", async () => {
    await livesThrough(
      onServer,
      () => way.cut(),
      () => way.mend(),
    );
  });

  itInAll("a restart of Postgres", async () => {
    await livesThrough(
      onServer,
      async () => server.stop(),
      async () => server.start(),
    );
  });
});
