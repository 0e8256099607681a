/** CI gives no result: nobody is blamed for that, unless the tip alone gets one. */
import { describe, expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import { explainWait } from "../../../src/engine/explain/wait.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import {
  abandoned,
  after,
  allSubmitted,
  checksUnreadable,
  eachMinute,
  entryNumbered,
  failed,
  type Happening,
  happening,
  landed,
  minutesPassed,
  notStarted,
  passed,
  prepared,
  reported,
  runNamed,
  story,
  submitted,
  touching,
  unbuilt,
} from "../../support/queue-builder.js";
import {
  evicted,
  guarded,
  tipFailed,
  tipIgnored,
  tipNotStarted,
  tipPassed,
  tipReports,
} from "../../support/tip-tests.js";

const waitOf = (queue: Queue, number: number) => explainWait(queue, entryNumbered(queue, number), queue.now);
const stopped = (run: string) => reported(run, { tests: "cancelled" });

const two = after(guarded({ concurrency: 2 }), ...allSubmitted(1, 2));
const doubted = story(two, stopped("1"), stopped("1+2"));
const paused = story(doubted.queue, ...tipIgnored());

describe("two test runs in a row without a result", () => {
  it("have the tip tested alone, while the entries are tested again", () => {
    expect(picture(after(two, stopped("1")))).not.toContain("testing the tip");
    expect(picture(doubted.queue)).toBe("main <- #1 running <- #2+1 running | testing the tip");
  });

  it("pause the queue when the tip has no result either", () => {
    expect(picture(paused.queue)).toBe("main (paused) <- #1 running <- #2+1 running | CI is silent");
    expect(waitOf(paused.queue, 1)).toMatchObject({ kind: "ciOutage", needsAction: false });
    expect(waitOf(paused.queue, 1).sentence).toMatch(
      /^First in `main`, but CI gives no result: no check `tests` has started, not even on `main` alone at \w{8}\. .*The queue resumes by itself when CI gives a result, and blames no pull request until then\./,
    );
  });

  it.each([
    ["cancelled", tipReports("cancelled")],
    ["failed at its start", tipReports("startup_failure")],
    ["stale", tipReports("stale")],
    ["not started by the code host", tipNotStarted("START_TEST_RUN_RETRY_EXHAUSTED")],
  ])("pause it when the tip's test is %s", (_, answer) => {
    expect(after(doubted.queue, answer).health?.pause?.cause.kind).toBe("ci");
  });

  it("do not pause it when the tip has a result", () => {
    expect(picture(after(doubted.queue, tipPassed()))).toBe("main <- #1 running <- #2+1 running");
  });

  it("pause it for the branch when the tip fails", () => {
    expect(after(doubted.queue, tipFailed()).health?.pause?.cause.kind).toBe("targetBranch");
  });

  it("end the pause with the first verdict, which says nothing about the tip", () => {
    const resumed = after(paused.queue, failed("1"));
    expect(resumed.state).toBe("running");
    expect(resumed.health).toMatchObject({ pause: null, sound: null, silence: null });
  });

  it("are no series if one between them had a verdict, or much later", () => {
    expect(picture(after(two, stopped("1"), failed("1"), stopped("1")))).not.toContain("testing the tip");
    expect(picture(after(two, stopped("1"), minutesPassed(30), stopped("1")))).not.toContain(
      "testing the tip",
    );
  });

  it("prove nothing where only draft pull requests are tested", () => {
    const drafts = after(
      guarded({ concurrency: 2, createPrsForTestingBranches: true }),
      ...allSubmitted(1, 2),
    );
    const told = after(drafts, stopped("1"), stopped("1+2"), ...tipIgnored());
    expect(told.state).toBe("running");
  });
});

const open = { url: "", status: "queued", conclusion: null } as const;

/** CI does not even know of the run. */
function missing(run: string, ...names: readonly string[]): Happening {
  return happening((queue) => {
    const checks = names.map((name) => ({ name, ...open, isMissing: true }));
    return { kind: "checksReported", at: queue.now, run: runNamed(queue, run).id, checks };
  });
}

type Outage = readonly [name: string, silence: (run: string) => readonly Happening[]];

/** Each leaves a run of one pull request without a result. */
const OUTAGES: readonly Outage[] = [
  ["whose checks fail at their start", (run) => [reported(run, { tests: "startup_failure" })]],
  [
    "of whose checks one passed and one failed at its start",
    (run) => [reported(run, { tests: "success", lint: "startup_failure" })],
  ],
  ["that the host cancels three times", (run) => [stopped(run), stopped(run), stopped(run)]],
  ["whose checks become stale", (run) => [reported(run, { tests: "stale" })]],
  ["whose checks wait for a person", (run) => [reported(run, { tests: "action_required" })]],
  ["whose checks never start", (run) => [missing(run, "tests", "lint"), minutesPassed(20)]],
  [
    "of whose checks one passed and one never starts",
    (run) => [reported(run, { tests: "success" }), missing(run, "lint"), minutesPassed(300)],
  ],
  ["that the code host does not start", (run) => [abandoned(run)]],
  ["whose checks the code host does not show", (run) => eachMinute(10, checksUnreadable(run))],
];

