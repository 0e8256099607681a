/** One pull request that cannot be read, used or landed waits, and leaves; the others go on. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import {
  after,
  allSubmitted,
  aQueue,
  BEGINNING,
  cancelled,
  changed,
  checksUnreadable,
  clockSet,
  eachMinute,
  entryNumbered,
  failed,
  type Happening,
  happening,
  hindered,
  landed,
  landingRefused,
  minutesPassed,
  observed,
  onTip,
  passed,
  readable,
  runNamed,
  story,
  submitted,
  timelineOf,
  touching,
  turned,
  unreadable,
  unusable,
} from "../../support/queue-builder.js";

const lanes = aQueue({ mode: "parallel" });
const one = submitted(1, touching("one"));
const two = submitted(2, touching("two"));
const untimed = { testingTimeoutMinutes: 0 };

function drawn(queue: Queue, ...happenings: readonly Happening[]): string {
  return picture(after(queue, ...happenings));
}

/** Its push failed for good, of which it is not known whose fault that is. */
const failsForOne = happening(({ now, landing }) => {
  if (landing === null) throw new Error("nothing is landing");
  const reason = { code: "GITHUB_API_MERGE_PR_FAILED", sentence: "A hook declined it." } as const;
  return { kind: "landingFailed", at: now, run: landing.run, reason, isOfOne: true };
});

describe("a pull request that cannot be read", () => {
  it("does not land on its pass, and others do", () => {
    expect(drawn(lanes, one, two, unreadable(1), passed("1"), passed("2"))).toBe(
      "main <- #1 passed <- #2 landing",
    );
  });

  it("lands as soon as it can be read again", () => {
    expect(drawn(aQueue(), submitted(1), unreadable(1), passed("1"), readable(1))).toBe("main <- #1 landing");
  });

  it("is not landed on the pass of a successor, which waits with it", () => {
    const optimistic = aQueue({ canOptimisticallyMerge: true });
    const queue = after(optimistic, ...allSubmitted(1, 2), unreadable(1), passed("1+2"));
    expect(picture(queue)).toBe("main <- #1 running <- #2+1 passed");
    expect(drawn(queue, readable(1))).toBe("main <- #1 landing <- #2+1 landing");
  });

  it("is not blamed for a failure while a witness that passed waits with it", () => {
    const depth = aQueue({ canOptimisticallyMerge: true, pendingFailureDepth: 1 });
    const queue = after(depth, ...allSubmitted(1, 2), unreadable(2), failed("1"), passed("1+2"));
    expect(picture(queue)).toBe("main <- #1 failed <- #2+1 passed");
  });

  it("does not merge directly", () => {
    const direct = aQueue({ directMergeMode: "always" });
    const queue = after(direct, turned("paused"), submitted(1, onTip), turned("running"));
    expect(queue.landing).not.toBeNull();
    const waiting = after(direct, submitted(1, { facts: { ...onTip.facts, draft: true } }), unreadable(1));
    expect(after(waiting, observed(1, { ...onTip.facts, draft: false })).landing).toBeNull();
  });

  it("fails after ten minutes, for that reason, and its successors go on without it", () => {
    const queue = after(aQueue(), ...allSubmitted(1, 2), passed("1+2"));
    expect(drawn(queue, ...eachMinute(9, unreadable(1)))).toBe("main <- #1 running <- #2+1 passed");
    const told = story(queue, ...eachMinute(10, unreadable(1)));
    expect(picture(told.queue)).toBe("main <- #2 running");
    expect(told.concluded).toMatchObject([
      {
        ended: "failed",
        reason: {
          code: "START_TEST_RUN_RETRY_EXHAUSTED",
          sentence:
            "#1 could not be read for 10 minutes while the rest of the queue could: The code host answered 502; submit it again once it can.",
        },
      },
    ]);
  });

  it("counts anew after it could be read", () => {
    const nine = eachMinute(9, unreadable(1));
    expect(drawn(aQueue(), submitted(1), ...nine, readable(1), ...nine)).toBe("main <- #1 running");
  });

  it("is not held to time in which nobody could tell, as in an outage", () => {
    const outage = [unreadable(1), minutesPassed(60), unreadable(1)];
    expect(entryNumbered(after(aQueue(untimed), submitted(1), ...outage), 1).trouble?.lastedMs).toBe(120_000);
  });

  it("is not held to time that the clock jumped over", () => {
    const jumped = after(aQueue(untimed), submitted(1), unreadable(1), clockSet(1440), unreadable(1));
    expect(entryNumbered(jumped, 1).trouble?.lastedMs).toBe(0);
    const back = after(aQueue(untimed), minutesPassed(1440), submitted(1), unreadable(1), clockSet(-1440));
    expect(entryNumbered(back, 1).trouble?.reportedAt).toBe(BEGINNING);
  });

  it("is another one with another head", () => {
    const draft = submitted(1, { facts: { draft: true } });
    const head = { headSha: entryNumbered(after(aQueue(), submitted(2)), 2).facts.headSha, draft: true };
    const queue = after(aQueue(), draft, unreadable(1), observed(1, head));
    expect(entryNumbered(queue, 1).trouble).toBeUndefined();
    const late = happening(({ now }) => ({
      kind: "pullRequestUnreadable",
      at: now,
      pullRequest: pullRequestNumber(1),
      headSha: entryNumbered(after(aQueue(), draft), 1).facts.headSha,
      reason: { code: "START_TEST_RUN_RETRY_EXHAUSTED", sentence: "502" },
    }));
    expect(entryNumbered(after(queue, late), 1).trouble).toBeUndefined();
  });

  it("leaves with the landing under way, whose answer decides", () => {
    const landing = after(aQueue(), ...allSubmitted(1, 2), passed("1"), ...eachMinute(10, unreadable(1)));
    expect(picture(landing)).toBe("main <- #1 landing (leaving) <- #2+1 running");
    expect(story(landing, landingRefused("v1")).concluded).toMatchObject([{ ended: "failed" }]);
    expect(story(landing, landed()).concluded).toMatchObject([{ ended: "merged" }]);
  });
});

