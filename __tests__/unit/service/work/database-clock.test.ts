/** The time of a database's server, as a process knows it from answers that took their time. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { DatabaseClock } from "../../../../src/service/app/open-shared-work.js";

const START = 1_767_225_600_000;
const HOUR_MS = 3_600_000;

const process = { monotonic: 5.5 };
const server = { aheadMs: START };
let clock: DatabaseClock;
beforeEach(() => {
  process.monotonic = 5.5;
  server.aheadMs = START;
  clock = new DatabaseClock(() => process.monotonic);
});

function serverNow(): number {
  return Math.floor(server.aheadMs + process.monotonic);
}

/** The server reads its clock on the way. */
function ask(thereMs: number, backMs: number): void {
  const askedAt = process.monotonic;
  process.monotonic += thereMs;
  const at = serverNow();
  process.monotonic += backMs;
  clock.learn(at, askedAt);
}

describe("the clock of a database", () => {
  it("shows no time before the database was asked", () => {
    expect(() => clock.now()).toThrow("the time of the database server is not known yet");
  });

  it("goes on between two answers", () => {
    ask(1, 0);
    process.monotonic += 60_000;
    expect(clock.now()).toBe(serverNow());
  });

  it("is never farther from the server's than the quickest answer was long", () => {
    const answers = fc.array(fc.tuple(fc.nat(5000), fc.nat(5000), fc.nat(60_000)), { minLength: 1 });
    fc.assert(
      fc.property(answers, (all) => {
        clock = new DatabaseClock(() => process.monotonic);
        let quickest = Number.POSITIVE_INFINITY;
        for (const [thereMs, backMs, pauseMs] of all) {
          ask(thereMs, backMs);
          quickest = Math.min(quickest, thereMs + backMs);
          process.monotonic += pauseMs;
          expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(quickest + 1);
        }
      }),
    );
  });

  it("takes no slow answer for a clock that was set", () => {
    ask(0, 1);
    ask(9000, 1);
    ask(1, 9000);
    expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(2);
    expect(clock.setForwardSince(START)).toBe(0);
  });

  it("follows a server whose clock is set, either way, with the next answer", () => {
    ask(0, 1);
    const before = clock.now();
    server.aheadMs += HOUR_MS;
    ask(0, 1);
    expect(clock.now()).toBe(before + HOUR_MS + 1);
    expect(clock.setForwardSince(before)).toBe(HOUR_MS);
    server.aheadMs -= HOUR_MS;
    ask(0, 1);
    expect(Math.abs(clock.now() - serverNow())).toBeLessThanOrEqual(1);
    expect(clock.setForwardSince(before)).toBe(0);
  });

  it("counts a step forward once for what it showed before it, and not for what it showed since", () => {
    ask(0, 0);
    const before = clock.now();
    for (const hours of [1, 2]) {
      server.aheadMs += hours * HOUR_MS;
      ask(0, 0);
      process.monotonic += 1000;
    }
    const between = before + HOUR_MS + 500;
    expect(clock.setForwardSince(before)).toBe(3 * HOUR_MS);
    expect(clock.setForwardSince(between)).toBe(2 * HOUR_MS);
    expect(clock.setForwardSince(clock.now())).toBe(0);
  });
});
