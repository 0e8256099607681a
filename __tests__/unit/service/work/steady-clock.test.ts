/** The time of day of one process while the machine's clock is set. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { SteadyClock } from "../../../../src/service/work/steady-clock.js";

const START = 1_767_225_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a step has to last before it is followed. */
const LASTING_MS = 10_000;

const machine = { wall: START, monotonic: 17.25 };
let clock: SteadyClock;
beforeEach(() => {
  Object.assign(machine, { wall: START, monotonic: 17.25 });
  clock = new SteadyClock(
    () => machine.wall,
    () => machine.monotonic,
  );
});

/** Time passes, and the clock is read every now and then. */
function pass(milliseconds: number, everyMs = 1000): void {
  for (let left = milliseconds; left > 0; left -= everyMs) {
    const step = Math.min(left, everyMs);
    machine.wall += step;
    machine.monotonic += step;
    clock.now();
  }
}

function set(byMs: number): void {
  machine.wall += byMs;
}

describe("the clock of one process", () => {
  it("shows the machine's time in whole milliseconds", () => {
    machine.monotonic += 1.9;
    expect(clock.now()).toBe(START + 1);
    pass(5000);
    expect(clock.now()).toBe(START + 5001);
  });

  it.each([DAY_MS, -DAY_MS, HOUR_MS, -2000])("does not see a jump by %d ms that is taken back", (byMs) => {
    set(byMs);
    pass(500, 10);
    expect(clock.now()).toBe(START + 500);
    set(-byMs);
    pass(2 * LASTING_MS);
    expect(clock.now()).toBe(START + 500 + 2 * LASTING_MS);
    expect(clock.setForwardSince(START)).toBe(0);
  });

  it("takes two jumps to different times for two", () => {
    set(DAY_MS);
    pass(LASTING_MS - 1000);
    set(-DAY_MS - HOUR_MS);
    pass(2000);
    expect(clock.now()).toBe(START + LASTING_MS + 1000);
  });

  it("follows a step forward that lasts, and knows by how much", () => {
    set(DAY_MS);
    pass(LASTING_MS);
    expect(clock.now()).toBe(START + LASTING_MS);
    pass(1000);
    const after = START + DAY_MS + LASTING_MS + 1000;
    expect(clock.now()).toBe(after);
    expect(clock.setForwardSince(START)).toBe(DAY_MS);
    expect(clock.setForwardSince(after)).toBe(0);
  });

  it("follows a step back that lasts, and that makes up for steps forward", () => {
    set(DAY_MS);
    pass(LASTING_MS + 1000);
    set(-DAY_MS);
    pass(LASTING_MS + 1000);
    expect(clock.now()).toBe(START + 2 * LASTING_MS + 2000);
    expect(clock.setForwardSince(START)).toBe(0);
  });

  it("follows nothing that is less than a second, until it adds up", () => {
    set(-600);
    pass(2 * LASTING_MS);
    expect(clock.now()).toBe(START + 2 * LASTING_MS);
    set(-600);
    pass(LASTING_MS + 1000);
    expect(clock.now()).toBe(START + 3 * LASTING_MS + 1000 - 1200);
  });

  it("has durations that no step changes", () => {
    const before = clock.monotonic();
    set(DAY_MS);
    pass(LASTING_MS + 1000);
    expect(clock.monotonic() - before).toBe(LASTING_MS + 1000);
  });
});