describe("a test run", () => {
  const settings = { requiredStatuses: ["tests", "lint"] };
  const fine = (run: string) => reported(run, { tests: "success", lint: "success" });
  const bad = (run: string) => reported(run, { tests: "failure" });

  it.each(OUTAGES)(
    "%s is repeated, and is not blamed on it before the tip alone has a result",
    (_, silence) => {
      const told = story(after(guarded(settings), submitted(1)), ...silence("1"), ...silence("1"));
      expect(told.concluded).toEqual([]);
      expect(picture(told.queue)).toContain("testing the tip");
      const silent = story(told.queue, tipReports("cancelled"));
      expect(silent.concluded).toEqual([]);
      expect(silent.queue.health?.pause?.cause.kind).toBe("ci");
      const over = story(silent.queue, minutesPassed(5), tipPassed(), fine("1"), fine("1"), landed());
      expect(over.concluded.map(({ ended }) => ended)).toEqual(["merged"]);
      const blamed = story(told.queue, tipPassed());
      expect(blamed.concluded.map(({ ended }) => ended)).toEqual(["failed"]);
    },
  );

  it.each(OUTAGES)("%s does not use up the retry of a failure", (_, silence) => {
    const told = story(after(guarded(settings), submitted(1)), ...silence("1"), bad("1"));
    expect(told.concluded).toEqual([]);
    expect(picture(told.queue)).toContain("retrying #1 running");
    expect(story(told.queue, bad("1")).concluded).toHaveLength(1);
  });

  it("of the tip in which one check passed and one never starts proves nothing against entries", () => {
    const waits = [reported("1", { tests: "success" }), missing("1", "lint"), minutesPassed(300)];
    const told = after(guarded(settings), submitted(1), ...waits, ...waits);
    expect(picture(told)).toContain("testing the tip");
    const queued = happening((queue) => {
      const run = queue.health?.test?.id ?? runNamed(queue, "1").id;
      const lint = { name: "lint", ...open };
      const tests = { ...lint, name: "tests", status: "completed", conclusion: "success" } as const;
      return { kind: "checksReported", at: queue.now, run, checks: [tests, lint] };
    });
    const silent = story(told, queued, minutesPassed(300));
    expect(silent.concluded).toEqual([]);
    expect(silent.queue.health?.pause?.cause.kind).toBe("ci");
  });

  it("is to blame if a check that has begun never ends", () => {
    const hangs = [reported("1", { tests: "success", lint: null }), minutesPassed(300)];
    const told = story(after(guarded(settings), submitted(1)), ...hangs, ...hangs);
    expect(told.concluded).toHaveLength(1);
  });

  it("of the tip whose checks the code host never shows proves nothing against entries", () => {
    const queue = after(guarded(), ...allSubmitted(1, 2, 3), ...evicted(1), ...evicted(2), ...evicted(3));
    const told = story(queue, minutesPassed(10));
    expect(told.concluded).toEqual([]);
    expect(told.queue.health?.pause?.cause.kind).toBe("ci");
  });
});

type MassOutage = readonly [name: string, silence: (run: string) => Happening, minutes: number];

const MASS_OUTAGES: readonly MassOutage[] = [
  ["fail at their start", (run) => reported(run, { tests: "startup_failure" }), 1],
  ["are cancelled by the host", stopped, 1],
  ["never start", (run) => missing(run, "tests"), 20],
  ["are refused by the code host", (run) => abandoned(run), 1],
];

describe("the test runs of six lanes", () => {
  const numbers = [1, 2, 3, 4, 5, 6];
  const all = after(
    guarded({ concurrency: 6, mode: "parallel" }),
    ...numbers.map((number) => submitted(number, touching(`t${number}`))),
  );
  const running = ({ runs }: Queue) =>
    runs.filter(({ progress }) => progress.kind === "running").map(({ own }) => `${own[0]}`);
  const tip = ({ health }: Queue, answer: Happening) => (health?.test == null ? [] : [answer]);

  it.each(MASS_OUTAGES)(
    "%s: the queue pauses, blames no one, and all land afterwards",
    (_, silence, minutes) => {
      let queue = all;
      for (let round = 0; round < 10; round++) {
        const told = story(queue, ...running(queue).map(silence), minutesPassed(minutes));
        const answered = story(told.queue, ...tip(told.queue, tipReports("cancelled")));
        expect([...told.concluded, ...answered.concluded]).toEqual([]);
        ({ queue } = answered);
      }
      expect(queue.health?.pause?.cause.kind).toBe("ci");
      expect(queue.entries).toHaveLength(6);
      const merged: (string | null)[] = [];
      for (let round = 0; queue.entries.length > 0 && round < 40; round++) {
        const [first] = running(queue);
        const happenings = queue.landing === null ? (first === undefined ? [] : [passed(first)]) : [];
        const done =
          queue.landing === null ? happenings : [queue.landing.commit === null ? prepared() : landed()];
        const told = story(queue, ...done, ...(done.length === 0 ? [minutesPassed(30)] : []));
        const answered = story(told.queue, ...tip(told.queue, tipPassed()));
        merged.push(...[...told.concluded, ...answered.concluded].map(({ ended }) => ended));
        ({ queue } = answered);
      }
      expect(merged).toEqual(numbers.map(() => "merged"));
    },
  );
});

