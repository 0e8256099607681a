/** When the service corrects a queue's time, and by how much. */
import { describe, expect, it } from "@jest/globals";
import { clockCorrection } from "../../../../src/service/work/background.js";
import { after, aQueue, BEGINNING, submitted } from "../../../support/queue-builder.js";

const HOUR_MS = 3_600_000;
const queue = after(aQueue(), submitted(1));

function correction(aheadMs: number, forwardMs = 0, of = queue) {
  return clockCorrection(of, { now: () => BEGINNING + aheadMs, setForwardSince: () => forwardMs });
}

describe("the time of a queue", () => {
  it("is right with a clock that went on", () => {
    expect([0, 1, HOUR_MS].map((aheadMs) => correction(aheadMs))).toEqual([null, null, null]);
  });

  it("is corrected when it is more than five seconds ahead, by how far it goes back", () => {
    expect(correction(-5000)).toBeNull();
    expect(correction(-5001)).toEqual({ kind: "clockCorrected", at: BEGINNING - 5001, byMs: -5001 });
    expect(correction(-HOUR_MS, 0, aQueue())).toMatchObject({ byMs: -HOUR_MS });
  });

  it("is corrected when more than five seconds were jumped over, while there is an entry", () => {
    expect(correction(HOUR_MS, 5000)).toBeNull();
    expect(correction(HOUR_MS, 5001)).toEqual({
      kind: "clockCorrected",
      at: BEGINNING + HOUR_MS,
      byMs: 5001,
    });
    expect(correction(HOUR_MS, 5001, aQueue())).toBeNull();
  });

  it("is corrected once, whatever the clock says of itself", () => {
    expect(correction(HOUR_MS, 25 * HOUR_MS)).toMatchObject({ byMs: HOUR_MS });
    expect(correction(0, 25 * HOUR_MS)).toBeNull();
    expect(correction(-1000, 25 * HOUR_MS)).toBeNull();
  });
});
