/** What passed lands as the very commit that was tested, the whole front of the line in one move. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue, TestRun } from "../../../src/engine/model/queue.js";
import { landPassedBatches } from "../../../src/engine/rules/land-passed-batches.js";
import { commitsOn, namedCommit, treeOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  builds,
  changed,
  failed,
  happening,
  landed,
  landingRefused,
  passed,
  runNamed,
  story,
  submitted,
  touching,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2), submitted(3));

describe("landing", () => {
  it("pushes the tested commit onto the tip it was tested on", () => {
    const run = runNamed(full, "1");
    const { queue, effects } = story(full, passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 running <- #3+1+2 running");
    expect(effects).toEqual([
      {
        id: expect.any(Number),
        kind: "land",
        run: run.id,
        targetBranch: "main",
        expectedTip: namedCommit("v1"),
        newTip: run.commits[0],
        tree: run.tree,
      },
    ]);
  });

  it("waits for those ahead", () => {
    const { queue, effects } = story(full, passed("1+2"), passed("1+2+3"));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 passed <- #3+1+2 passed");
    expect(effects).toEqual([]);
  });

  it("takes everything that passed at the front in one move", () => {
    const last = runNamed(full, "1+2").commits.at(-1);
    const { queue, effects } = story(full, passed("1+2"), passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 landing <- #3+1+2 running");
    expect(effects).toMatchObject([{ kind: "land", newTip: last }]);
  });

  it("lands one thing at a time", () => {
    const { queue, effects } = story(full, passed("1"), passed("1+2"));
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 passed <- #3+1+2 running");
    expect(effects.filter(({ kind }) => kind === "land")).toHaveLength(1);
  });

  it("lets the lane that stands first go first, however much has passed in another", () => {
    const lanes = after(
      aQueue({ mode: "parallel", concurrency: 10 }),
      submitted(1, touching("front")),
      submitted(9, touching("docs")),
      ...[2, 3, 4].map((number) => submitted(number, touching("front"))),
    );
    const busy = after(lanes, passed("1"), passed("9"), passed("1+2"), passed("1+2+3"));
    expect(picture(after(busy, landed()))).toBe(
      "main <- #9 landing <- #2 passed <- #3+2 passed <- #4+2+3 running",
    );
  });

  it("keeps the runs of those behind, which were tested on what landed", () => {
    const { queue, effects } = story(full, passed("1"), landed());
    expect(picture(queue)).toBe("main <- #2 running <- #3+2 running");
    expect(queue.tip).toBe(runNamed(full, "1").commits[0]);
    expect(effects.filter(({ kind }) => kind === "startTestRun")).toEqual([]);
  });

  it("lands what passed meanwhile as soon as the answer is here", () => {
    expect(picture(after(full, passed("1"), passed("1+2"), landed()))).toBe(
      "main <- #2 landing <- #3+2 running",
    );
  });

  it("lands on top of what landed the commit that was tested before", () => {
    const { commit, expectedTip } = after(full, passed("1"), passed("1+2"), landed()).landing ?? {};
    expect([expectedTip, commit?.newTip]).toEqual(runNamed(full, "1+2").commits);
  });

  it("proves each entry by a pass of its own run", () => {
    const { concluded, endedRuns, effects } = story(full, passed("1+2"), passed("1"), landed());
    const runs = [runNamed(full, "1").id, runNamed(full, "1+2").id];
    expect(concluded).toMatchObject([
      { facts: { number: 1 }, ended: "merged", state: "merged", verifiedBy: runs[0] },
      { facts: { number: 2 }, ended: "merged", state: "merged", verifiedBy: runs[1] },
    ]);
    expect(concluded[1]?.reason).toEqual({
      code: "MERGE_GRAPH_MERGE",
      sentence: `#2 landed: it passed test run ${String(runs[1])}.`,
    });
    expect(endedRuns.map(({ run }) => run.id)).toEqual(runs);
    expect(effects.flatMap((effect) => (effect.kind === "discardTestRun" ? effect.run : []))).toEqual(runs);
  });
});

describe("the answer to a landing", () => {
  const landing = after(full, passed("1"));
  const done = after(landing, landed());

  it("changes nothing when it comes again", () => {
    const { run, commit } = landing.landing ?? failure();
    const { newTip } = commit ?? failure();
    const again = happening(({ now }) => ({ kind: "landed", at: now, run, newTip }));
    expect(after(done, again)).toEqual(done);
  });

  it("changes nothing when it is about another run", () => {
    const { id } = runNamed(landing, "1+2");
    const newTip = namedCommit("stray");
    const yes = happening(({ now }) => ({ kind: "landed", at: now, run: id, newTip }));
    const no = happening(({ now }) => ({ kind: "landingRefused", at: now, run: id, tip: newTip }));
    expect(after(landing, yes, no)).toEqual(landing);
  });

  it("has everything tested again in the same places when the branch is elsewhere", () => {
    const { queue, transitions } = story(landing, unbuilt(landingRefused("v2")));
    expect(picture(queue)).toBe("main <- #1 building <- #2+1 building <- #3+1+2 building");
    expect(queue.tip).toBe(namedCommit("v2"));
    expect(transitions.map(({ reason }) => reason?.code)).toEqual(
      Array.from({ length: 3 }, () => "MANUAL_PUSH_TO_TARGET_BRANCH"),
    );
  });

  it("never has the same run land twice", () => {
    const refused = after(landing, landingRefused("v1"));
    expect(picture(refused)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    expect(runNamed(refused, "1").id).not.toBe(runNamed(full, "1").id);
    expect(runNamed(refused, "1+2").id).toBe(runNamed(full, "1+2").id);
  });

  it("counts as merged what is still on a branch that lost only the rest of the landing", () => {
    const both = after(full, passed("1+2"), passed("1"));
    const [tip = failure()] = runNamed(full, "1").commits;
    const { id } = runNamed(full, "1+2");
    const refused = story(
      both,
      happening(({ now }) => ({ kind: "landingRefused", at: now, run: id, tip })),
    );
    expect(picture(refused.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(refused.concluded).toMatchObject([{ facts: { number: 1 }, state: "merged" }]);
  });
});

describe("a test branch that is not built yet when those ahead land", () => {
  const queue = after(
    aQueue({ concurrency: 2 }),
    submitted(1),
    submitted(2),
    submitted(3),
    unbuilt(passed("1")),
  );
  const done = after(queue, unbuilt(landed()));

  it("goes on, since the commits ahead are known from their own run", () => {
    expect(picture(queue)).toBe("main <- #1 landing <- #2+1 running <- #3+1+2 building");
    const landedMeanwhile = after(queue, unbuilt(landed()));
    expect(picture(landedMeanwhile)).toBe("main <- #2 running <- #3+2 building");
    expect(runNamed(landedMeanwhile, "2+3").renamed).toBeUndefined();
    expect(picture(after(landedMeanwhile, builds("2+3")))).toBe("main <- #2 running <- #3+2 running");
  });

  it("goes on right behind what landed, too", () => {
    const second = after(aQueue(), submitted(1), unbuilt(submitted(2)), unbuilt(passed("1")));
    const { id } = runNamed(second, "1+2");
    expect(runNamed(after(second, unbuilt(landed())), "2").id).toBe(id);
  });

  it("is invalidated when it comes out otherwise", () => {
    const run = runNamed(done, "2+3");
    const commits = commitsOn(run.testedOn, run.contains, "merge_commit");
    const tree = treeOf(namedCommit("other"));
    const other = happening(({ now }) => ({ kind: "testRunBuilt", at: now, run: run.id, commits, tree }));
    const rebuilt = after(done, unbuilt(other));
    expect(runNamed(rebuilt, "2+3").id).not.toBe(run.id);
  });
});

describe("a landing", () => {
  it("leaves runs behind that were built by another merge method to be tested again", () => {
    const mixed = after(aQueue(), submitted(1), changed({ mergeMethod: "rebase" }), submitted(2));
    const { queue, effects } = story(mixed, passed("1"), landed());
    expect(picture(queue)).toBe("main <- #2 running");
    expect(effects.map(({ kind }) => kind)).toEqual([
      "land",
      "discardTestRun",
      "discardTestRun",
      "startTestRun",
    ]);
  });

  it("takes nothing behind a failure along", () => {
    expect(picture(after(full, failed("1+2"), passed("1"), passed("1+3")))).toBe(
      "main <- #1 landing <- #2+1 failed <- #3+1 passed",
    );
  });

  it("that cannot be made fails what was to land, and lets those behind it go on", () => {
    const ready = after(aQueue({ concurrency: 2 }), submitted(1), submitted(2), passed("1"));
    const reason = { code: "GITHUB_API_MERGE_PR_FAILED", sentence: "The branch is protected." } as const;
    const run = ready.landing?.run ?? failure();
    const no = happening(({ now }) => ({ kind: "landingFailed", at: now, run, reason }));
    const { queue, concluded } = story(ready, no);
    expect(picture(queue)).toBe("main <- #2 running");
    expect(concluded).toMatchObject([
      {
        facts: { number: 1 },
        ended: "failed",
        reason: { ...reason, sentence: "#1: The branch is protected." },
      },
    ]);
    expect(after(queue, no)).toEqual(queue);
  });
});

it("a pass without the commit that was tested cannot be, and is said at once", () => {
  const queue = after(full, turned("paused"), passed("1"));
  const withRuns = (change: Partial<TestRun>): Queue => ({
    ...queue,
    state: "running",
    runs: queue.runs.map((run) => ({ ...run, ...change })),
  });
  const sentence = `test run ${runNamed(full, "1").id} passed without a commit`;
  expect(() => landPassedBatches(withRuns({ commits: [] }))).toThrow(sentence);
  expect(() => landPassedBatches(withRuns({ tree: null }))).toThrow(sentence);
});

function failure(): never {
  throw new Error("the story tells otherwise");
}