describe("an outage of CI", () => {
  it("ends with the first verdict, and all are tested again with all their attempts", () => {
    const during = after(paused.queue, stopped("1"), stopped("1+2"));
    expect(picture(during)).toBe("main (paused) <- #1 pending <- #2 pending | CI is silent");
    const over = story(during, minutesPassed(5), tipPassed());
    expect(picture(over.queue)).toBe("main <- #1 running <- #2+1 running");
    expect(over.queue.line.map(({ interruptions }) => interruptions)).toEqual([0, 0]);
  });

  it("ends when a run of an entry passes", () => {
    const told = story(paused.queue, passed("1"));
    expect(picture(told.queue)).toBe("main <- #1 landing <- #2+1 running");
  });

  it("blames nobody however long it lasts", () => {
    let queue = two;
    const concluded: number[] = [];
    for (let round = 0; round < 40; round++) {
      const runs = queue.runs.filter(({ progress }) => progress.kind === "running");
      const [first] = runs;
      const happenings = [
        ...(first === undefined
          ? []
          : [stopped(first.contains.map(({ pullRequest }) => pullRequest).join("+"))]),
        ...(queue.health?.test == null ? [] : [tipReports("cancelled")]),
        minutesPassed(7),
      ];
      const told = story(queue, ...happenings);
      concluded.push(...told.concluded.map(({ facts }) => facts.number));
      queue = told.queue;
    }
    expect(concluded).toEqual([]);
    expect(queue.health?.pause?.cause.kind).toBe("ci");
    while (queue.health?.test == null) queue = after(queue, minutesPassed(30));
    const healed = story(queue, tipPassed(), passed("1"), landed(), passed("2"), landed());
    expect(picture(healed.queue)).toBe("main");
  });
});

describe("one entry without a result", () => {
  const alone = after(guarded(), ...allSubmitted(1, 2));
  const given = story(
    after(guarded(), unbuilt(submitted(1)), submitted(2)),
    notStarted("1", "START_TEST_RUN_RETRY_EXHAUSTED"),
  );

  it("is tested once more, and not blamed before the tip alone was tested", () => {
    expect(picture(given.queue)).toBe("main | retrying #1 running | waiting #2");
    const again = story(given.queue, abandoned("1"));
    expect(again.concluded).toEqual([]);
    expect(picture(again.queue)).toBe("main <- #2 running | retrying #1 without a result | testing the tip");
    const why = entryNumbered(again.queue, 1).reason?.sentence;
    expect(why).toBe("#1 could not be tested (It has no verdict).");
  });

  it("is evicted if the tip has a result: it broke the workflow file", () => {
    const told = story(given.queue, abandoned("1"), tipPassed());
    expect(told.concluded.map(({ facts, reason }) => [facts.number, reason?.code])).toEqual([
      [1, "START_TEST_RUN_RETRY_EXHAUSTED"],
    ]);
  });

  it("is not blamed for checks that cannot be read for ten minutes, or that nobody starts", () => {
    const unread = after(alone, ...eachMinute(10, checksUnreadable("1")));
    expect(picture(unread)).toBe("main | retrying #1 running | waiting #2");
    const again = story(unread, ...eachMinute(10, checksUnreadable("1")));
    expect(again.concluded).toEqual([]);
    expect(picture(again.queue)).toContain("testing the tip");
  });

  it("is blamed as before for a check that takes too long", () => {
    const told = story(alone, ...["1", "1"].map((run) => reported(run, { tests: "timed_out" })));
    expect(told.concluded.map(({ facts }) => facts.number)).toEqual([1]);
  });

  it("goes at once without the setting", () => {
    const off = after(guarded({ pauseOnRedTarget: false }), unbuilt(submitted(1)));
    expect(story(off, notStarted("1", "START_TEST_RUN_RETRY_EXHAUSTED")).concluded).toHaveLength(1);
  });
});
