/** A person takes an entry out: at once, or, once it is landing, only if the landing does not work. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  cancelled,
  landed,
  landingRefused,
  passed,
  pushed,
  story,
  submitted,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3), submitted(4));

describe("cancelling", () => {
  it("takes a waiting entry out and touches nobody else", () => {
    const { queue, concluded, endedRuns } = story(full, cancelled(4));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    expect(endedRuns).toEqual([]);
    expect(concluded).toMatchObject([
      { state: "cancelled", reason: { code: "API_REQUESTED", sentence: "#4 was cancelled." } },
    ]);
  });

  it("takes an entry out that is not ready", () => {
    expect(picture(after(full, submitted(5, { facts: { draft: true } }), cancelled(5)))).toBe(picture(full));
  });

  it("has those behind tested without it in the same places", () => {
    const { queue, transitions } = story(full, cancelled(2));
    expect(picture(queue)).toBe("main <- #1 running <- #3+1 running <- #4+1+3 running");
    expect(transitions).toContainEqual(
      expect.objectContaining({
        pullRequest: 3,
        from: "testing",
        to: "pending",
        reason: {
          code: "PREREQUISITE_MERGE_ITEM_CANCELLED",
          sentence: "#2 was cancelled; the tests of #3 start again without it.",
        },
      }),
    );
  });

  it("stops the tests of the entry and of those behind", () => {
    const { effects, endedRuns } = story(full, cancelled(2));
    const discarded = effects.flatMap((effect) => (effect.kind === "discardTestRun" ? effect.run : []));
    expect(discarded).toEqual(endedRuns.map(({ run }) => run.id));
    expect(endedRuns.map(({ run }) => run.own)).toEqual([[2], [3]]);
  });

  it("tests a passed entry again that was tested on it", () => {
    expect(picture(after(full, passed("1+2"), cancelled(1)))).toBe(
      "main <- #2 running <- #3+2 running <- #4+2+3 running",
    );
  });

  it("changes nothing for a pull request that is not in the queue", () => {
    expect(after(full, cancelled(9))).toEqual(full);
  });
});

describe("cancelling what is landing", () => {
  const landing = after(full, passed("1"), cancelled(1));

  it("waits for the answer", () => {
    expect(picture(landing)).toBe(
      "main <- #1 landing (leaving) <- #2+1 running <- #3+1+2 running <- #4+1+2+3 running",
    );
  });

  it("comes too late when it lands", () => {
    const { queue, concluded } = story(landing, landed());
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running <- #4+2+3 running");
    expect(concluded).toMatchObject([{ facts: { number: 1 }, state: "merged" }]);
  });

  it("takes it out when it does not land", () => {
    const { queue, concluded } = story(landing, landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running <- #4+2+3 running");
    expect(concluded).toMatchObject([
      { facts: { number: 1 }, state: "cancelled", reason: { sentence: "#1 was cancelled." } },
    ]);
  });

  it("is taken back when the pull request is submitted again as it is", () => {
    const { queue, concluded } = story(landing, submitted(1), landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running <- #4 pending");
    expect(concluded).toEqual([]);
  });

  it("is not taken back by what is another head than the one that is landing", () => {
    const pushedTo = submitted(1, { facts: { headSha: headOf(1, 1) } });
    const { queue, concluded } = story(landing, pushedTo, landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running <- #4+2+3 running");
    expect(concluded).toMatchObject([{ facts: { number: 1 }, state: "cancelled" }]);
  });

  it("keeps the first reason when it is cancelled again", () => {
    const again = after(landing, cancelled(1));
    expect(again).toEqual(landing);
    expect(after(landing, pushed(1))).toEqual(landing);
  });
});