describe("a pull request that has to leave with its landing", () => {
  it("has ten more minutes when it is submitted again", () => {
    const leaving = [submitted(1), passed("1"), ...eachMinute(10, unreadable(1)), submitted(1)];
    const queue = after(aQueue(), ...leaving);
    expect(picture(queue)).toBe("main <- #1 landing");
    expect(entryNumbered(queue, 1).trouble).toBeUndefined();
  });
});

describe("a head that can never be put on a branch", () => {
  it("fails at once by name, and what contains it is planned again", () => {
    const told = story(aQueue(), ...allSubmitted(1, 2, 3), unusable(1));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    expect(told.concluded).toMatchObject([
      {
        ended: "failed",
        reason: {
          code: "START_TEST_RUN_INVALID_EVENT",
          sentence:
            "#1 cannot be tested: its head has too long a message; push another head and submit it again.",
        },
      },
    ]);
  });

  it("fails alone out of a batch", () => {
    const batching = aQueue({ batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 5 });
    expect(drawn(batching, ...allSubmitted(1, 2, 3), unusable(2))).toBe("main <- #1&#3 running");
  });
});

describe("a test run whose checks cannot be read", () => {
  it("ends after ten minutes, also without a limit of its own, and with it the one it tests", () => {
    const queue = after(aQueue(untimed), ...allSubmitted(1, 2));
    const told = story(queue, ...eachMinute(10, checksUnreadable("1")));
    expect(picture(told.queue)).toBe("main <- #2 running");
    expect(told.concluded).toMatchObject([
      {
        ended: "failed",
        reason: {
          code: "START_TEST_RUN_RETRY_EXHAUSTED",
          sentence:
            "#1: The checks of the test run could not be read for 10 minutes while other work succeeded: The code host answered 502.",
        },
      },
    ]);
  });

  it("has what it tests on top of others tested alone", () => {
    const queue = after(aQueue(untimed), ...allSubmitted(1, 2), ...eachMinute(10, checksUnreadable("1+2")));
    expect(picture(queue)).toBe("main <- #1 running | bisecting #2 running");
  });

  it("goes on once they can be read", () => {
    const nine = eachMinute(9, checksUnreadable("1"));
    const queue = after(aQueue(untimed), submitted(1), ...nine, passed("1"));
    expect(picture(queue)).toBe("main <- #1 landing");
    expect(runNamed(queue, "1").trouble).toBeUndefined();
  });
});

