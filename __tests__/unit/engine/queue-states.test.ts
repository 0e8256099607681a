/** Running, paused, draining: who comes in, what starts, what lands, and what is settled. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  aQueue,
  cancelled,
  failed,
  landed,
  movedTo,
  passed,
  story,
  submitted,
  turned,
} from "../../support/queue-builder.js";

const full = after(aQueue({ concurrency: 2 }), submitted(1), submitted(2), submitted(3));

describe("a paused queue", () => {
  const paused = after(full, turned("paused"));

  it("admits nobody until it runs again", () => {
    const queue = after(paused, submitted(4));
    expect(picture(queue)).toBe("main (paused) <- #1 running <- #2+1 running | waiting #3 | not ready #4");
    expect(picture(after(queue, turned("running")))).toBe(
      "main <- #1 running <- #2+1 running | waiting #3 #4",
    );
  });

  it("starts no test, and lets those that run finish", () => {
    expect(picture(after(paused, passed("1+2")))).toBe(
      "main (paused) <- #1 running <- #2+1 passed | waiting #3",
    );
  });

  it("lands nothing until it runs again", () => {
    const passing = story(paused, passed("1"));
    expect(picture(passing.queue)).toBe("main (paused) <- #1 passed <- #2+1 running | waiting #3");
    expect(passing.effects).toEqual([]);
    expect(picture(after(passing.queue, turned("running")))).toBe(
      "main <- #1 landing <- #2+1 running <- #3+1+2 running",
    );
  });

  it("takes the answer to a landing that was under way", () => {
    expect(picture(after(full, passed("1"), turned("paused"), landed()))).toBe(
      "main (paused) <- #2 running <- #3+2 running",
    );
  });

  it("blames nobody until it runs again", () => {
    const failing = after(paused, failed("1"));
    expect(picture(failing)).toBe("main (paused) <- #1 failed <- #2 pending | waiting #3");
    const again = after(failing, turned("running"));
    expect(picture(again)).toBe("main <- #2 running | retrying #1 running | waiting #3");
    expect(picture(after(again, turned("paused"), failed("1")))).toBe(
      "main (paused) <- #2 running | retrying #1 failed | waiting #3",
    );
    expect(picture(after(again, failed("1")))).toBe("main <- #2 running <- #3+2 running");
  });

  it("keeps a pass, and does not land it once it is invalidated", () => {
    const passing = after(paused, passed("1"), passed("1+2"));
    expect(picture(passing)).toBe("main (paused) <- #1 passed <- #2+1 passed | waiting #3");
    const invalidated = after(passing, cancelled(1));
    expect(picture(invalidated)).toBe("main (paused) <- #2 pending | waiting #3");
    const moved = story(passing, movedTo("v2"), turned("running"));
    expect(picture(moved.queue)).toBe("main <- #1 running <- #2+1 running | waiting #3");
    expect(moved.effects.filter(({ kind }) => kind === "land")).toEqual([]);
    expect(picture(after(invalidated, turned("running")))).toBe("main <- #2 running <- #3+2 running");
  });

  it("gives up what is proven no more, and keeps the places", () => {
    expect(picture(after(paused, movedTo("v2")))).toBe(
      "main (paused) <- #1 pending <- #2 pending | waiting #3",
    );
  });

  it("lets people take entries out", () => {
    expect(picture(after(paused, cancelled(1)))).toBe("main (paused) <- #2 pending | waiting #3");
  });
});

describe("a draining queue", () => {
  const draining = after(full, turned("draining"), submitted(4));

  it("admits nobody, and works off everybody it has admitted", () => {
    expect(picture(draining)).toBe(
      "main (draining) <- #1 running <- #2+1 running | waiting #3 | not ready #4",
    );
    const drained = after(draining, passed("1"), landed(), passed("2"), landed(), passed("3"), landed());
    expect(picture(drained)).toBe("main (draining) | not ready #4");
  });

  it("blames who is to blame", () => {
    expect(picture(after(draining, failed("1"), failed("1")))).toBe(
      "main (draining) <- #2 running <- #3+2 running | not ready #4",
    );
  });

  it("stays draining when it is empty, until it is told otherwise", () => {
    expect(picture(after(aQueue(), turned("draining")))).toBe("main (draining)");
  });
});
