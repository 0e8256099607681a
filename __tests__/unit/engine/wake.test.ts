/** The queue asks to be woken at the first moment at which time alone changes something. */
import { describe, expect, it } from "@jest/globals";
import { wakeAt } from "../../../src/engine/decide.js";
import {
  after,
  aQueue,
  BEGINNING,
  changed,
  minutesPassed,
  passed,
  story,
  submitted,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const MINUTE_MS = 60_000;
const limits = {
  batch: true,
  batchingMaxWaitTimeMinutes: 20,
  testingTimeoutMinutes: 50,
  notReadyTimeoutHours: 1,
};
const draft = { facts: { draft: true } };

/** Minutes from the beginning; null for never. */
function wakesAt(...[queue, ...happenings]: Parameters<typeof story>): number | null {
  const { wakeAt: at } = story(queue, ...happenings);
  return at === null ? null : (at - BEGINNING) / MINUTE_MS;
}

describe("the queue is woken", () => {
  it("never when nothing depends on time", () => {
    expect(wakesAt(aQueue(), minutesPassed(1))).toBeNull();
  });

  it("when the first of all deadlines comes", () => {
    const queue = after(aQueue(limits), submitted(9, { noBatch: true }), minutesPassed(5));
    expect(wakesAt(queue, minutesPassed(0))).toBe(50);
    expect(wakesAt(queue, submitted(1, draft))).toBe(50);
    expect(wakesAt(queue, submitted(1, draft), submitted(2))).toBe(25);
    expect(wakesAt(queue, submitted(1, draft), passed("9"))).toBe(65);
  });

  it("for the oldest of those that are not ready, though a younger one was looked at last", () => {
    const queue = after(aQueue(limits), submitted(1, draft), minutesPassed(10));
    expect(wakesAt(queue, submitted(2, draft))).toBe(60);
    expect(wakesAt(queue, changed({ notReadyTimeoutHours: 0 }))).toBeNull();
  });

  it("for no batch that could not be given a place then", () => {
    const queue = after(aQueue({ ...limits, concurrency: 1 }), submitted(9, { noBatch: true }), submitted(1));
    expect(wakesAt(queue, minutesPassed(0))).toBe(50);
    expect(wakesAt(queue, changed({ concurrency: 2 }))).toBe(20);
    expect(wakesAt(queue, changed({ concurrency: 2 }), turned("paused"))).toBe(50);
    expect(wakesAt(queue, turned("draining"), changed({ concurrency: 2 }))).toBe(20);
  });

  it("for no deadline that has passed while the queue was paused", () => {
    const queue = after(aQueue(limits), submitted(9, { noBatch: true }), turned("paused"), minutesPassed(60));
    expect(wakesAt(queue, minutesPassed(0))).toBeNull();
  });

  it("for no deadline that comes now, or came before anybody looked", () => {
    const { queue } = story(aQueue(limits), submitted(9, { noBatch: true }), submitted(1, draft));
    const minutesIn = (minutes: number) => wakeAt({ ...queue, now: BEGINNING + minutes * MINUTE_MS });
    expect(minutesIn(49)).toBe(BEGINNING + 50 * MINUTE_MS);
    expect(minutesIn(50)).toBe(BEGINNING + 60 * MINUTE_MS);
    expect(minutesIn(60)).toBeNull();
  });

  it("for the first of two batches that wait in lanes of their own", () => {
    const lanes = after(aQueue({ ...limits, mode: "parallel", concurrency: 5 }));
    const one = { targets: { kind: "list", names: ["a"] } } as const;
    const other = { targets: { kind: "list", names: ["b"] } } as const;
    expect(wakesAt(lanes, submitted(1, one), minutesPassed(3), submitted(2, other))).toBe(20);
  });

  it("for no run that CI has not started", () => {
    expect(wakesAt(aQueue({ testingTimeoutMinutes: 50 }), unbuilt(submitted(1)))).toBeNull();
  });
});
