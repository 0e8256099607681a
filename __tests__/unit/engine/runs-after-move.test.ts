/** What becomes of a run when the branch moves. */
import { describe, expect, it } from "@jest/globals";
import { batchId } from "../../../src/domain/ids.js";
import { targetList } from "../../../src/domain/impacted-targets.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { headsOnBranch, runAt, runsAfterLanding } from "../../../src/engine/planning/runs-after-move.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  failed,
  happening,
  landed,
  movedTo,
  passed,
  runNamed,
  story,
  submitted,
  targetsSet,
  timelineOf,
  touching,
} from "../../support/queue-builder.js";
import { countingReadings } from "../../support/readable-only-at.js";

const full = after(aQueue(), ...allSubmitted(1, 2, 3));
const last = runNamed(full, "1+2+3");
const [first = missing(), second = missing()] = last.commits;

describe("a run, when somebody moved the branch", () => {
  it("stands where it was tested, with nothing of it landed", () => {
    const away = { ...last, validForTip: null, landed: last.own, passedBy: last.own };
    expect(runAt(away, last.testedOn)).toEqual({
      ...last,
      validForTip: last.testedOn,
      landed: [],
      passedBy: [],
    });
  });

  it("stands on a commit of its own, with what is below landed", () => {
    expect(runAt({ ...last, passedBy: last.own }, second)).toEqual({
      ...last,
      validForTip: second,
      landed: [1, 2],
      passedBy: [],
    });
    expect(runAt(last, first)).toMatchObject({ validForTip: first, landed: [1] });
  });

  it("stands nowhere otherwise", () => {
    const away = runAt(last, namedCommit("v9"));
    expect(away).toEqual({ ...last, validForTip: null });
    expect(runAt(away, namedCommit("v8"))).toBe(away);
  });
});

describe("the heads on a branch", () => {
  it("are those below the commit of any run that it stands on", () => {
    const heads = last.contains.map(({ pullRequest, headSha }) => [pullRequest, headSha] as const);
    const moved = full.runs.map((run) => runAt(run, second));
    expect([...headsOnBranch(moved, second)]).toEqual(heads.slice(0, 2));
    expect([...headsOnBranch([runAt(last, first)], first)]).toEqual(heads.slice(0, 1));
  });

  it("are none of it where it stands elsewhere", () => {
    expect(headsOnBranch(full.runs, last.testedOn).size).toBe(0);
    expect(headsOnBranch([runAt(last, first)], second).size).toBe(0);
    expect(headsOnBranch([], first).size).toBe(0);
  });
});

describe("the runs after a landing", () => {
  const landing = after(full, passed("1"));

  it("that contain what landed have less left to land", () => {
    const runs = runsAfterLanding(landing, landing.landing ?? missing(), first);
    expect(runs.map(({ validForTip, landed: gone }) => [validForTip, gone])).toEqual([
      [first, [1]],
      [first, [1]],
      [first, [1]],
    ]);
  });

  it("are the very list where there are none", () => {
    const none: Queue["runs"] = [];
    expect(runsAfterLanding(landing, landing.landing ?? missing(), first, none)).toBe(none);
  });

  it("have the very list of those that passed by, where it is only their own that landed", () => {
    const [run = missing()] = runsAfterLanding(landing, landing.landing ?? missing(), first);
    expect(run.passedBy).toBe(landing.runs[0]?.passedBy);
  });

  it("that stand elsewhere already stay there", () => {
    const odd: Queue = {
      ...landing,
      runs: landing.runs.map((run) => (run.id === last.id ? { ...run, validForTip: null } : run)),
    };
    expect(runsAfterLanding(odd, landing.landing ?? missing(), first)[2]).toMatchObject({
      validForTip: null,
      landed: [],
    });
  });

  it("that depend on what landed without containing it stay where they were", () => {
    const behind = after(full, failed("1+2"), passed("1"));
    const run = runNamed(behind, "1+3");
    const both = {
      ...(behind.landing ?? missing()),
      heads: last.contains.slice(0, 2),
      batches: behind.line.slice(0, 2).map(({ id }) => id),
    };
    for (const known of [null, both]) {
      const cleared = runsAfterLanding({ ...behind, landing: known }, both, second);
      expect(cleared.find(({ id }) => id === run.id)).toEqual(run);
    }
  });

  it("that share no target with what landed go on beside it", () => {
    const lanes = after(
      aQueue({ mode: "parallel" }),
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      passed("1"),
    );
    const [, other = missing()] = runsAfterLanding(lanes, lanes.landing ?? missing(), first);
    expect(other).toMatchObject({ validForTip: first, landed: [], passedBy: [1] });
  });
});

it("a run is held up by nothing that it contains, also where no place tells what lands", () => {
  const lanes = after(
    aQueue({ mode: "parallel" }),
    submitted(1, touching("a")),
    submitted(2, touching("a")),
    submitted(3, touching("b")),
  );
  const [one = missing()] = runNamed(lanes, "1").contains;
  const [other = missing()] = runNamed(lanes, "3").contains;
  const lands = { ...(after(lanes, passed("1")).landing ?? missing()), heads: [one, other] };
  const run = runNamed(lanes, "1+2");
  const [moved] = runsAfterLanding(lanes, lands, first, [run]);
  expect(moved).toMatchObject({ validForTip: first, landed: [1], passedBy: [3] });
});

