/** What is uploaded for a pull request under test: what it touched before counts until the next run, within bounds. */
import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS, type ImpactedTargets, targetList } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf } from "../../support/fake-commits.js";
import { beforeLandingPastAnother } from "../../support/lanes-under-way.js";
import {
  after,
  aQueue,
  changed,
  differs,
  entryNumbered,
  landed,
  observed,
  passed,
  runNamed,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
} from "../../support/queue-builder.js";

const parallel = aQueue({ mode: "parallel", concurrency: 10 });
const MOST_REMEMBERED = 2_000_000;

describe("what is remembered during a run", () => {
  const first = touching("first");
  const many: ImpactedTargets = {
    kind: "list",
    names: new Array<string>(MOST_REMEMBERED).fill("many").with(0, "first"),
  };
  const fewer: ImpactedTargets = { kind: "list", names: many.names.slice(1) };
  const remembered = (targets: ImpactedTargets) => {
    const queue = after(aQueue(), submitted(1, first), targetsSet(1, headOf(1), targets));
    return entryNumbered(after(queue, targetsSet(1, headOf(1), targetList(["last"]))), 1).earlierTargets;
  };

  it("is everything once it was everything", () => {
    const queue = after(parallel, submitted(1, { targets: ALL_TARGETS }));
    const twice = after(
      queue,
      targetsSet(1, headOf(1), targetList(["a"])),
      targetsSet(1, headOf(1), targetList(["b"])),
    );
    expect(entryNumbered(twice, 1).earlierTargets).toEqual(ALL_TARGETS);
  });

  it("is two million names at most: beyond, it is everything", () => {
    expect(remembered(fewer)).toEqual(targetList(["first", "many"]));
    expect(remembered(many)).toEqual(ALL_TARGETS);
  });

  it("goes with the head it was uploaded for, and stays when only the title changes", () => {
    const wishes = { ...touching("a"), facts: { draft: true } };
    const queue = after(parallel, submitted(1, wishes), observed(1, { draft: true, title: "Reworded" }));
    expect(entryNumbered(queue, 1).targets).toEqual(targetList(["a"]));
    const pushed = after(queue, observed(1, { draft: true, headSha: headOf(1, 1) }));
    expect(entryNumbered(pushed, 1).targets).toBeNull();
  });
});

it("targets that grow have a whole batch depend on those ahead", () => {
  const lanes = after(
    aQueue({ mode: "parallel", batch: true, batchingMinSize: 2, concurrency: 10 }),
    submitted(1, { ...touching("a"), noBatch: true }),
    submitted(2, touching("b")),
    submitted(3, touching("b")),
  );
  expect(picture(lanes)).toBe("main <- #1 running <- #2&#3 running");
  const told = story(lanes, targetsSet(3, headOf(3), targetList(["a", "b"])));
  expect(picture(told.queue)).toBe("main <- #1 running <- #2&#3+1 running");
  expect(timelineOf(told, 2)[0]).toBe(
    "testing to pending: TESTS_RESTARTED_BY_API_REQUEST Impacted targets make #2 and #3 depend on #1 now, so the tests start again on top of it.",
  );
});

describe("targets that grow after others have landed beside a run", () => {
  it("are none of one that touched everything before", () => {
    const everything = after(
      parallel,
      submitted(1, { targets: ALL_TARGETS }),
      submitted(2, touching()),
      passed("2"),
      landed(),
    );
    expect(runNamed(everything, "1").passedBy).toEqual([2]);
    const [fewer, others] = [targetList(["a"]), targetList(["b"])];
    const told = story(everything, targetsSet(1, headOf(1), fewer), targetsSet(1, headOf(1), others));
    expect(told.endedRuns).toEqual([]);
  });

  it("are told to all that were tested on it", () => {
    const line = beforeLandingPastAnother(parallel);
    const told = story(line, differs());
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[1], [3]]);
    expect(timelineOf(told, 3)[0]).toBe(
      "testing to pending: TESTS_RESTARTED_BY_API_REQUEST #1 has more impacted targets since #2 landed beside its tests, so those of #3 start again.",
    );
  });

  it("take nothing from one that lands on another's pass already", () => {
    const landing = after(
      parallel,
      changed({ canOptimisticallyMerge: true }),
      submitted(1, touching("slow")),
      submitted(3, touching("slow")),
      submitted(2, touching("quick")),
      passed("2"),
      landed(),
      passed("1+3"),
    );
    expect(picture(landing)).toBe("main <- #1 landing <- #3+1 landing");
    const told = story(landing, targetsSet(1, headOf(1), targetList(["slow", "quick"])));
    expect(told.endedRuns.map(({ run }) => run.own)).toEqual([[1]]);
    expect(entryNumbered(told.queue, 1)).toMatchObject({
      state: "testsPassed",
      reason: entryNumbered(landing, 1).reason,
    });
  });
});
