/** Where the code host merges: one pull request at a time, and what was tested on another name of a tree stays tested. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { brokenInvariants } from "../../../src/engine/model/invariants.js";
import { commitsOn, namedCommit, treeOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  builds,
  changed,
  type Happening,
  happening,
  passed,
  runNamed,
  story,
  submitted,
  unbuilt,
} from "../../support/queue-builder.js";

const byMerge = { landing: "merge", canOptimisticallyMerge: true, batch: true, batchingMinSize: 2 } as const;
const full = after(aQueue(byMerge), submitted(1), submitted(2), submitted(3));

function mergedAs(commit: string): Happening {
  return happening((queue) => {
    const { landing } = queue;
    if (landing?.commit == null) throw new Error("nothing is landing");
    return {
      kind: "landed",
      at: queue.now,
      run: landing.run,
      newTip: landing.commit.newTip,
      as: namedCommit(commit),
    };
  });
}

describe("where the code host merges", () => {
  it("nobody is tested together, and nobody lands on the pass of another", () => {
    expect(picture(full)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    expect(picture(after(full, passed("1+2")))).toBe("main <- #1 running <- #2+1 passed <- #3+1+2 running");
  });

  it("the first one lands alone, and the next on what was tested, whatever the commit is called", () => {
    const tested = runNamed(full, "1+2");
    const one = story(full, passed("1+2"), passed("1"));
    expect(picture(one.queue)).toBe("main <- #1 landing <- #2+1 passed <- #3+1+2 running");
    const two = story(one.queue, mergedAs("v2"));
    expect(picture(two.queue)).toBe("main <- #2 landing <- #3+2 running");
    expect(two.effects).toContainEqual(
      expect.objectContaining({
        kind: "land",
        expectedTip: namedCommit("v2"),
        newTip: tested.commits.at(-1),
        tree: tested.tree,
      }),
    );
    expect(two.endedRuns[0]?.run.commits).toEqual(runNamed(full, "1").commits);
    expect(two.queue.runs.map(({ renamed }) => renamed)).toEqual([undefined, undefined]);
    expect(brokenInvariants(two.queue)).toEqual([]);
  });

  it("what is being built meanwhile holds what landed, whatever the commit is called", () => {
    const building = after(aQueue(byMerge), submitted(1), passed("1"), unbuilt(submitted(2)));
    expect(picture(building)).toBe("main <- #1 landing <- #2+1 building");
    const landedMeanwhile = after(building, mergedAs("v2"));
    const { queue, effects } = story(landedMeanwhile, builds("2"));
    expect(picture(queue)).toBe("main <- #2 running");
    expect(effects).toEqual([]);
    expect(runNamed(queue, "2").commits[0]).toBe(namedCommit("v2"));
    expect(runNamed(queue, "2").renamed).toEqual([
      { tested: runNamed(building, "1").commits[0], onBranch: namedCommit("v2") },
    ]);
    expect(brokenInvariants(queue)).toEqual([]);
  });

  it("a build that is told again, after a crash, holds it as well", () => {
    const building = after(aQueue(byMerge), submitted(1), passed("1"), unbuilt(submitted(2)));
    const { id: run, testedOn, contains } = runNamed(building, "1+2");
    const built = happening(({ now: at, settings: { mergeMethod } }) => {
      const commits = commitsOn(testedOn, contains, mergeMethod);
      return { kind: "testRunBuilt", at, run, commits, tree: treeOf(commits[1] ?? testedOn) };
    });
    for (const telling of [
      [built, mergedAs("v2"), built],
      [mergedAs("v2"), built, built],
    ])
      expect(runNamed(after(building, ...telling), "2").commits[0]).toBe(namedCommit("v2"));
  });

  it("two that landed by other names while it was built are known by both", () => {
    const building = after(
      aQueue({ ...byMerge, batch: false }),
      ...[submitted(1), submitted(2), passed("1+2"), passed("1"), unbuilt(submitted(3))],
    );
    expect(picture(building)).toBe("main <- #1 landing <- #2+1 passed <- #3+1+2 building");
    const { queue, effects } = story(building, mergedAs("v2"), mergedAs("v3"), builds("3"));
    expect(picture(queue)).toBe("main <- #3 running");
    expect(effects.map(({ kind }) => kind)).not.toContain("startTestRun");
    expect(runNamed(queue, "3").commits.slice(0, 2)).toEqual([namedCommit("v2"), namedCommit("v3")]);
  });

  it("what did not merge meanwhile holds what landed as well", () => {
    const building = after(aQueue(byMerge), submitted(1), passed("1"), unbuilt(submitted(2)));
    const { id: run, testedOn, contains } = runNamed(building, "1+2");
    const conflict = happening(({ now: at, settings: { mergeMethod } }) => ({
      ...{ kind: "testRunConflicted", at, run, pullRequest: pullRequestNumber(2), files: ["shared"] },
      commits: commitsOn(testedOn, contains.slice(0, 1), mergeMethod),
    }));
    const { concluded } = story(building, mergedAs("v2"), conflict);
    expect(concluded.map(({ ended, reason }) => [ended, reason?.code])).toEqual([
      ["merged", "MERGE_GRAPH_MERGE"],
      ["failed", "START_TEST_RUN_MERGE_CONFLICT"],
    ]);
  });

  it("what it made of an untested tree is said, and everything is tested again on it", () => {
    const untested = happening((queue) => ({
      kind: "landedUntested",
      at: queue.now,
      run: queue.landing?.run ?? runNamed(queue, "1").id,
      tip: namedCommit("v2"),
    }));
    const { queue, concluded } = story(full, passed("1"), passed("1+2"), untested);
    expect(concluded).toMatchObject([
      { ended: "merged", verifiedBy: null, reason: { code: "MANUAL_MERGE" } },
    ]);
    expect([picture(queue), queue.tip]).toEqual(["main <- #2 running <- #3+2 running", namedCommit("v2")]);
    expect(brokenInvariants(queue)).toEqual([]);
  });

  it("a doubled answer changes nothing", () => {
    const once = after(full, passed("1"), mergedAs("v2"));
    const again = happening((queue) => ({
      kind: "landedUntested",
      at: queue.now,
      run: runNamed(full, "1").id,
      tip: namedCommit("v3"),
    }));
    expect(picture(after(once, again))).toBe(picture(once));
  });

  it("pushes again once it is told to", () => {
    const queue = after(aQueue(byMerge), changed({ landing: "push" }), submitted(1), submitted(2));
    expect(picture(queue)).toBe("main <- #1&#2 running");
  });
});