it("what lands is looked at once, however many are tested beside the line", () => {
  const [names, readings] = countingReadings(["a"]);
  const lanes = after(
    aQueue({ mode: "parallel" }),
    submitted(1, { targets: { kind: "list", names } }),
    submitted(2, touching("b")),
    passed("1"),
  );
  const [lands, other = missing()] = [lanes.landing ?? missing(), lanes.runs[1]];
  const readBeside = (count: number) => {
    const before = readings();
    const runs = Array.from({ length: count }, () => ({ ...other, batch: batchId(99) }));
    expect(runsAfterLanding(lanes, lands, first, runs)).toHaveLength(count);
    return readings() - before;
  };
  const once = readBeside(1);
  expect(once).toBeGreaterThan(0);
  expect(readBeside(9)).toBe(once);
});

describe("the runs after a landing that touches more than was known when it began", () => {
  const parallel = aQueue({ mode: "parallel", concurrency: 4 });

  it("that share one of its targets now are started again on top of it", () => {
    const lanes = after(parallel, submitted(1, touching("b")), submitted(2, touching("a")), passed("2"));
    const grown = after(lanes, targetsSet(2, headOf(2), targetList(["a", "b"])));
    expect(picture(grown)).toBe("main <- #1 running <- #2 landing");
    const told = story(grown, landed());
    expect(runNamed(told.queue, "1").testedOn).toBe(told.queue.tip);
    expect(timelineOf(told, 1)[0]).toBe(
      "testing to pending: MANUAL_PUSH_TO_TARGET_BRANCH #2 landed after all, so the tests of #1 start again on top of it.",
    );
  });

  it("that contain another part of what lands are started again, too", () => {
    const lanes = after(
      parallel,
      submitted(1, touching("a", "b")),
      submitted(2, touching("b")),
      submitted(3, touching("a")),
      passed("1+3"),
      passed("1"),
    );
    const grown = after(lanes, targetsSet(3, headOf(3), targetList(["a", "b"])));
    expect(picture(grown)).toBe("main <- #1 landing <- #2+1 running <- #3+1 landing");
    const queue = after(grown, landed());
    expect(runNamed(queue, "2").testedOn).toBe(queue.tip);
  });

  it("that were tested on top of one that shares a target with it are started again, too", () => {
    const lanes = after(
      parallel,
      submitted(1, touching("b", "c")),
      submitted(2, touching("a")),
      submitted(3, touching("b")),
      submitted(4, touching("d")),
      passed("2"),
    );
    const grown = after(lanes, targetsSet(2, headOf(2), targetList(["a", "c"])));
    expect(picture(grown)).toBe("main <- #1 running <- #2 landing <- #3+1 running <- #4 running");
    const { queue } = story(grown, landed());
    expect(picture(queue)).toBe("main <- #1 running <- #3+1 running <- #4 running");
    expect(runNamed(queue, "1").testedOn).toBe(queue.tip);
    expect(runNamed(queue, "1+3").testedOn).toBe(queue.tip);
    expect(runNamed(queue, "4")).toMatchObject({ testedOn: lanes.tip, passedBy: [2] });
  });
});

it("a run that contains a part of what landed goes on beside the rest of it", () => {
  const lanes = after(
    aQueue({ mode: "parallel", concurrency: 4 }),
    submitted(1, touching("a", "b")),
    submitted(2, touching("a")),
    submitted(3, touching("b")),
    passed("1+2"),
    passed("1"),
  );
  expect(picture(lanes)).toBe("main <- #1 landing <- #2+1 landing <- #3+1 running");
  const queue = after(lanes, landed());
  expect(runNamed(queue, "3")).toMatchObject({
    id: runNamed(lanes, "1+3").id,
    validForTip: queue.tip,
    landed: [1],
    passedBy: [2],
  });
});

describe("a part that is tested beside the line", () => {
  const split = after(
    aQueue({ mode: "parallel", batch: true, batchingMinSize: 2, concurrency: 6 }),
    submitted(1, touching("a")),
    submitted(2, touching("a")),
    submitted(3, touching("a")),
    submitted(4, touching("a")),
    submitted(5, touching("b")),
    submitted(6, touching("b")),
    failed("1+2"),
  );

  it("stays where it was tested when its own lane moves on", () => {
    const moved = after(split, passed("3+4"), landed());
    expect(runNamed(moved, "1").validForTip).toBe(split.tip);
    expect(picture(moved)).toBe("main <- #5&#6 running | bisecting #1 running, #2 running");
  });

  it("moves along when another lane does", () => {
    const moved = after(split, passed("5+6"), landed());
    expect(runNamed(moved, "1")).toMatchObject({ validForTip: moved.tip, passedBy: [5, 6] });
  });
});

it("a look that was overtaken says nothing, also one at a commit known since", () => {
  const late = happening(({ now }) => ({
    kind: "tipObserved",
    at: now,
    from: namedCommit("old"),
    to: first,
  }));
  expect(after(full, late)).toEqual(full);
  expect(after(full, movedTo("v1"))).toEqual(full);
});

function missing(): never {
  throw new Error("the story tells otherwise");
}
