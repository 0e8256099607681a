/** A test branch that CI does not notice: its entry says so soon, and its run fails long before the timeout. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import {
  after,
  aQueue,
  BEGINNING,
  checksUnreadable,
  clockSet,
  entryNumbered,
  type Happening,
  happening,
  minutesPassed,
  passed,
  runNamed,
  story,
  submitted,
  timelineOf,
} from "../../support/queue-builder.js";

const MINUTE_MS = 60_000;
const open = { url: "", status: "queued", conclusion: null } as const;

/** CI reports no check of the run so far, or this one. */
function reports(run: string, check: Partial<typeof open> & { readonly isMissing?: boolean }): Happening {
  return happening((queue) => {
    const { id, requiredStatuses } = runNamed(queue, run);
    const checks = requiredStatuses.map((name) => ({ name, ...open, ...check }));
    return { kind: "checksReported", at: queue.now, run: id, checks };
  });
}

const missing = (run: string) => reports(run, { isMissing: true });
const queued = (run: string) => reports(run, {});
const reasonOf = (queue: Queue, number: number) => entryNumbered(queue, number).reason;
const NOTED = {
  code: "TEST_RUN_NO_CHECK_STARTED",
  sentence: "#1: no check `tests` has started on its test branch (last seen on one: never).",
};

const tested = after(aQueue(), submitted(1), missing("1"));

describe("a test branch on which no required check has appeared", () => {
  it("is named after the grace time, and its run fails after a second one", () => {
    expect(reasonOf(after(tested, minutesPassed(9)), 1)).not.toEqual(NOTED);
    const noted = after(tested, minutesPassed(10));
    expect(reasonOf(noted, 1)).toEqual(NOTED);
    expect(picture(noted)).toBe("main <- #1 running");
    expect(picture(after(noted, minutesPassed(9)))).toBe("main <- #1 running");
    const failed = story(noted, minutesPassed(10));
    expect(timelineOf(failed, 1)[0]).toBe(
      "testing to pendingFailure: TEST_RUN_TIMEOUT #1 failed: no check `tests` has started on its test branch (last seen on one: never) within 20 minutes.",
    );
  });

  it("wakes the queue at both times", () => {
    expect(story(tested, minutesPassed(1)).wakeAt).toBe(BEGINNING + 10 * MINUTE_MS);
    expect(story(tested, minutesPassed(10)).wakeAt).toBe(BEGINNING + 20 * MINUTE_MS);
  });

  it("is forgiven when a check appears, however late", () => {
    const noted = after(tested, minutesPassed(12));
    const begun = after(noted, queued("1"));
    expect(reasonOf(begun, 1)).toBeNull();
    expect(picture(after(begun, minutesPassed(60)))).toBe("main <- #1 running");
    const again = decide(begun, { kind: "timePassed", at: begun.now }).queue;
    expect(runNamed(again, "1").isUnnoticed).toBeUndefined();
  });

  it("may still pass after it failed", () => {
    const both = after(aQueue({ pendingFailureDepth: 1 }), submitted(1), submitted(2), missing("1+2"));
    const failed = after(both, minutesPassed(20));
    expect(picture(failed)).toBe("main <- #1 running <- #2+1 timed out");
    expect(picture(after(failed, passed("1+2")))).toBe("main <- #1 running <- #2+1 passed");
  });

  it("says when a check was last seen on a test branch", () => {
    const seen = after(aQueue(), submitted(2), queued("2"), minutesPassed(30), submitted(1), missing("2+1"));
    expect(reasonOf(after(seen, minutesPassed(10)), 1)?.sentence).toBe(
      "#1: no check `tests` has started on its test branch (last seen on one: 30 minutes earlier).",
    );
  });

  it.each([
    [0, "since then"],
    [-1, "since then"],
    [119, "119 minutes earlier"],
    [120, "2 hours earlier"],
    [60 * 48, "2 days earlier"],
  ])("%i minutes before its run, a check was last seen %s", (minutes, words) => {
    const checksSeen = { tests: tested.now - minutes * MINUTE_MS };
    expect(reasonOf(after({ ...tested, checksSeen }, minutesPassed(10)), 1)?.sentence).toContain(
      `(last seen on one: ${words})`,
    );
  });

  it("is nothing to wait for while CI cannot be read", () => {
    const unreadable = after(tested, minutesPassed(9), checksUnreadable("1"), minutesPassed(30));
    expect(picture(unreadable)).toBe("main <- #1 running");
    expect(reasonOf(unreadable, 1)).not.toEqual(NOTED);
  });

  it("is given its whole time when the clock was set forward", () => {
    expect(reasonOf(after(tested, clockSet(30), minutesPassed(9)), 1)).not.toEqual(NOTED);
  });
});

describe("the grace time", () => {
  it("is disabled by 0", () => {
    const patient = after(aQueue({ checkGraceMinutes: 0 }), submitted(1), missing("1"), minutesPassed(200));
    expect(picture(patient)).toBe("main <- #1 running");
    expect(reasonOf(patient, 1)).not.toEqual(NOTED);
  });

  it("does not concern code hosts and earlier versions that report nothing", () => {
    expect(picture(after(aQueue(), submitted(1), minutesPassed(200)))).toBe("main <- #1 running");
    expect(picture(after(aQueue(), submitted(1), queued("1"), minutesPassed(200)))).toBe(
      "main <- #1 running",
    );
  });

  it("of a queue without the setting is the default, and what it has seen is not recorded", () => {
    const { checkGraceMinutes: _absent, ...settings } = aQueue().settings;
    const old = { ...aQueue(), settings };
    expect(reasonOf(after(old, submitted(1), missing("1"), minutesPassed(10)), 1)).toEqual(NOTED);
    expect(after(old, submitted(1), queued("1"))).not.toHaveProperty("checksSeen");
  });
});

it("one of two checks that appears is enough", () => {
  const both = after(aQueue({ requiredStatuses: ["build", "tests"] }), submitted(1));
  const partly = happening((queue) => ({
    kind: "checksReported",
    at: queue.now,
    run: runNamed(queue, "1").id,
    checks: [
      { name: "build", ...open },
      { name: "tests", ...open, isMissing: true },
    ],
  }));
  expect(picture(after(both, partly, minutesPassed(200)))).toBe("main <- #1 running");
});
