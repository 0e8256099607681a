/** Of the processes that share a store, one at a time sweeps old history. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { Retention } from "../../../../src/service/store/retention/retention.js";
import { openSqlite, type SqliteStore } from "../../../../src/service/store/sqlite/open-sqlite-store.js";
import { manualClock, settle } from "../../../support/manual-clock.js";
import { aQueueName, aStoredQueue } from "../../../support/stored-queue.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let opened: SqliteStore;
let clock: ReturnType<typeof manualClock>;
/** As the shared store has it: when the next turn is. */
let nextTurn: number;
const started: Retention[] = [];

beforeEach(async () => {
  opened = await openSqlite({ path: ":memory:", engine: "1.0.0" });
  await opened.store.create(aQueueName(), aStoredQueue());
  clock = manualClock(24 * HOUR);
  nextTurn = 0;
});
afterEach(async () => {
  for (const retention of started.splice(0)) await retention.stop();
  await opened.store.close();
});

/** Its sweeps, as they are begun. */
function replica(name: string, sweeps: string[]): Retention {
  const takeTurn = async (_what: string, now: number, everyMs: number) => {
    if (now < nextTurn) return Promise.resolve({ kind: "later", at: nextTurn } as const);
    nextTurn = now + everyMs;
    sweeps.push(`${name} after ${clock.monotonic() / MINUTE} min`);
    return Promise.resolve({ kind: "taken" } as const);
  };
  const retention = new Retention(opened.db, { takeTurn }, 30 * 24 * HOUR, clock, SILENT_LOG);
  retention.start();
  started.push(retention);
  return retention;
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.advance(MINUTE);
    await settle();
  }
}

it("one replica of two sweeps each hour", async () => {
  const sweeps: string[] = [];
  replica("one", sweeps);
  replica("other", sweeps);
  await pass(180);
  expect(sweeps).toHaveLength(3);
});

it("another replica goes on soon after the turn of one that has stopped", async () => {
  const sweeps: string[] = [];
  const first = replica("first", sweeps);
  await pass(1);
  replica("second", sweeps);
  await first.stop();
  await pass(70);
  expect(sweeps).toEqual(["first after 1 min", expect.stringMatching(/^second after (5[5-9]|6[0-5]) min$/)]);
});
