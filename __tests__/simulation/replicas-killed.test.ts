/** Orders that three replicas share while one after the other is killed: each is carried out, in the order of its run. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, jest } from "@jest/globals";
import { effectId } from "../../src/domain/ids.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "../support/postgres-server.js";
import { seededChance } from "../support/seeded-chance.js";
import { type SharedReplica, sharedReplica } from "../support/shared-replica.js";
import { itInCi } from "../support/sized-tests.js";
import { aDecision, anEffect, aQueueName, aStoredQueue } from "../support/stored-queue.js";
import { countOf } from "../support/test-size.js";
import { until } from "../support/until.js";

const KILLS = countOf("REPLICAS_KILLS", { reduced: 1, share: 1, full: 200 });
const BETWEEN_KILLS_MS = 1500;
const DRAINED_WITHIN_MS = 12_000;
const RUNS = 5;
const WORKER = fileURLToPath(new URL("../support/working-replica.ts", import.meta.url));
const IMPORTS = new URL("../support/typescript-imports.mjs", import.meta.url).href;
const MAIN = aQueueName();

jest.setTimeout(60_000 + 10 * KILLS * BETWEEN_KILLS_MS);

let database: TestDatabase;
let sender: SharedReplica;
const workers = new Set<ChildProcess>();
afterEach(() => {
  for (const worker of workers) worker.kill("SIGKILL");
});
afterAll(async () => {
  await sender.stop();
  await database.drop();
});

async function startWorker(): Promise<void> {
  const words = ["--no-warnings", "--import", IMPORTS, WORKER, database.url];
  const worker = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
  await new Promise((resolve) => worker.stdout.once("data", resolve));
}

/** Every commit gives two orders about one of a few runs. */
async function giveOrders(next: number): Promise<void> {
  const effects = [next, next + 1].map((id) => ({ ...anEffect((id % RUNS) + 1), id: effectId(id) }));
  const version = (await sender.store.load(MAIN))?.version ?? 0;
  const event = { kind: "timePassed", at: next } as const;
  await sender.store.commit(MAIN, version, event, aDecision(aStoredQueue(), { effects }));
}

itInCi("are all carried out, one after the other for each test run, however many replicas die", async () => {
  const chance = seededChance(Number(process.env["MERGE_QUEUE_TEST_SEED"] ?? Date.now() % 1_000_000));
  database = await migratedDatabase();
  await onPostgres(
    database.url,
    "create table performed (id serial, effect int, run text, began timestamptz default clock_timestamp(), ended timestamptz)",
  );
  sender = await sharedReplica(database.url, 1000);
  await sender.store.create(MAIN, aStoredQueue());
  await Promise.all([startWorker(), startWorker(), startWorker()]);
  let given = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const until = performance.now() + BETWEEN_KILLS_MS;
    for (; performance.now() < until; given += 2) await giveOrders(given + 1);
    [...workers].at(chance.whole(0, workers.size - 1))?.kill("SIGKILL");
    await startWorker();
  }
  const before = performance.now();
  const left = async () => (await sender.store.pendingEffects(Number.MAX_SAFE_INTEGER, 1000)).length;
  await until(async () => (await left()) === 0, left, 3 * DRAINED_WITHIN_MS);
  const story = `MERGE_QUEUE_TEST_SEED=${chance.seed}, ${given} orders, ${KILLS} kills`;
  const drained = performance.now() - before;
  expect({ story, drained: drained < DRAINED_WITHIN_MS ? "in time" : drained }).toEqual({
    story,
    drained: "in time",
  });
  const [done] = await onPostgres(
    database.url,
    "select count(distinct effect)::int as orders from performed",
  );
  expect(done).toEqual({ orders: given });
  // What was begun and not ended died with its replica; what ended did so before the next one of its run began.
  const overtaken = await onPostgres(
    database.url,
    `select a.effect as earlier, b.effect as later from performed a join performed b
       on a.run = b.run and a.effect < b.effect and a.began > b.began`,
  );
  expect({ story, overtaken }).toEqual({ story, overtaken: [] });
});
