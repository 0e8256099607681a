/** What a process saw of a queue last is decided on first; only a commit may come of that. */
import { beforeEach, expect, it } from "@jest/globals";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { QueueStore, StoredQueue } from "../../../../src/service/ports/queue-store.js";
import { EventApplier } from "../../../../src/service/queue/apply-event.js";
import { manualClock } from "../../../support/manual-clock.js";
import { createMemoryStore } from "../../../support/memory-queue-store.js";
import { aQueueName, aStoredQueue, START } from "../../../support/stored-queue.js";

const NAME = aQueueName();
const clock = manualClock(START);

let store: QueueStore;
let loads: number;
let seen: StoredQueue | null;
let applier: EventApplier;

beforeEach(async () => {
  store = createMemoryStore("1.0.0");
  loads = 0;
  await store.create(NAME, aStoredQueue());
  seen = await store.load(NAME);
  const load = store.load.bind(store);
  store.load = async (name) => {
    loads += 1;
    return load(name);
  };
  store.lastSeen = async () => Promise.resolve(seen);
  applier = new EventApplier({ store, clock, log: SILENT_LOG, onDecision: () => undefined });
});

async function timePasses() {
  return applier.act(NAME, () => ({ event: { kind: "timePassed", at: START } }));
}

it("is not read again where it is still so", async () => {
  expect(await timePasses()).toMatchObject({ kind: "done" });
  expect(loads).toBe(0);
  expect((await store.load(NAME))?.version).toBe(1);
});

it("is read again where it has moved on, and decided on anew", async () => {
  await timePasses();
  expect(await timePasses()).toMatchObject({ kind: "done" });
  expect((await store.load(NAME))?.version).toBe(2);
});

it("refuses nothing before it is read again", async () => {
  await timePasses();
  const versions: number[] = [];
  const outcome = await applier.act(NAME, async (queue) => {
    versions.push(queue.now);
    return Promise.resolve({ refusal: "no" });
  });
  expect([outcome, versions.length]).toEqual([{ kind: "refused", refusal: "no" }, 2]);
});

it("is of no queue where it was deleted since", async () => {
  await store.delete(NAME, 0);
  expect(await timePasses()).toEqual({ kind: "noSuchQueue" });
});
