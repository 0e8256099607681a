/**
 * Replicas on one real Postgres whose machines' clocks are an hour and 40 days apart, in both directions: none of them
 * sees another time.
 */
import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { onPostgres } from "../support/postgres-server.js";
import { REPOSITORY, type Replica, Replicas } from "../support/replicas.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { payloadOf } from "../support/told-by-story.js";
import { until } from "../support/until.js";
import { ACCEPT, answering, type WebhookReceiver, webhookReceiver } from "../support/webhook-receiver.js";

const HOUR_MS = 3_600_000;
/** Longer than undelivered webhooks are kept. */
const FORTY_DAYS_MS = 40 * 24 * HOUR_MS;
const ON_MAIN = { repo: REPOSITORY, targetBranch: "main" } as const;
const RECEIVERS_ALLOWED = { MERGE_QUEUE_WEBHOOK_PRIVATE_ADDRESSES: "127.0.0.0/8" };
/** Longer than a replica waits before it looks for what others have left. */
const SLOW_MS = 2000;
/** Four services and Postgres on one machine, which may be busy besides. */
const PATIENCE_MS = 90_000;
/** What the documents promise. */
const TAKEOVER_MS = 10_000;
/** Of one process to one endpoint. */
const DELIVERIES_AT_A_TIME = 4;

const run = promisify(execFile);
let replicas: Replicas;
let right: Replica;
let hourAhead: Replica;
let fortyDaysAhead: Replica;
let receiver: WebhookReceiver;
let endpoint = "";
beforeAll(async () => {
  receiver = await webhookReceiver();
  replicas = await Replicas.start(0, RECEIVERS_ALLOWED);
  right = await replicas.add("right");
  [hourAhead, fortyDaysAhead] = await Promise.all([
    replicas.add("hour-ahead", HOUR_MS),
    replicas.add("forty-days-ahead", FORTY_DAYS_MS),
  ]);
  endpoint = String((await webhooks("add", receiver.url, "--events", "pull_request.*"))["id"]);
  await right.client.createQueue(ON_MAIN);
  await right.client.updateQueue({ ...ON_MAIN, testingTimeoutMinutes: 5 });
});
afterAll(async () => {
  await replicas.close();
  await receiver.close();
});

async function webhooks(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const program = fileURLToPath(new URL("../../bin/merge-queue.js", import.meta.url));
  const { stdout } = await run(process.execPath, [program, "webhooks", ...words, "--json"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      MERGE_QUEUE_DATABASE_URL: replicas.database.url,
      ...RECEIVERS_ALLOWED,
    },
  });
  return payloadOf(stdout);
}

async function undelivered(): Promise<number> {
  const rows = await onPostgres(
    replicas.database.url,
    "select count(*)::int as count from webhook_deliveries where done = 0",
  );
  return Number(rows[0]?.["count"]);
}

async function timeouts(): Promise<number> {
  const rows = await onPostgres(
    replicas.database.url,
    "select count(*)::int as count from transitions where json like '%TEST_RUN_TIMEOUT%'",
  );
  return Number(rows[0]?.["count"]);
}

/** In milliseconds, how far the queue's time is ahead of the database's. */
async function queueAheadMs(): Promise<number> {
  const rows = await onPostgres(
    replicas.database.url,
    "select (snapshot::json->>'now')::float8 - extract(epoch from clock_timestamp()) * 1000 as ahead from queues",
  );
  return Number(rows[0]?.["ahead"]);
}

/** By the ids of their messages. */
function deliveriesFrom(first: number): readonly string[] {
  return receiver.received.slice(first).map(({ headers }) => String(headers["webhook-id"]));
}

