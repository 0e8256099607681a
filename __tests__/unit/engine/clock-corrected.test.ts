/** The clock was set: what it recorded ahead of time counts as of now, and deadlines come no sooner and no later for it. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import {
  after,
  aQueue,
  BEGINNING,
  builds,
  clockSet,
  entryNumbered,
  happening,
  minutesPassed,
  passed,
  runNamed,
  story,
  submitted,
  unbuilt,
} from "../../support/queue-builder.js";

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const draft = { facts: { draft: true } };
const batching = { batch: true, batchingMinSize: 4, batchingMaxWaitTimeMinutes: 5 };

/** Minutes from the beginning; null for never. */
function wakesAt({ wakeAt }: { readonly wakeAt: number | null }): number | null {
  return wakeAt === null ? null : (wakeAt - BEGINNING) / MINUTE_MS;
}

function startOf(queue: Queue, run: string): number {
  const { progress } = runNamed(queue, run);
  if (progress.kind !== "running") throw new Error(`the run of ${run} is ${progress.kind}`);
  return (progress.startedAt - BEGINNING) / MINUTE_MS;
}

describe("a clock that is set back", () => {
  it("lowers the queue's time, which no other event does", () => {
    const ahead = after(aQueue(), minutesPassed(DAY));
    const late = happening(() => ({ kind: "timePassed", at: BEGINNING }));
    expect(after(ahead, late).now).toBe(BEGINNING + DAY * MINUTE_MS);
    expect(after(ahead, clockSet(-DAY)).now).toBe(BEGINNING);
  });

  it("moves to the corrected time what was recorded ahead of it, and nothing else", () => {
    const before = after(
      aQueue({ testingTimeoutMinutes: 0 }),
      submitted(1),
      minutesPassed(2),
      submitted(9, draft),
    );
    const ahead = after(before, minutesPassed(DAY), submitted(2), submitted(3, draft));
    const corrected = after(ahead, clockSet(1 - DAY));
    const now = BEGINNING + 3 * MINUTE_MS;
    expect(corrected.now).toBe(now);
    expect(entryNumbered(corrected, 1)).toEqual(entryNumbered(before, 1));
    expect(entryNumbered(corrected, 9)).toEqual(entryNumbered(before, 9));
    expect(entryNumbered(corrected, 2)).toMatchObject({ submittedAt: now, admittedAt: now, stateSince: now });
    expect(entryNumbered(corrected, 3)).toMatchObject({
      submittedAt: now,
      admittedAt: null,
      stateSince: now,
    });
    expect(runNamed(corrected, "1")).toEqual(runNamed(before, "1"));
    expect(runNamed(corrected, "1+2")).toMatchObject({ createdAt: now, progress: { startedAt: now } });
    expect(picture(corrected)).toBe(picture(ahead));
  });

  it("leaves the dates that commits are built with, so that the same heads give the same commits", () => {
    const ahead = after(aQueue(), minutesPassed(DAY), unbuilt(submitted(1)));
    const corrected = after(ahead, clockSet(-DAY));
    expect(runNamed(corrected, "1").contains).toEqual(runNamed(ahead, "1").contains);
    expect(picture(after(corrected, builds("1"), submitted(2), passed("1")))).toBe(
      "main <- #1 landing <- #2+1 running",
    );
  });

  it("lets a batch fill up, or start, when it would have", () => {
    const ahead = after(aQueue({ ...batching, concurrency: 1 }), minutesPassed(DAY), submitted(1));
    const corrected = story(ahead, clockSet(-DAY));
    expect(wakesAt(corrected)).toBe(5);
    expect(picture(after(corrected.queue, minutesPassed(4)))).toBe("main | waiting #1");
    expect(picture(after(corrected.queue, minutesPassed(5)))).toBe("main <- #1 running");
  });

  it("lets a test run time out, and an entry that is not ready expire, after their time", () => {
    const limits = { testingTimeoutMinutes: 30, notReadyTimeoutHours: 1 };
    const ahead = after(aQueue(limits), minutesPassed(DAY), submitted(1), submitted(2, draft));
    const corrected = story(ahead, clockSet(-DAY));
    expect(wakesAt(corrected)).toBe(30);
    expect(wakesAt(story(corrected.queue, passed("1")))).toBe(60);
    expect(picture(after(corrected.queue, minutesPassed(29)))).toContain("#1 running");
    expect(story(corrected.queue, minutesPassed(30)).transitions).toMatchObject([
      { to: "pendingFailure", reason: { code: "TEST_RUN_TIMEOUT" } },
    ]);
    expect(story(corrected.queue, passed("1"), minutesPassed(60)).concluded).toMatchObject([
      { facts: { number: 2 }, ended: "cancelled" },
    ]);
  });

  it("keeps a deadline that was computed before the clock was wrong", () => {
    const running = after(aQueue({ testingTimeoutMinutes: 30 }), submitted(1), minutesPassed(10));
    const ahead = after(
      running,
      happening(({ now }) => ({ kind: "timePassed", at: now + 15 * MINUTE_MS })),
    );
    expect(wakesAt(story(ahead, clockSet(-15)))).toBe(30);
  });
});

describe("a clock that is set forward", () => {
  it("counts towards no deadline", () => {
    const limits = { ...batching, concurrency: 2, testingTimeoutMinutes: 30, notReadyTimeoutHours: 1 };
    const before = after(
      aQueue(limits),
      submitted(9, { noBatch: true }),
      submitted(1),
      submitted(2, draft),
      minutesPassed(3),
    );
    const corrected = story(before, clockSet(DAY));
    expect(picture(corrected.queue)).toBe(picture(before));
    expect(wakesAt(corrected)).toBe(DAY + 5);
    expect(startOf(corrected.queue, "9")).toBe(DAY);
    expect(wakesAt(story(corrected.queue, minutesPassed(2)))).toBe(DAY + 30);
    expect(picture(after(corrected.queue, minutesPassed(2)))).toBe(
      "main <- #9 running <- #1+9 running | not ready #2",
    );
  });

  it("leaves when entries were submitted and runs planned, which others' records are compared with", () => {
    const before = after(aQueue(), submitted(1), minutesPassed(3));
    const corrected = after(before, clockSet(DAY));
    expect(entryNumbered(corrected, 1).submittedAt).toBe(BEGINNING);
    expect(runNamed(corrected, "1").createdAt).toBe(BEGINNING);
  });

  it("puts no instant after the queue's time, whatever it says", () => {
    const before = after(aQueue(), submitted(1));
    const odd = happening(({ now }) => ({ kind: "clockCorrected", at: now, byMs: DAY * MINUTE_MS }));
    expect(startOf(after(before, odd), "1")).toBe(0);
  });
});
