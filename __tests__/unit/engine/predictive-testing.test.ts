/** Each entry is tested on the tip, everything ahead of it, and itself, as many at once as the queue allows. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  BEGINNING,
  cancelled,
  observed,
  passed,
  runNamed,
  story,
  submitted,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3));

describe("predictive testing", () => {
  it("tests each entry on those ahead of it", () => {
    expect(picture(full)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
  });

  it("orders a test of the tip, those ahead and the entry itself", () => {
    const { effects, queue } = story(aQueue({ requiredStatuses: ["unit"] }), submitted(1), submitted(2));
    expect(effects.at(-1)).toEqual({
      id: expect.any(Number),
      kind: "startTestRun",
      run: runNamed(queue, "1+2").id,
      testedOn: namedCommit("v1"),
      contains: [
        { pullRequest: 1, headSha: headOf(1), title: "Change 1", submittedAt: BEGINNING },
        { pullRequest: 2, headSha: headOf(2), title: "Change 2", submittedAt: BEGINNING },
      ],
      mergeMethod: "squash",
      requiredStatuses: ["unit"],
      own: [2],
    });
  });

  it("lets the others wait when no slot is free", () => {
    expect(picture(after(full, submitted(4), submitted(5)))).toBe(
      "main <- #1 running <- #2+1 running <- #3+1+2 running | waiting #4 #5",
    );
  });

  it("gives the slot of a passed run to the next one", () => {
    expect(picture(after(full, submitted(4), passed("1+2")))).toBe(
      "main <- #1 running <- #2+1 passed <- #3+1+2 running <- #4+1+2+3 running",
    );
  });

  it("gives the slot of one that left to the next one", () => {
    expect(picture(after(full, submitted(4), cancelled(3)))).toBe(
      "main <- #1 running <- #2+1 running <- #4+1+2 running",
    );
  });

  it("tests a head under the title it is tested with elsewhere, so that both give the same commit", () => {
    const queue = after(aQueue(), submitted(1), observed(1, { title: "Reworded" }), submitted(2));
    expect(runNamed(queue, "1+2").contains.map(({ title }) => title)).toEqual(["Change 1", "Change 2"]);
    expect(runNamed(queue, "1+2").commits[0]).toBe(runNamed(queue, "1").commits[0]);
  });
});
