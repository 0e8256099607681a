/** When others move the branch, everything is tested again where the branch is now. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  entryNumbered,
  happening,
  landed,
  movedTo,
  passed,
  runNamed,
  story,
  submitted,
  touching,
  unbuilt,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3));

describe("a branch that moved outside the queue", () => {
  it("has everything tested again in the same places", () => {
    const { queue, transitions } = story(full, passed("1+2"), unbuilt(movedTo("v2")));
    const commit = namedCommit("v2");
    expect(picture(queue)).toBe("main <- #1 building <- #2+1 building <- #3+1+2 building");
    expect(queue.runs.map(({ testedOn }) => testedOn)).toEqual([commit, commit, commit]);
    expect(transitions.at(-1)?.reason).toEqual({
      code: "MANUAL_PUSH_TO_TARGET_BRANCH",
      sentence: `\`main\` is now at ${commit.slice(0, 8)}, so the tests of #3 start again there.`,
    });
    expect(entryNumbered(queue, 2).state).toBe("pending");
  });

  it("never lands again what was taken off it", () => {
    const after1 = after(full, passed("1"), landed());
    const { queue, transitions } = story(after1, unbuilt(movedTo("v1")));
    expect(picture(queue)).toBe("main <- #2 building <- #3+2 building");
    expect(queue.runs.map(({ testedOn }) => testedOn)).toEqual([namedCommit("v1"), namedCommit("v1")]);
    expect(transitions.map(({ reason }) => reason?.code)).toEqual([
      "MANUAL_PUSH_TO_TARGET_BRANCH",
      "MANUAL_PUSH_TO_TARGET_BRANCH",
    ]);
  });

  it("is not believed from a look that the queue has overtaken", () => {
    const done = after(full, passed("1"), landed());
    const late = happening(({ now }) => ({
      kind: "tipObserved",
      at: now,
      from: namedCommit("v1"),
      to: namedCommit("v1"),
    }));
    expect(after(done, late)).toEqual(done);
  });

  it("is not one that is seen where it was left", () => {
    const lanes = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      passed("2"),
      landed(),
    );
    const seen = happening(({ now, tip }) => ({ kind: "tipObserved", at: now, from: tip, to: tip }));
    expect(after(lanes, seen)).toEqual(lanes);
  });

  it("is left to the answer while a landing is under way", () => {
    const landing = after(full, passed("1"));
    expect(after(landing, movedTo("v2"))).toEqual(landing);
  });

  it("has merged by hand what somebody pushed to it from a test branch", () => {
    const [, second = namedCommit("none")] = runNamed(full, "1+2").commits;
    const push = happening(({ now, tip }) => ({ kind: "tipObserved", at: now, from: tip, to: second }));
    const { queue, concluded } = story(full, push);
    expect(picture(queue)).toBe("main <- #3 running");
    expect(concluded.map(({ state, reason }) => [state, reason?.code])).toEqual([
      ["merged", "MANUAL_MERGE"],
      ["merged", "MANUAL_MERGE"],
    ]);
  });

  it("has merged nothing of a new stay by going back to where an old one landed", () => {
    const [first = namedCommit("none")] = runNamed(full, "1").commits;
    const facts = { headSha: headOf(1, 1) };
    const again = after(full, passed("1+2"), passed("1"), landed(), submitted(1, { facts }));
    expect(picture(again)).toBe("main <- #3 running <- #1+3 running");
    const back = happening(({ now, tip }) => ({ kind: "tipObserved", at: now, from: tip, to: first }));
    const { queue, concluded } = story(again, back);
    expect(picture(queue)).toBe("main <- #3 running <- #1+3 running");
    expect(concluded).toEqual([]);
  });
});