describe("replicas whose clocks are apart", () => {
  itInCi("time no healthy run out, whichever of them is asked", async () => {
    await replicas.open(1, true);
    await replicas.submit(right, 1);
    await until(async () => (await replicas.begun(1)).length > 0);
    for (const [number, replica] of [
      [2, hourAhead],
      [3, fortyDaysAhead],
    ] as const) {
      await replicas.open(number);
      await replicas.submit(replica, number);
    }
    await pause(SLOW_MS);
    expect(await timeouts()).toBe(0);
    expect(await queueAheadMs()).toBeLessThan(1000);
    await replicas.letGo(1);
    await replicas.untilMerged(right, [1, 2, 3], PATIENCE_MS);
    expect((await replicas.begun(1)).length).toBe(1);
    expect(await replicas.landed()).toHaveLength(3);
  });

  itInAll("deliver each webhook once, though the receiver takes its time", async () => {
    await until(async () => (await undelivered()) === 0);
    const before = receiver.received.length;
    receiver.behave((response) => void setTimeout(() => response.writeHead(204).end(), SLOW_MS));
    for (const number of [4, 5, 6]) {
      await replicas.open(number);
      await replicas.submit(fortyDaysAhead, number);
    }
    await replicas.untilMerged(hourAhead, [4, 5, 6], PATIENCE_MS);
    await until(async () => (await undelivered()) === 0);
    receiver.behave(ACCEPT);
    const delivered = deliveriesFrom(before);
    expect(new Set(delivered).size).toBe(delivered.length);
    expect(delivered.length).toBeGreaterThanOrEqual(3 * 4);
  });

  itInAll("delete nothing that was not delivered, also as one of them starts", async () => {
    receiver.behave(answering(500));
    await replicas.open(7);
    await replicas.submit(right, 7);
    await replicas.untilMerged(right, [7], PATIENCE_MS);
    const waiting = await undelivered();
    expect(waiting).toBeGreaterThan(0);
    await replicas.add("another-forty-days-ahead", FORTY_DAYS_MS);
    await pause(SLOW_MS);
    expect(await undelivered()).toBe(waiting);
    receiver.behave(ACCEPT);
    const before = receiver.received.length;
    await webhooks("enable", endpoint);
    await until(async () => (await undelivered()) === 0);
    expect(receiver.received.length - before).toBe(waiting);
  });

  itInAll(
    "take over in time what the one 40 days ahead held when it was killed, and land it once",
    async () => {
      const before = receiver.received.length;
      await replicas.open(11, true);
      await replicas.submit(fortyDaysAhead, 11);
      await replicas.untilTester((replica) => replica === fortyDaysAhead);
      await until(async () => (await replicas.begun(11)).length > 0);
      fortyDaysAhead.process.kill("SIGKILL");
      const killedAt = Date.now();
      await until(async () => (await replicas.begun(11)).length > 1);
      const [, again = Number.NaN] = await replicas.begun(11);
      expect(again - killedAt).toBeLessThan(TAKEOVER_MS);
      await replicas.letGo(11);
      await replicas.untilMerged(right, [11], PATIENCE_MS);
      await until(async () => (await undelivered()) === 0);
      expect((await replicas.landed()).filter((subject) => subject.startsWith("Change 11"))).toHaveLength(1);
      // Only deliveries under way at the kill may come again, unchanged.
      const bodies = new Map<string, Set<string>>();
      for (const { headers, body } of receiver.received.slice(before)) {
        const id = String(headers["webhook-id"]);
        bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
      }
      expect([...bodies.values()].filter((differing) => differing.size > 1)).toEqual([]);
      expect(receiver.received.length - before - bodies.size).toBeLessThanOrEqual(DELIVERIES_AT_A_TIME);
    },
  );

  itInAll(
    "fill a batch, and start one that does not fill up in its time, when only one far behind is left",
    async () => {
      const behind = await replicas.add("forty-days-behind", -FORTY_DAYS_MS);
      await right.client.updateQueue({
        ...ON_MAIN,
        batch: true,
        batchingMinSize: 2,
        batchingMaxWaitTimeMinutes: 1,
      });
      let submittedAt = 0;
      for (const number of [8, 9, 10]) {
        await replicas.open(number);
        submittedAt = performance.now();
        await replicas.submit(hourAhead, number);
      }
      for (const ahead of replicas.serving.filter((replica) => replica !== behind))
        ahead.process.kill("SIGTERM");
      await replicas.untilMerged(behind, [8, 9], 40_000);
      await replicas.untilMerged(behind, [10], PATIENCE_MS);
      expect(performance.now() - submittedAt).toBeGreaterThan(59_000);
    },
  );
});