describe("a push that fails and may have worked", () => {
  const landing = after(lanes, one, two, passed("1"), passed("2"));

  it("is given up after ten minutes in which others wait", () => {
    expect(drawn(landing, ...eachMinute(9, hindered()))).toBe("main <- #1 landing <- #2 passed");
    const told = story(landing, ...eachMinute(10, hindered()));
    expect(picture(told.queue)).toBe("main <- #2 landing");
    expect(told.concluded).toMatchObject([
      {
        ended: "failed",
        reason: {
          code: "GITHUB_API_MERGE_PR_FAILED",
          sentence:
            "#1: The push timed out; that was tried for 10 minutes while others waited. A push that is still under way may arrive later.",
        },
      },
    ]);
  });

  it("is waited for while nobody else waits, and given up for one that was cancelled", () => {
    const only = after(aQueue(), submitted(1), passed("1"), ...eachMinute(30, hindered()));
    expect(picture(only)).toBe("main <- #1 landing");
    expect(story(only, cancelled(1), hindered()).concluded).toMatchObject([{ ended: "cancelled" }]);
  });

  it("counts from whoever took it up last", () => {
    const again = happening(({ now, landing: current }) => {
      if (current === null) throw new Error("nothing is landing");
      return { kind: "landingTakenUp", at: now, run: current.run };
    });
    const stray = happening((queue) => {
      const [event] = hindered().events(queue);
      if (event?.kind !== "landingHindered") throw new Error("no push");
      return { ...event, takeUps: 0 };
    });
    const queue = after(landing, again, ...eachMinute(11, stray));
    expect(queue.landing?.trouble).toBeUndefined();
  });
});

describe("several that cannot land at once", () => {
  const batching = { batch: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 5 };

  it("are tested again, each alone, and land apart", () => {
    const pair = after(aQueue(batching), ...allSubmitted(1, 2), passed("1+2"));
    expect(picture(pair)).toBe("main <- #1&#2 landing");
    const split = story(pair, failsForOne);
    const apart = split.queue;
    expect(picture(apart)).toBe("main | bisecting #1 running, #2 running");
    expect(timelineOf(split, 1)).toContain(
      "testsPassed to pending: BISECTION_REQUIRED #1 and #2 could not land together (A hook declined it), so each is tested and lands by itself.",
    );
    const back = after(apart, passed("1"), passed("2"), passed("1+2"));
    expect(picture(back)).toBe("main <- #1 landing <- #2+1 passed");
    const told = story(back, failsForOne);
    expect(told.concluded).toMatchObject([{ facts: { number: 1 }, ended: "failed" }]);
    expect(picture(after(told.queue, passed("2")))).toBe("main <- #2 landing");
  });

  it("and were to land on the pass of the last, too", () => {
    const optimistic = aQueue({ canOptimisticallyMerge: true });
    const both = after(optimistic, ...allSubmitted(1, 2), passed("1+2"));
    expect(picture(both)).toBe("main <- #1 landing <- #2+1 landing");
    const apart = after(both, failsForOne, passed("1"), passed("2"), passed("1+2"));
    expect(picture(apart)).toBe("main <- #1 landing <- #2+1 passed");
  });

  it("are not batched again", () => {
    const pair = after(aQueue(batching), ...allSubmitted(1, 2), passed("1+2"), failsForOne);
    const urgent = after(
      pair,
      changed({ mode: "single" }),
      passed("1"),
      passed("2"),
      submitted(3, { priority: 0 }),
    );
    expect(entryNumbered(urgent, 1).isApart).toBe(true);
    expect(urgent.line.map(({ entries }) => entries.length)).toEqual(urgent.line.map(() => 1));
  });
});
