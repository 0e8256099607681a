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
  landed,
  minutesPassed,
  notStarted,
  passed,
  reported,
  story,
  submitted,
  unbuilt,
} from "../../support/queue-builder.js";
import {
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
