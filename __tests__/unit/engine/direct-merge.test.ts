/** Where the queue allows it, what its own checks tested on the tip lands without a run. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { targetList } from "../../../src/domain/impacted-targets.js";
import type { HeadEvidence, PullRequestFacts } from "../../../src/domain/pull-request.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { explainWait } from "../../../src/engine/explain/wait.js";
import type { QueueEvent } from "../../../src/engine/model/event.js";
import type { Entry, Queue } from "../../../src/engine/model/queue.js";
import { mergeDirectly } from "../../../src/engine/rules/merge-directly.js";
import { commitsOn, headOf, namedCommit, treeOf } from "../../support/fake-commits.js";
import { evidenceOf } from "../../support/head-evidence.js";
import {
  after,
  aQueue,
  cancelled,
  changed,
  differs,
  entryNumbered,
  failed,
  type Happening,
  landed,
  landingFailed,
  landingRefused,
  observed,
  onTip,
  passed,
  prepared,
  provenOnTip,
  pushed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unbuilt,
  type Wishes,
} from "../../support/queue-builder.js";

const direct = aQueue({ directMergeMode: "always", concurrency: 1 });
const merging = after(direct, submitted(1, onTip));

describe("a direct merge", () => {
  it("prepares the commit on the tip, lands exactly that, and needs no run", () => {
    const preparing = story(direct, submitted(1, onTip));
    expect(picture(preparing.queue)).toBe("main | merging #1 directly");
    expect(preparing.effects).toMatchObject([
      {
        kind: "prepareLanding",
        onto: namedCommit("v1"),
        testedOn: namedCommit("v1"),
        tested: headOf(1),
        heads: [{ pullRequest: 1, headSha: headOf(1) }],
      },
    ]);
    expect(preparing.queue.landing).toMatchObject({
      proof: { kind: "direct", head: headOf(1) },
      batches: [],
    });
    const pushing = story(preparing.queue, prepared());
    expect(pushing.effects).toMatchObject([{ kind: "land", expectedTip: namedCommit("v1") }]);
    const done = story(pushing.queue, landed());
    expect(picture(done.queue)).toBe("main");
    expect(done.concluded).toMatchObject([
      {
        state: "merged",
        verifiedBy: null,
        reason: {
          code: "MERGE_GRAPH_DIRECT_MERGE",
          sentence: "#1 landed directly: its own checks passed on the tip of the branch.",
        },
      },
    ]);
    expect(done.queue.tip).toBe(pushing.queue.landing?.commit?.newTip);
  });

  it("shows the entry as passed while it is under way", () => {
    expect(timelineOf(story(direct, submitted(1, onTip)), 1).at(-1)).toBe("pending to testsPassed");
  });

  it.each<[string, Wishes]>([
    ["stands on another commit", { facts: { basedOn: namedCommit("v0"), ownChecksPassed: true } }],
    ["stands on nobody knows what", { facts: { basedOn: null, ownChecksPassed: true } }],
    ["has not passed its own checks", { facts: { basedOn: namedCommit("v1"), ownChecksPassed: false } }],
  ])("is none of a head that %s", (_, wishes) => {
    expect(picture(after(direct, submitted(1, wishes)))).toBe("main <- #1 running");
  });

  it("is none where the queue does not allow it", () => {
    expect(picture(after(aQueue(), submitted(1, onTip)))).toBe("main <- #1 running");
  });

  it("waits for whoever is in the line, and comes when nobody is", () => {
    const busy = after(direct, submitted(2), submitted(1, onTip));
    expect(picture(busy)).toBe("main <- #2 running | waiting #1");
    expect(picture(after(busy, cancelled(2)))).toBe("main | merging #1 directly");
  });

  it("overtakes nobody who waits", () => {
    const waiting = after(direct, submitted(9), submitted(2), submitted(1, onTip));
    expect(picture(after(waiting, cancelled(9)))).toBe("main <- #2 running | waiting #1");
  });

  it("overtakes nobody of its lane who waits further ahead", () => {
    const waiting = after(
      direct,
      changed({ mode: "parallel", batch: true, batchingMinSize: 3 }),
      ...[touching("a"), touching("b"), touching("c")].map((wishes, at) => submitted(at + 1, wishes)),
    );
    expect(picture(waiting)).toBe("main | waiting #1 #2 #3");
    for (const target of ["a", "b", "c"]) {
      const behind = after(waiting, submitted(4, { ...onTip, ...touching(target) }));
      expect(picture(behind)).toBe("main | waiting #1 #2 #3 #4");
    }
    const alone = after(waiting, submitted(4, { ...onTip, ...touching("d") }));
    expect(picture(alone)).toBe("main | merging #4 directly | waiting #1 #2 #3");
  });

  it("waits for parts that are tested beside the line", () => {
    const batches = after(direct, changed({ batch: true, batchingMinSize: 2, concurrency: 3 }));
    const split = after(batches, submitted(2), submitted(3), failed("2+3"), submitted(1, onTip));
    expect(picture(split)).toBe("main | bisecting #2 running, #3 running | waiting #1");
  });

  it("is none while another one lands", () => {
    const queue = after(merging, submitted(2, onTip));
    expect(picture(queue)).toBe("main <- #2 running | merging #1 directly");
  });

  it("is none of a paused queue, and one of a draining queue", () => {
    const busy = after(direct, submitted(2), submitted(1, onTip));
    const paused = after(busy, turned("paused"), cancelled(2));
    expect(picture(paused)).toBe("main (paused) | waiting #1");
    expect(picture(after(paused, turned("draining")))).toBe("main (draining) | merging #1 directly");
  });

  it("is one of its own lane in parallel mode", () => {
    const lanes = after(direct, changed({ mode: "parallel", concurrency: 3 }), submitted(1, touching("a")));
    const behind = after(lanes, submitted(2, { ...onTip, ...touching("a") }));
    expect(picture(behind)).toBe("main <- #1 running <- #2+1 running");
    const beside = after(lanes, submitted(3, { ...onTip, ...touching("b") }));
    expect(picture(beside)).toBe("main <- #1 running | merging #3 directly");
    expect(picture(after(beside, prepared(), landed(), passed("1")))).toBe("main <- #1 landing");
  });

  it("is none while the queue switches its mode", () => {
    const lanes = after(direct, changed({ mode: "parallel" }), submitted(1, touching("a")));
    const switching = after(lanes, submitted(2, touching("b")), changed({ mode: "single" }));
    expect(picture(after(switching, observed(2, onTip.facts ?? {})))).toBe(
      "main (switchingModes) <- #1 running | waiting #2",
    );
  });

  it("is looked for among the first hundred that wait", () => {
    const lanes = after(direct, changed({ mode: "parallel" }), submitted(1, touching("a")));
    const waiting = (count: number): Queue => {
      const first = entryNumbered(lanes, 1);
      const entries = Array.from({ length: count }, (_, at): Entry => {
        const basedOn = at === count - 1 ? lanes.tip : null;
        const facts = { ...first.facts, number: pullRequestNumber(at + 1), basedOn, ownChecksPassed: true };
        return { ...first, facts, sequence: at, targets: targetList([`target ${at}`]) };
      });
      return { ...lanes, entries, line: [], runs: [] };
    };
    expect(mergeDirectly(waiting(100))?.queue.landing?.heads).toMatchObject([{ pullRequest: 100 }]);
    expect(mergeDirectly(waiting(101))).toBeNull();
  });

  it("wants no batch to fill up", () => {
    const batches = after(direct, changed({ batch: true, batchingMinSize: 3 }));
    expect(picture(after(batches, submitted(1, onTip), submitted(2)))).toBe(
      "main | merging #1 directly | waiting #2",
    );
  });
});

describe("a direct merge on evidence", () => {
  const other = treeOf(namedCommit("what was tested instead"));

  it("lands the tree that was tested, and its proof and reason name the evidence", () => {
    const evidence = evidenceOf(treeOf(headOf(1)));
    const done = story(direct, submitted(1, provenOnTip(1)), prepared(), landed());
    expect(picture(done.queue)).toBe("main");
    expect(done.landings).toMatchObject([
      { tree: evidence.tree, proof: { kind: "direct", head: headOf(1), evidence } },
    ]);
    expect(done.concluded).toMatchObject([
      {
        state: "merged",
        reason: {
          code: "MERGE_GRAPH_DIRECT_MERGE",
          sentence:
            "#1 landed without a test run: `tests` succeeded on its own head, which contains the tip; the last 10 test branches executed the same 1 job.",
        },
      },
    ]);
  });

  it("is none of another tree: the entry is tested, and not tried again", () => {
    const preparing = after(direct, submitted(1, provenOnTip(1, evidenceOf(other))));
    expect(picture(preparing)).toBe("main | merging #1 directly");
    const tested = story(preparing, prepared());
    expect(picture(tested.queue)).toBe("main <- #1 running");
    expect(entryNumbered(tested.queue, 1).needsTests).toBe(true);
    expect(tested.effects).not.toMatchObject([{ kind: "land" }]);
  });

  it.each<[string, Partial<HeadEvidence>]>([
    ["fewer than ten test branches", { sameJobsOn: evidenceOf(other).sameJobsOn.slice(1) }],
    ["one test branch ten times", { sameJobsOn: Array(10).fill(evidenceOf(other).sameJobsOn[0]) }],
    ["no check", { checks: [] }],
    ["a check of a job that did not execute", { jobs: ["CI / build"] }],
    ["a check of another workflow", { checks: [{ name: "tests", workflow: "Nightly" }] }],
  ])("needs more than %s", (_, changes) => {
    const evidence = evidenceOf(treeOf(headOf(1)), changes);
    expect(picture(after(direct, submitted(1, provenOnTip(1, evidence))))).toBe("main <- #1 running");
  });

  it("that is not there is the reason of the test run, while the setting is on", () => {
    const why = "the job `CI / integration` was skipped on its head and executed on a test branch";
    const told = { facts: { basedOn: namedCommit("v1"), retestReason: why } };
    const tested = after(direct, submitted(1, told));
    const sentence = (queue: Queue) => explainWait(queue, entryNumbered(queue, 1), queue.now).sentence;
    expect(sentence(tested)).toContain(`It does not land on its own checks, because ${why}.`);
    expect(sentence(after(tested, changed({ directMergeMode: "off" })))).not.toContain("its own checks");
  });

  it("is noted of a run with the tree of a green head, for figures only", () => {
    const built = (facts: Partial<PullRequestFacts>, isHeadTree: boolean) => {
      const building = after(aQueue(), unbuilt(submitted(1, { facts })));
      const event = (queue: Queue): readonly QueueEvent[] =>
        queue.runs.map(({ id, contains }) => {
          const of = { commits: commitsOn(queue.tip, contains, "squash"), tree: treeOf(headOf(1)) };
          return { kind: "testRunBuilt", at: queue.now, run: id, ...of, ...(isHeadTree && { isHeadTree }) };
        });
      return after(building, { events: event, holdsBuilds: true }).runs[0];
    };
    expect(built({ isHeadGreen: true }, true)).toMatchObject({ isHeadTree: true, isHeadGreen: true });
    expect(built({ isHeadGreen: true }, false)).not.toHaveProperty("isHeadGreen");
    expect(built({}, true)).not.toHaveProperty("isHeadGreen");
  });

  it("needs each check that the queue itself requires", () => {
    const strict = after(direct, changed({ requiredStatuses: ["tests", "lint"] }));
    expect(picture(after(strict, submitted(1, provenOnTip(1))))).toBe("main <- #1 running");
    const checks = ["lint", "tests"].map((name) => ({ name, workflow: "CI" }));
    const evidence = evidenceOf(treeOf(headOf(1)), { checks, jobs: ["CI / lint", "CI / tests"] });
    const merging = after(strict, submitted(1, provenOnTip(1, evidence)));
    expect(picture(merging)).toBe("main | merging #1 directly");
  });
});

describe("a direct merge that does not come about", () => {
  it("has the entry tested like any other, and is not tried again", () => {
    const tested = after(merging, differs());
    expect(picture(tested)).toBe("main <- #1 running");
    expect(entryNumbered(tested, 1).needsTests).toBe(true);
    expect(picture(after(tested, turned("paused"), observed(1, { title: "Reworded", ...onTip.facts })))).toBe(
      "main (paused) <- #1 running",
    );
    expect(picture(after(tested, passed("1"), landed()))).toBe("main");
  });

  it("is tried again after a push while the entry is not ready", () => {
    const unready = after(direct, submitted(1, { facts: { ...onTip.facts, draft: true } }));
    const queue = after(unready, observed(1, { ...onTip.facts, headSha: headOf(1, 1) }));
    expect(picture(queue)).toBe("main | merging #1 directly");
  });

  it("has the entry tested on the branch where that is now, when it went elsewhere", () => {
    const queue = after(merging, prepared(), landingRefused("v2"));
    expect(picture(queue)).toBe("main <- #1 running");
    expect(queue.runs[0]?.testedOn).toBe(namedCommit("v2"));
  });

  it("fails the entry when trying again does not help", () => {
    const { queue, concluded } = story(merging, landingFailed("GITHUB_API_MERGE_PR_FAILED"));
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([{ state: "failed", reason: { code: "GITHUB_API_MERGE_PR_FAILED" } }]);
  });

  const refused = landingFailed("GITHUB_API_BRANCH_PROTECTION_UNMET", true);

  it("has the entry tested when the rules refuse it, and is not tried again until its head changes", () => {
    const refusal = story(merging, prepared(), refused);
    expect(picture(refusal.queue)).toBe("main <- #1 running");
    expect([refusal.concluded, entryNumbered(refusal.queue, 1).needsTests]).toEqual([[], true]);
    expect(timelineOf(refusal, 1)).toContainEqual(
      expect.stringContaining(
        "GITHUB_API_BRANCH_PROTECTION_UNMET #1 cannot land without a test run (It cannot land), so it is tested first.",
      ),
    );
    const again = after(refusal.queue, observed(1, { ...onTip.facts, title: "Reworded" }));
    expect(entryNumbered(again, 1).needsTests).toBe(true);
    expect(picture(after(again, passed("1")))).toBe("main <- #1 landing");
    expect(
      story(again, passed("1"), landingFailed("GITHUB_API_BRANCH_PROTECTION_UNMET")).concluded,
    ).toMatchObject([{ state: "failed" }]);
  });

  it("that the rules refuse lets an entry go that left meanwhile", () => {
    expect(story(merging, prepared(), cancelled(1), refused).concluded).toMatchObject([
      { state: "cancelled" },
    ]);
  });

  it("is what such a refusal is about: a tested commit that is refused fails its entry", () => {
    const landing = after(aQueue(), submitted(1), passed("1"));
    expect(story(landing, refused).concluded).toMatchObject([{ state: "failed" }]);
  });

  it.each<[string, Happening]>([
    ["is cancelled", cancelled(1)],
    ["is pushed to", pushed(1)],
  ])("lets an entry go that %s meanwhile", (_, leaves) => {
    const { queue, concluded } = story(merging, leaves, differs());
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([{ state: "cancelled" }]);
    expect(story(merging, leaves, landingFailed("GITHUB_API_MERGE_PR_FAILED")).concluded).toMatchObject([
      { state: "cancelled" },
    ]);
    expect(story(merging, leaves, landingRefused("v2")).concluded).toMatchObject([{ state: "cancelled" }]);
  });

  it("comes too late to let an entry go that has landed", () => {
    expect(story(merging, prepared(), cancelled(1), landed()).concluded).toMatchObject([{ state: "merged" }]);
  });

  it("has nobody tested twice on the same number", () => {
    const tested = after(merging, differs());
    expect(tested.runs[0]?.id).not.toBe(merging.landing?.run);
  });
});

it("whoever came behind a direct merge is tested again on top of it", () => {
  const told = story(merging, submitted(2), prepared(), landed());
  expect(picture(told.queue)).toBe("main <- #2 running");
  expect(timelineOf(told, 2)).toContain(
    "testing to pending: MANUAL_PUSH_TO_TARGET_BRANCH #1 landed after all, so the tests of #2 start again on top of it.",
  );
});
