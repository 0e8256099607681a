/** What a replica claimed is its own as long as it stirs, and free for others soon after it does not. */
import { afterAll, afterEach, beforeAll, expect, it, jest } from "@jest/globals";
import { systemClock } from "../../../../../src/service/app/open-work.js";
import type { Clock } from "../../../../../src/service/ports/clock.js";
import { SILENT_LOG } from "../../../../../src/service/ports/log.js";
import { PostgresSession } from "../../../../../src/service/store/postgres/postgres-session.js";
import { manualClock } from "../../../../support/manual-clock.js";
import { emptyDatabase, onPostgres, type TestDatabase } from "../../../../support/postgres-server.js";
import { until } from "../../../../support/until.js";

const SILENCE_MS = 500;
const END_SESSIONS = `
  select pg_terminate_backend(pid) from (
    select distinct pid from pg_locks
    where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())) as sessions`;

jest.setTimeout(30_000);

let database: TestDatabase;
const opened: PostgresSession[] = [];
beforeAll(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
});
afterAll(() => database.drop());

async function replica(clock: Clock = systemClock): Promise<PostgresSession> {
  const { url } = database;
  const session = await PostgresSession.open({ url, clock, log: SILENT_LOG, silenceMs: SILENCE_MS });
  opened.push(session);
  return session;
}

function numberOf(session: PostgresSession): number {
  return session.claimant().session;
}

function spares(session: PostgresSession, other: PostgresSession): boolean {
  return session.claimant().spared?.includes(numberOf(other)) ?? true;
}

it("spares everybody's claims until it has seen who is there", async () => {
  const session = await replica();
  expect(session.claimant().spared).toBeNull();
  await until(() => session.claimant().spared !== null);
});

it("is over once a replica is frozen, and lasts while it stirs", async () => {
  const other = await replica();
  const stirring = await replica();
  // Its timers never ring, as while its process is stopped.
  const frozen = await replica(manualClock());
  const news = jest.fn();
  await until(() => other.claimant().spared !== null && spares(other, frozen));
  other.onChange(news);
  await until(() => !spares(other, frozen));
  expect(news).toHaveBeenCalled();
  expect(spares(other, stirring)).toBe(true);
});

it("goes on under its number after its connection was lost, and is not held meanwhile", async () => {
  const session = await replica();
  const number = numberOf(session);
  expect([session.isHeld(), session.timesLost()]).toEqual([true, 0]);
  await onPostgres(database.url, END_SESSIONS);
  await until(() => !session.isHeld());
  await until(() => session.isHeld());
  expect(session.timesLost()).toBe(1);
  expect(numberOf(session)).toBe(number);
});

it("is over for others as soon as it is closed", async () => {
  const [other, closing] = [await replica(), await replica()];
  await until(() => other.claimant().spared !== null && spares(other, closing));
  const news = jest.fn();
  other.onChange(news);
  await closing.close();
  await until(() => news.mock.calls.length > 0);
  expect(spares(other, closing)).toBe(false);
});

it("does not look for work itself because it has left some to others", async () => {
  const [one, other] = [await replica(), await replica()];
  const [changes, changesOfOther] = [jest.fn(), jest.fn()];
  await until(() => one.claimant().spared !== null && other.claimant().spared !== null);
  one.onChange(changes);
  other.onChange(changesOfOther);
  one.wakeOthers("orders");
  await until(() => changesOfOther.mock.calls.length > 0);
  await one.close();
  expect(changes).not.toHaveBeenCalled();
});

it("looks for work of any kind when it wakes itself, and wakes no others", async () => {
  const [one, other] = [await replica(), await replica()];
  const [changes, changesOfOther] = [jest.fn(), jest.fn()];
  await until(() => one.claimant().spared !== null && other.claimant().spared !== null);
  one.onChange(changes);
  other.onChange(changesOfOther);
  one.wakeSelf();
  expect(changes.mock.calls).toEqual([[null]]);
  await one.close();
  await until(() => changesOfOther.mock.calls.length > 0);
  one.wakeSelf();
  expect([changes.mock.calls.length, changesOfOther.mock.calls.length]).toEqual([1, 1]);
});

it("lets others look for work of the kinds that are left", async () => {
  const [one, other] = [await replica(), await replica()];
  const kinds: (string | null)[] = [];
  await until(() => other.claimant().spared !== null);
  other.onChange((work) => kinds.push(work));
  one.wakeOthers("orders");
  one.wakeOthers("test runs");
  one.wakeOthers("orders");
  await until(() => kinds.length > 1);
  one.wakeOthers("webhooks");
  await until(() => kinds.length > 2);
  expect(kinds).toEqual(["orders", "test runs", "webhooks"]);
});

it("looks for all work where a replica of an earlier version or the command line names no kind", async () => {
  const session = await replica();
  const kinds: (string | null)[] = [];
  await until(() => session.claimant().spared !== null);
  session.onChange((work) => kinds.push(work));
  await onPostgres(database.url, "notify merge_queue_work");
  await until(() => kinds.length > 0);
  expect(kinds).toEqual([null]);
});
