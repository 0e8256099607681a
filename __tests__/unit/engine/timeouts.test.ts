/** A run that takes longer than the queue allows has failed. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  aQueue,
  BEGINNING,
  changed,
  entryNumbered,
  happening,
  minutesPassed,
  passed,
  reported,
  runNamed,
  story,
  submitted,
  timelineOf,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const MINUTE_MS = 60_000;
const full = after(aQueue({ testingTimeoutMinutes: 30 }), submitted(1), minutesPassed(10), submitted(2));

/** CI has a check of #1's run, and says how far it is. */
function atWork(status: "queued" | "in_progress") {
  const check = { name: "tests", url: "", status, conclusion: null };
  return happening((queue) => ({
    kind: "checksReported",
    at: queue.now,
    run: runNamed(queue, "1").id,
    checks: [check],
  }));
}

describe("a test run that takes too long", () => {
  it("fails the entry when nothing is ahead of it", () => {
    const late = after(full, passed("1+2"), minutesPassed(20));
    expect(picture(late)).toBe("main <- #2 running | retrying #1 running");
    const { queue, concluded } = story(late, passed("2"), minutesPassed(30));
    expect(picture(queue)).toBe("main <- #2 landing");
    expect(concluded).toMatchObject([
      {
        state: "failed",
        reason: {
          code: "TEST_RUN_TIMEOUT",
          sentence:
            "#1 took longer than 30 minutes without a verdict of `tests` again with nothing else ahead, so the failure is its own.",
        },
      },
    ]);
  });

  it("is told to those who were tested on it", () => {
    expect(timelineOf(story(full, minutesPassed(20)), 2)[0]).toBe(
      "testing to pending: PREREQUISITE_MERGE_ITEM_FAILED #1 took longer than 30 minutes without a verdict of `tests`; before anybody is blamed it is tested once more; the tests of #2 start again without it.",
    );
    const brief = after(aQueue({ testingTimeoutMinutes: 1 }), submitted(1));
    expect(timelineOf(story(brief, minutesPassed(1)), 1)[0]).toBe(
      "testing to pendingFailure: TEST_RUN_TIMEOUT #1 took longer than 1 minute without a verdict of `tests`.",
    );
  });

  it("names the required checks that gave no verdict, and no others", () => {
    const required = aQueue({ testingTimeoutMinutes: 30, requiredStatuses: ["unit", "lint", "types"] });
    const begun = after(required, submitted(1), reported("1", { unit: "success", lint: null, docs: null }));
    expect(timelineOf(story(begun, minutesPassed(30)), 1)[0]).toBe(
      "testing to pendingFailure: TEST_RUN_TIMEOUT #1 took longer than 30 minutes without a verdict of `lint` and `types`.",
    );
  });

  it("names what a check waited for", () => {
    const detail = "skipped so far; workflow CI is not complete";
    const held = happening((queue) => ({
      kind: "checksReported",
      at: queue.now,
      run: runNamed(queue, "1").id,
      checks: [{ name: "tests", url: "", status: "queued", conclusion: null, detail }],
    }));
    const one = after(aQueue({ testingTimeoutMinutes: 1, requiredStatuses: ["tests"] }), submitted(1));
    expect(timelineOf(story(one, held, minutesPassed(1)), 1)[0]).toBe(
      `testing to pendingFailure: TEST_RUN_TIMEOUT #1 took longer than 1 minute without a verdict of \`tests\` (${detail}).`,
    );
  });

  it("is a pending failure while somebody ahead may be the cause", () => {
    const queue = after(full, changed({ testingTimeoutMinutes: 0 }), submitted(3), minutesPassed(5));
    const late = after(queue, passed("1"), minutesPassed(20), changed({ testingTimeoutMinutes: 30 }));
    expect(picture(late)).toBe("main <- #1 landing <- #2+1 running <- #3+1+2 running");
    expect(picture(after(late, minutesPassed(5)))).toBe(
      "main <- #1 landing <- #2+1 timed out <- #3+1 running",
    );
  });

  it("has until the deadline, and the queue asks to be woken then", () => {
    const { queue, wakeAt } = story(full, minutesPassed(19));
    expect(picture(queue)).toBe(picture(full));
    expect(wakeAt).toBe(BEGINNING + 30 * MINUTE_MS);
  });

  it("is measured from its first check, so that waiting for a machine costs nobody anything", () => {
    const waiting = after(
      aQueue({ testingTimeoutMinutes: 30 }),
      submitted(1),
      atWork("queued"),
      minutesPassed(20),
    );
    const begun = after(waiting, atWork("in_progress"), minutesPassed(29));
    expect(picture(begun)).toBe("main <- #1 running");
    expect(picture(after(begun, atWork("in_progress"), minutesPassed(1)))).toBe("main | retrying #1 running");
    expect(picture(after(waiting, minutesPassed(10)))).toBe("main | retrying #1 running");
  });

  it("is measured from the first check of several, however late the others begin", () => {
    const said = (second: "queued" | "in_progress") =>
      happening((queue) => ({
        kind: "checksReported",
        at: queue.now,
        run: runNamed(queue, "1").id,
        checks: [
          { name: "tests", url: "", status: "in_progress", conclusion: null },
          { name: "slow", url: "", status: second, conclusion: null },
        ],
      }));
    const waiting = after(aQueue({ testingTimeoutMinutes: 30 }), submitted(1), minutesPassed(20));
    const begun = after(waiting, said("queued"), minutesPassed(20), said("in_progress"));
    expect(story(begun, minutesPassed(9)).wakeAt).toBe(BEGINNING + 50 * MINUTE_MS);
    expect(picture(after(begun, minutesPassed(10)))).toBe("main | retrying #1 running");
  });

  it("has all the time there is without a limit", () => {
    const { queue, wakeAt } = story(full, changed({ testingTimeoutMinutes: 0 }), minutesPassed(100_000));
    expect(picture(queue)).toBe(picture(full));
    expect(wakeAt).toBeNull();
  });

  it("is measured by the limit that holds now", () => {
    const queue = after(full, minutesPassed(5), changed({ testingTimeoutMinutes: 12 }));
    expect(picture(queue)).toBe("main <- #2 running | retrying #1 running");
  });

  it("is measured from when CI started, not from when it was ordered", () => {
    const queue = after(aQueue({ testingTimeoutMinutes: 30 }), unbuilt(submitted(1)), minutesPassed(1000));
    expect(picture(queue)).toBe("main <- #1 building");
  });

  it("is late also when CI says then that it cancelled the check", () => {
    const late = after(full, turned("paused"), minutesPassed(20), reported("1", { tests: "cancelled" }));
    expect(picture(late)).toBe("main (paused) <- #1 timed out <- #2 pending");
  });

  it("counts as passed when it passes after all before it is settled", () => {
    const late = after(full, turned("paused"), minutesPassed(20));
    expect(picture(late)).toBe("main (paused) <- #1 timed out <- #2 pending");
    expect(entryNumbered(after(late, passed("1")), 1).state).toBe("testsPassed");
  });
});
