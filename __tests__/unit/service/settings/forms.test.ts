/** Durations are shown as people would write them, and mean the same when they are read again. */
import { describe, expect, it } from "@jest/globals";
import { durationMs } from "../../../../src/domain/duration.js";
import { durationText } from "../../../../src/service/settings/forms.js";

describe("a duration", () => {
  it.each([
    ["90d", "90d"],
    ["7776000s", "90d"],
    ["48h", "2d"],
    ["36h", "36h"],
    ["1.5h", "90m"],
    ["60s", "1m"],
    ["90s", "90s"],
    ["1.5s", "1500ms"],
    ["1ms", "1ms"],
  ])("that is written as %s is shown as %s", (written, shown) => {
    const milliseconds = durationMs(written) ?? Number.NaN;
    expect(durationText(milliseconds)).toBe(shown);
    expect(durationMs(shown)).toBe(milliseconds);
  });
});
