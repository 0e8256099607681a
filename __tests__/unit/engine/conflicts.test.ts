/** What does not merge on the branch is out; what only does not merge on those ahead waits for them. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  allSubmitted,
  aQueue,
  builds,
  cancelled,
  changed,
  conflicted,
  entryNumbered,
  landed,
  passed,
  restarted,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const one = after(aQueue(), submitted(1));
const hold = [unbuilt(submitted(2)), conflicted("1+2", 2), submitted(3)];
const held = after(one, ...hold);

describe("a conflict with the branch", () => {
  const building = after(aQueue(), unbuilt(submitted(1)));

  it("puts the entry out", () => {
    const { queue, concluded } = story(building, conflicted("1", 1));
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([
      {
        state: "failed",
        reason: {
          code: "START_TEST_RUN_MERGE_CONFLICT",
          sentence: "#1 conflicts with `main` in `src/shared.ts`; update it and submit it again.",
        },
      },
    ]);
  });

  it("is settled once a paused queue runs again", () => {
    const paused = after(building, turned("paused"), conflicted("1", 1));
    expect(picture(paused)).toBe("main (paused) <- #1 conflicted at #1");
    expect(entryNumbered(paused, 1).reason?.code).toBe("MERGE_ITEM_NOW_READY");
    expect(picture(after(paused, turned("running")))).toBe("main");
  });
});

describe("a conflict with a predecessor", () => {
  it("holds the entry in its place while the others go on without it", () => {
    const queue = after(one, ...hold);
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 conflicted at #2 <- #3+1 running");
    expect(entryNumbered(queue, 2)).toMatchObject({
      state: "pending",
      reason: {
        code: "START_TEST_RUN_MERGE_CONFLICT",
        sentence: "#2 conflicts with what is ahead of it (#1) in `src/shared.ts`; it waits for them.",
      },
    });
  });

  it("is over when the predecessor leaves", () => {
    expect(picture(after(held, cancelled(1)))).toBe("main <- #2 running <- #3+2 running");
  });

  it("is a conflict with the branch once the predecessor has landed", () => {
    const { queue, concluded } = story(held, passed("1"), landed());
    expect(picture(queue)).toBe("main <- #3 running");
    expect(concluded.at(-1)).toMatchObject({
      facts: { number: 2 },
      state: "failed",
      reason: {
        sentence:
          "#2 conflicts with `main`, where #1 landed before it in `src/shared.ts`; update it and submit it again.",
      },
    });
  });

  it("takes no slot", () => {
    expect(picture(after(held, submitted(4)))).toBe(
      "main <- #1 running <- #2+1 conflicted at #2 <- #3+1 running <- #4+1+3 running",
    );
  });
});

describe("a conflict of somebody ahead", () => {
  const building = after(one, unbuilt(submitted(2)), unbuilt(submitted(3)));
  const stuck = after(building, conflicted("1+2+3", 2));

  it("has the entry wait for that one's own test branch", () => {
    expect(picture(stuck)).toBe("main <- #1 running <- #2+1 building <- #3+1+2 conflicted at #2");
    expect(entryNumbered(stuck, 3).reason).toEqual(entryNumbered(building, 3).reason);
  });

  it("has it tested without that one, when that one does not merge", () => {
    expect(picture(after(stuck, conflicted("1+2", 2)))).toBe(
      "main <- #1 running <- #2+1 conflicted at #2 <- #3+1 running",
    );
  });

  it("tells those who were tested on that one", () => {
    const told = story(after(one, unbuilt(submitted(2)), submitted(3)), conflicted("1+2", 2));
    expect(timelineOf(told, 3)[0]).toBe(
      "testing to pending: PREREQUISITE_MERGE_ITEM_FAILED #2 does not merge, so the tests of #3 start again without it.",
    );
  });

  it("has it tested again once that one has landed all the same", () => {
    const landing = after(stuck, builds("1+2"), passed("1+2"), passed("1"));
    expect(picture(after(landing, landed()))).toBe("main <- #3 running");
    const again = after(landing, unbuilt(landed()));
    expect(entryNumbered(again, 3).reason).toEqual({
      code: "MANUAL_PUSH_TO_TARGET_BRANCH",
      sentence: `\`main\` is now at ${again.tip.slice(0, 8)}, so the tests of #3 start again there.`,
    });
  });
});

describe("in parallel mode a conflict of somebody ahead", () => {
  it("counts no more once that one has landed, so that the entry is tested again", () => {
    const building = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      unbuilt(submitted(2, touching("a"))),
      unbuilt(submitted(3, touching("a"))),
    );
    const stuck = after(building, conflicted("1+2+3", 2), builds("1+2"), passed("1"), passed("1+2"));
    expect(picture(after(stuck, landed(), landed()))).toBe("main <- #3 running");
  });
});

describe("a conflict in a batch behind others", () => {
  const batching = aQueue({ batch: true, batchingMinSize: 2 });
  const behind = after(batching, ...allSubmitted(1, 2, 3), unbuilt(submitted(4)));

  it("of somebody ahead leaves the batch as it is", () => {
    const stuck = after(behind, conflicted("1+2+3+4", 2));
    expect(picture(stuck)).toBe("main <- #1&#2 running <- #3&#4+1+2 conflicted at #2");
  });

  it("of one that lands on the pass of those behind it splits nothing", () => {
    const optimistic = after(behind, changed({ canOptimisticallyMerge: true }), unbuilt(restarted(1)));
    const landing = after(optimistic, builds("1+2+3+4"), passed("1+2+3+4"));
    expect(picture(landing)).toBe("main <- #1&#2 landing <- #3&#4+1+2 landing");
    expect(picture(after(landing, conflicted("1+2", 2)))).toBe(picture(landing));
  });

  it("gives each piece a number of its own, and none of those given before", () => {
    const { queue } = story(behind, conflicted("1+2+3+4", 4));
    expect(picture(queue)).toBe("main <- #1&#2 running <- #3+1+2 running <- #4+1+2+3 running");
    const ids = queue.line.map(({ id }) => Number(id));
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(ids[1]).toBeGreaterThanOrEqual(behind.nextNumber);
    expect(queue.nextNumber).toBeGreaterThan(Math.max(...ids));
  });
});
