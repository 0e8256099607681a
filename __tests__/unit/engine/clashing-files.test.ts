/** A pull request that shares files with others, but no impacted target, is overtaken by them only once. */
import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS, targetList } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { leftToLand } from "../../../src/engine/planning/tested-heads.js";
import { headOf } from "../../support/fake-commits.js";
import { beforeLandingPastAnother } from "../../support/lanes-under-way.js";
import {
  after,
  aQueue,
  differs,
  entryNumbered,
  failed,
  type Happening,
  landed,
  passed,
  restarted,
  runNamed,
  type Story,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
} from "../../support/queue-builder.js";

const parallel = aQueue({ mode: "parallel", concurrency: 10 });
const slow = after(parallel, submitted(1, touching("slow")));
const clashing = after(slow, submitted(2, touching("quick-2")), passed("2"), landed(), passed("1"));
const known = after(clashing, differs());

/** What passes of the run of one entry, and what git makes of it: everybody here edits one file. */
function tested(told: Story, number: number): Story {
  const run = told.queue.runs.find(({ own }) => own.some((one) => one === number));
  if (run === undefined) return told;
  const name = leftToLand(run)
    .map(({ pullRequest }) => pullRequest)
    .join("+");
  let next = on(told, passed(name));
  while (next.queue.landing !== null) {
    next = on(next, next.queue.landing.proof.kind === "disjoint" ? differs() : landed());
  }
  return next;
}

function on(told: Story, ...happenings: readonly Happening[]): Story {
  const next = story(told.queue, ...happenings);
  return {
    ...next,
    effects: [...told.effects, ...next.effects],
    concluded: [...told.concluded, ...next.concluded],
  };
}

describe("one that comes out otherwise past those that overtook it", () => {
  it("lands after one more test, however many quick ones come", () => {
    let told = story(slow);
    for (const quick of [2, 3, 4, 5, 6, 7]) {
      told = on(told, submitted(quick, touching(`quick-${quick}`)));
      told = tested(told, quick);
      told = tested(told, 1);
    }
    const more = told.effects.filter(({ kind, ...order }) => kind === "startTestRun" && isOf(order, 1));
    expect(more).toHaveLength(1);
    expect(told.concluded.map(({ facts, ended }) => [facts.number, ended])).toContainEqual([1, "merged"]);
    expect(picture(told.queue)).toBe("main");
  });

  it("counts as touching everything from then on, and says so", () => {
    expect(entryNumbered(known, 1).targets).toEqual(ALL_TARGETS);
    expect(timelineOf(story(clashing, differs()), 1)[0]).toBe(
      "testsPassed to pending: MANUAL_PUSH_TO_TARGET_BRANCH What landed on `main` since touches the same files as #1 in `src/shared.ts`, so #1 counts as touching everything and its tests start again there.",
    );
  });

  it("has those behind tested on top of it, and is itself tested on those ahead", () => {
    const line = after(
      parallel,
      submitted(9, touching("first")),
      submitted(1, touching("slow")),
      submitted(2, touching("quick")),
      submitted(3, touching("behind")),
      passed("2"),
      landed(),
      passed("1"),
    );
    const told = story(line, differs());
    expect(picture(told.queue)).toBe("main <- #9 running <- #1+9 running <- #3+9+1 running");
    expect(timelineOf(told, 3)[0]).toBe(
      "testing to pending: TESTS_RESTARTED_BY_API_REQUEST Impacted targets make #3 depend on #9 now, so the tests start again on top of it.",
    );
  });

  it("has the runs end that were built on it and overtaken too", () => {
    const line = beforeLandingPastAnother(parallel);
    const queue = after(line, differs());
    expect(picture(queue)).toBe("main <- #1 running <- #3+1 running");
    expect(runNamed(queue, "1+3").testedOn).toBe(queue.tip);
  });

  it("counts as what is uploaded for it later, from its next test on", () => {
    const told = after(
      known,
      submitted(3, touching("quick-3")),
      targetsSet(1, headOf(1), targetList(["slow"])),
    );
    expect(entryNumbered(told, 1).targets).toEqual(targetList(["slow"]));
    expect(picture(told)).toBe("main <- #1 running <- #3+1 running");
    expect(picture(after(told, restarted(1)))).toBe("main <- #1 running <- #3 running");
  });

  it("is still blamed for nothing but its own failures", () => {
    const { queue, concluded } = story(known, failed("1"), failed("1"));
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([{ facts: { number: 1 }, state: "failed" }]);
  });
});

function isOf(order: object, number: number): boolean {
  return "own" in order && Array.isArray(order.own) && order.own.includes(number);
}
