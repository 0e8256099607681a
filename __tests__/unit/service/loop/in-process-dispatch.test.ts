/** Timers of one process, by the clock; what every dispatch promises is in the contract suite. */
import { expect, it } from "@jest/globals";
import { InProcessDispatch } from "../../../../src/service/loop/in-process-dispatch.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { createMemoryStore } from "../../../../src/service/storage/memory/memory-queue-store.js";
import { WrittenWork } from "../../../contract/dispatch.js";
import { manualClock, settle } from "../../../support/manual-clock.js";
import { aQueueName, aStoredQueue } from "../../../support/stored-queue.js";

it("repositories are tidied again every minute, for pushes of a killed process that arrive late", async () => {
  const store = createMemoryStore();
  await store.create(aQueueName(), aStoredQueue());
  const clock = manualClock();
  const work = new WrittenWork(store);
  const dispatch = new InProcessDispatch({ store, clock, log: SILENT_LOG, pollIntervalMs: 5000 });
  await dispatch.start(work);
  await settle();
  const tidied = () => work.done.filter((done) => done.startsWith("tidy ")).length;
  expect(tidied()).toBe(1);
  await clock.advance(120_000);
  expect(tidied()).toBe(3);
  await dispatch.stop();
  await clock.advance(120_000);
  expect(tidied()).toBe(3);
});
