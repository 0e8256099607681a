/** Deadlines, and the clock that they are taken from. */
import { describe, expect, it } from "@jest/globals";
import { systemClock } from "../../../src/client/clock.js";
import { Deadline } from "../../../src/client/deadline.js";
import { JumpingClock } from "../../support/jumping-clock.js";

describe("Deadline", () => {
  it("counts down to nothing and no further", async () => {
    const clock = new JumpingClock();
    const deadline = Deadline.after(100, clock);
    await clock.sleep(40);
    expect([deadline.remainingMs(), deadline.hasPassed]).toEqual([60, false]);
    await clock.sleep(100);
    expect([deadline.remainingMs(), deadline.hasPassed]).toEqual([0, true]);
  });

  it("may never come", () => {
    expect(Deadline.never().remainingMs()).toBe(Number.POSITIVE_INFINITY);
  });

  it("is the sooner of two, whichever is asked", () => {
    const clock = new JumpingClock();
    const [soon, late] = [Deadline.after(1, clock), Deadline.after(2, clock)];
    expect([soon.sooner(late), late.sooner(soon), Deadline.never().sooner(late)]).toEqual([soon, soon, late]);
  });
});

describe("systemClock", () => {
  it("sleeps until it is told to wake, and leaves no timer behind", async () => {
    const before = timers();
    const controller = new AbortController();
    const sleep = systemClock.sleep(2 ** 40, controller.signal);
    controller.abort();
    await sleep;
    await systemClock.sleep(2 ** 40, controller.signal);
    expect(timers()).toBe(before); // no timer can have fired since: nothing here waited for one
  });

  it("wakes by itself", async () => {
    const before = systemClock.now();
    await systemClock.sleep(5);
    expect(systemClock.now() - before).toBeGreaterThan(3);
  });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}
