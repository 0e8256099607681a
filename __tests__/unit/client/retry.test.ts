/** How long to wait before another attempt. */
import { describe, expect, it } from "@jest/globals";
import { backOffMs, delayMs, readRetryAfterMs } from "../../../src/client/failures.js";

const most = () => 1;
const NOON = Date.UTC(2026, 2, 2, 12);

describe("backOffMs", () => {
  it("has bounds that double up to ten seconds", () => {
    expect([1, 2, 3, 4, 5, 6, 60].map((attempt) => backOffMs(attempt, most))).toEqual([
      500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
  });

  it("is anything from nothing to the bound", () => {
    expect([0, 0.25, 0.5].map((chance) => backOffMs(2, () => chance))).toEqual([0, 250, 500]);
  });
});

describe("delayMs", () => {
  it("adds the jitter to what the server asks for", () => {
    expect(delayMs(1, 7000, most)).toBe(7500);
  });

  it("cuts what the server asks for to a minute", () => {
    expect(delayMs(1, 3_600_000, () => 0)).toBe(60_000);
  });
});

describe("readRetryAfterMs", () => {
  const headers: readonly (readonly [header: string | undefined, ms: number | null])[] = [
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5000],
    ["9".repeat(400), Number.POSITIVE_INFINITY],
    ["Mon, 02 Mar 2026 12:00:30 GMT", 30_000],
    ["Monday, 02-Mar-26 12:00:30 GMT", 30_000],
    ["Mon Mar  2 12:00:30 2026 GMT", 30_000],
    ["Mon, 02 Mar 2026 11:59:00 GMT", 0],
    [undefined, null],
    ["", null],
    ["-3", null],
    ["1.5", null],
    ["soon", null],
    ["2026", 2_026_000],
  ];
  for (const [header, ms] of headers) {
    const shown = header === undefined ? "no header" : JSON.stringify(header.slice(0, 40));
    it(`reads ${shown} as ${ms}`, () => expect(readRetryAfterMs(header, NOON)).toBe(ms));
  }
});
