/** Timers of the service that are longer than those of the platform, which end such a timer after a millisecond. */
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { after } from "../../../../src/service/work/steady-clock.js";

const LONGEST_MS = 2 ** 31 - 1;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it.each([5, LONGEST_MS, LONGEST_MS + 1, 3 * LONGEST_MS + 5])(
  "calls back after %d ms, not before",
  (delayMs) => {
    const called = jest.fn();
    after(delayMs, called);
    jest.advanceTimersByTime(delayMs - 1);
    expect(called).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledTimes(1);
  },
);

it.each([1, LONGEST_MS + 1])("can be cancelled after %d ms", (passedMs) => {
  const called = jest.fn();
  const cancel = after(2 * LONGEST_MS, called);
  jest.advanceTimersByTime(passedMs);
  cancel();
  jest.advanceTimersByTime(2 * LONGEST_MS);
  expect(called).not.toHaveBeenCalled();
});

it("never calls back after an endless delay", () => {
  const called = jest.fn();
  after(Number.POSITIVE_INFINITY, called);
  jest.advanceTimersByTime(4 * LONGEST_MS);
  expect(called).not.toHaveBeenCalled();
});
