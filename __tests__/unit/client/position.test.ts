/** The place in line, and when there is none to tell. */
import { describe, expect, it } from "@jest/globals";
import { positionIn } from "../../../src/client/position.js";
import { aQueueReply, submitted } from "../../support/client-samples.js";

function listed(prNumber: number, state = "PENDING") {
  return submitted({ prNumber, state });
}

describe("positionIn", () => {
  const queue = aQueueReply({
    enqueuedPullRequests: [listed(7, "TESTING"), listed(5), listed(9, "NOT_READY")],
  });

  it("counts from 1 and names those ahead", () => {
    expect([positionIn(queue, 7), positionIn(queue, 5)]).toEqual([
      { place: 1, ahead: [] },
      { place: 2, ahead: [7] },
    ]);
  });

  it("gives no place to what is not ready", () => expect(positionIn(queue, 9)).toBeNull());

  it("concludes nothing from absence", () => expect(positionIn(queue, 8)).toBeNull());

  it("does not count what is not ready, wherever it is listed", () => {
    const mixed = aQueueReply({ enqueuedPullRequests: [listed(9, "NOT_READY"), listed(5)] });
    expect(positionIn(mixed, 5)).toEqual({ place: 1, ahead: [] });
  });
});
