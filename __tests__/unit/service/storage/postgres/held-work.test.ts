/** What a replica is at is its own as long as it stirs, and free for others soon after it does not. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, it, jest } from "@jest/globals";
import type { Clock } from "../../../../../src/service/ports/clock.js";
import { HeldWork } from "../../../../../src/service/storage/postgres/held-work.js";
import { systemClock } from "../../../../../src/service/system-clock.js";
import { faultyWay } from "../../../../support/faulty-way.js";
import { manualClock } from "../../../../support/manual-clock.js";
import { emptyDatabase, onPostgres, type TestDatabase } from "../../../../support/postgres-server.js";
import { until } from "../../../../support/until.js";

const MANY_AT_ONCE = fileURLToPath(new URL("../../../../support/hold-at-once.ts", import.meta.url));
const IMPORTS = new URL("../../../../support/typescript-imports.mjs", import.meta.url).href;
const SILENCE_MS = 500;
const SESSIONS = "select distinct pid from pg_locks where locktype = 'advisory'";

jest.setTimeout(30_000);

let database: TestDatabase;
const opened: HeldWork[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  for (const held of opened.splice(0)) await held.close();
});
afterAll(() => database.drop());

function replica(clock: Clock = systemClock, url = database.url): HeldWork {
  const held = new HeldWork({ url, clock, silenceMs: SILENCE_MS });
  opened.push(held);
  return held;
}

function endSessions(): Promise<unknown> {
  return onPostgres(database.url, `select pg_terminate_backend(pid) from (${SESSIONS}) as sessions`);
}

/** Its timers never ring, as while its process is stopped. */
function frozenReplica(): HeldWork {
  return replica(manualClock());
}

it("is asked for in turn on its connection, so that the driver warns of nothing", async () => {
  // Warnings are told once in a process, and not to tests.
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    IMPORTS,
    MANY_AT_ONCE,
    database.url,
  ]);
  expect(JSON.parse(stdout)).toEqual({ taken: 20, warnings: [] });
});

it("is one replica's until it lets go", async () => {
  const [one, other] = [replica(), replica()];
  expect(await one.take("a")).toBe(true);
  expect([await one.take("a"), await other.take("a"), await other.take("b")]).toEqual([false, false, true]);
  await one.letGo("a");
  expect(await other.take("a")).toBe(true);
});

it("is free for others once a replica is frozen, and stays with one that stirs", async () => {
  const [frozen, stirring, other] = [frozenReplica(), replica(), replica()];
  expect(await stirring.take("stirring")).toBe(true);
  expect(await frozen.take("frozen")).toBe(true);
  const before = performance.now();
  await until(() => other.take("frozen"));
  expect(performance.now() - before).toBeGreaterThan(SILENCE_MS / 2);
  expect(await other.take("stirring")).toBe(false);
});

it("is taken again by a replica whose session was ended, but for what others were faster at", async () => {
  const [one, other] = [replica(), replica()];
  for (const key of ["kept", "lost"]) expect(await one.take(key)).toBe(true);
  const endAndTake = async () => {
    // It may have another one by now.
    await endSessions();
    return other.take("lost");
  };
  await until(endAndTake);
  const retaken = "select count(distinct pid)::int as sessions from pg_locks where locktype = 'advisory'";
  await until(async () => (await onPostgres(database.url, retaken))[0]?.["sessions"] === 2);
  expect(await other.take("kept")).toBe(false);
  await one.letGo("lost");
  expect(await replica().take("lost")).toBe(false);
});

it("is had back from whoever was faster, once they let go", async () => {
  const [one, other] = [replica(), replica()];
  expect(await one.take("a")).toBe(true);
  const endAndTake = async () => {
    await endSessions();
    return other.take("a");
  };
  await until(endAndTake);
  await other.letGo("a");
  await until(async () => (await onPostgres(database.url, SESSIONS)).length === 1);
  expect(await other.take("a")).toBe(false);
  await one.letGo("a");
  expect(await other.take("a")).toBe(true);
});

it("is nobody's when letting go failed, rather than held for ever", async () => {
  const way = await faultyWay(database.url);
  const [one, other] = [replica(systemClock, way.url), replica()];
  expect([await one.take("a"), await one.take("b")]).toEqual([true, true]);
  way.refuse("pg_advisory_unlock", "57014", "canceling statement due to statement timeout");
  await expect(one.letGo("a")).rejects.toThrow("statement timeout");
  await until(() => other.take("a"));
  way.mend();
  await one.letGo("b");
  await until(() => other.take("b"));
  await one.close();
  await way.close();
});
