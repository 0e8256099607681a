/** A person has the tests of one entry run again: in its place, and nobody else's. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  aQueue,
  failed,
  passed,
  restarted,
  runNamed,
  story,
  submitted,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3));

describe("restarting tests", () => {
  it("gives the entry a new run in its place", () => {
    const { queue, transitions } = story(full, restarted(2));
    expect(picture(queue)).toBe(picture(full));
    expect(runNamed(queue, "1+2").id).not.toBe(runNamed(full, "1+2").id);
    expect(transitions.map(({ pullRequest, from, to, reason }) => [pullRequest, from, to, reason])).toEqual([
      [
        2,
        "testing",
        "pending",
        {
          code: "TESTS_RESTARTED_BY_API_REQUEST",
          sentence: "The tests of #2 were restarted on request.",
        },
      ],
      [2, "pending", "testing", null],
    ]);
  });

  it("is told to be by whoever asked for it elsewhere than at the API", () => {
    const { transitions } = story(full, restarted(2, { by: "a comment of ada" }));
    expect(transitions[0]?.reason).toEqual({
      code: "TESTS_RESTARTED_BY_USER",
      sentence: "The tests of #2 were restarted by a comment of ada.",
    });
  });

  it("leaves the runs of the others alone, also of those that contain it", () => {
    const queue = after(full, restarted(1));
    expect(runNamed(queue, "1+2").id).toBe(runNamed(full, "1+2").id);
    expect(runNamed(queue, "1+2+3").id).toBe(runNamed(full, "1+2+3").id);
  });

  it("works again and again", () => {
    const once = after(full, restarted(1));
    expect(runNamed(after(once, restarted(1)), "1").id).not.toBe(runNamed(once, "1").id);
  });

  it("gives a pending failure another chance", () => {
    const queue = after(full, failed("1+2"), restarted(2));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
  });

  it("waits in a paused queue until it runs again", () => {
    const paused = after(full, turned("paused"), restarted(2));
    expect(picture(paused)).toBe("main (paused) <- #1 running <- #2 pending <- #3+1+2 running");
    expect(picture(after(paused, turned("running")))).toBe(picture(full));
  });

  it.each([
    ["waits", after(full, submitted(4)), 4],
    ["is not ready", after(full, submitted(4, { facts: { draft: true } })), 4],
    ["is not tested yet", after(aQueue(), unbuilt(submitted(4))), 4],
    ["has passed", after(full, passed("1+2")), 2],
    ["is not in the queue", full, 9],
  ])("changes nothing for an entry that %s", (_, queue, number) => {
    expect(after(queue, restarted(number))).toEqual(queue);
  });
});
