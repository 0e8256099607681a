/** What keeps failing for one pull request alone: the others go on without it, and after ten minutes it is given up. */
import { describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../../src/domain/ids.js";
import { picture } from "../../../src/engine/picture.js";
import type { Queue } from "../../../src/engine/queue.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  checksUnreadable,
  entryNumbered,
  type Happening,
  happening,
  landed,
  landingFailed,
  landingRefused,
  minutesPassed,
  movedTo,
  notStarted,
  observed,
  onTip,
  passed,
  readable,
  reported,
  runNamed,
  type Story,
  story,
  submitted,
  timelineOf,
  unbuilt,
  unreadable,
} from "../../support/queue-builder.js";

const EXHAUSTED = "START_TEST_RUN_RETRY_EXHAUSTED";
const NOT_MERGED = "GITHUB_API_MERGE_PR_FAILED";

/** Failing every two minutes for ten: six times. */
function forTenMinutes(failure: Happening): readonly Happening[] {
  return [failure, ...[2, 4, 6, 8, 10].flatMap(() => [minutesPassed(2), failure])];
}

function pictured(queue: Queue, ...happenings: readonly Happening[]): string {
  return picture(after(queue, ...happenings));
}

function endOf({ concluded }: Story, number: number) {
  const entry = concluded.find(({ facts }) => facts.number === number);
  return entry === undefined ? null : [entry.ended, entry.reason?.code, entry.reason?.sentence];
}

describe("a pull request that cannot be read", () => {
  const three = after(aQueue(), ...allSubmitted(1, 2, 3));

  it("is tested on, and given up after ten minutes in which others could be read", () => {
    const failures = forTenMinutes(unreadable(2));
    expect(pictured(three, ...failures.slice(0, -1))).toBe(picture(three));
    const told = story(three, ...failures);
    expect(endOf(told, 2)).toEqual(["failed", EXHAUSTED, "#2: It cannot be read."]);
    expect(picture(told.queue)).toBe("main <- #1 running <- #3+1 running");
  });

  it("is given up at once when it can never be read", () => {
    expect(endOf(story(three, unreadable(2, { mayPass: false })), 2)?.[0]).toBe("failed");
  });

  it("begins anew to count when it could be read meanwhile", () => {
    const failures = forTenMinutes(unreadable(2));
    for (const success of [readable(2), observed(2, { title: "Another title" })]) {
      const told = after(three, ...failures.slice(0, -1), success, ...failures.slice(0, -1));
      expect(picture(told)).toBe(picture(three));
    }
  });

  it("is not given up after a few failures, however much the clock jumps between them", () => {
    const failures = [1, 2, 3, 4].flatMap(() => [unreadable(2), minutesPassed(60)]);
    expect(pictured(three, ...failures)).toBe(picture(three));
    expect(pictured(three, ...failures, unreadable(2))).not.toBe(picture(three));
  });

  it("is judged anew after a push, while it is not ready", () => {
    const waiting = after(aQueue(), submitted(1, { facts: { draft: true } }), unreadable(1));
    const pushedTo = after(waiting, observed(1, { draft: true, headSha: headOf(1, 1) }));
    expect([waiting, pushedTo].map((queue) => entryNumbered(queue, 1).troubles)).toEqual([
      { reading: { since: waiting.now, times: 1 } },
      undefined,
    ]);
  });

  it("has failed when it is called off while it lands, and whoever is cancelled has not", () => {
    const landing = after(three, passed("1"));
    const given = story(landing, unreadable(1, { mayPass: false }), cancelled(1), landingRefused("v1"));
    expect(endOf(given, 1)).toEqual(["failed", EXHAUSTED, "#1: It cannot be read."]);
    const asked = story(landing, cancelled(1), unreadable(1, { mayPass: false }), landingRefused("v1"));
    expect(endOf(asked, 1)?.[0]).toBe("cancelled");
  });

  it("that passed alone beside the line waits there until it can be read", () => {
    const aside = after(three, passed("1"), landingFailed(NOT_MERGED, { mayPass: true, about: 1 }));
    const unread = after(aside, unreadable(1), passed("1"));
    expect(picture(unread)).toBe("main <- #2 running <- #3+2 running | bisecting #1 passed");
    expect(pictured(unread, readable(1))).toBe("main <- #2 running <- #3+2 running <- #1+2+3 running");
  });
});

describe("a test run that did not start, and may start later", () => {
  const start = notStarted("1", EXHAUSTED, { mayPass: true });
  const two = after(aQueue(), unbuilt(submitted(1)), submitted(2));

  it("is tried again beside the line, and those behind are tested without it", () => {
    const told = story(two, unbuilt(start));
    expect(picture(told.queue)).toBe("main <- #2 building | bisecting #1 building");
    expect(entryNumbered(told.queue, 1).reason).toEqual({
      code: EXHAUSTED,
      sentence: "#1 cannot go on for now (It cannot start), so it is tried again alone beside the line.",
    });
  });

  it("goes on in the line once it has started and passed", () => {
    expect(pictured(two, start, passed("1"))).toBe("main <- #2 running <- #1+2 running");
    const begun = [start, reported("1", { tests: null })];
    expect(entryNumbered(after(two, ...begun), 1)).not.toHaveProperty("troubles");
  });

  it("has failed after ten minutes", () => {
    const failures = forTenMinutes(unbuilt(start));
    expect(pictured(two, ...failures.slice(0, -1))).toBe("main <- #2 building | bisecting #1 building");
    expect(endOf(story(two, ...failures), 1)).toEqual(["failed", EXHAUSTED, "#1: It cannot start."]);
  });

  it("is looked for in a batch as before, where nobody is named", () => {
    const batch = after(aQueue({ batch: true, batchingMinSize: 2 }), submitted(1), unbuilt(submitted(2)));
    const failure = notStarted("1+2", EXHAUSTED, { mayPass: true });
    expect(pictured(batch, failure)).toBe("main | bisecting #1 running, #2 running");
  });
});

describe("a test run that did not start for one of its pull requests", () => {
  const batch = after(
    aQueue({ batch: true, batchingMinSize: 3 }),
    ...[1, 2, 3, 4, 5].map((number) => submitted(number)),
    unbuilt(submitted(6)),
  );
  const line = after(aQueue(), submitted(1), unbuilt(submitted(2)), unbuilt(submitted(3)));

  it("goes on without it, and that one is tried again alone", () => {
    const told = story(batch, notStarted("1+2+3+4+5+6", EXHAUSTED, { mayPass: true, about: 5 }));
    expect(picture(told.queue)).toBe(
      "main <- #1&#2&#3 running <- #4&#6+1+2+3 running | bisecting #5 running",
    );
    expect(timelineOf(told, 4)).toContain("pending to testing");
  });

  it("goes on without it, and that one has failed where no start will work", () => {
    const told = story(batch, notStarted("1+2+3+4+5+6", EXHAUSTED, { mayPass: false, about: 5 }));
    expect(endOf(told, 5)).toEqual(["failed", EXHAUSTED, "#5: It cannot start."]);
    expect(picture(told.queue)).toBe("main <- #1&#2&#3 running <- #4&#6+1+2+3 running");
  });

  it("starts again without one ahead", () => {
    const told = story(line, notStarted("1+2+3", EXHAUSTED, { mayPass: true, about: 2 }));
    expect(picture(told.queue)).toBe("main <- #1 running <- #3+1 running | bisecting #2 running");
  });

  it("starts again with one ahead that lands already", () => {
    const told = story(line, passed("1"), notStarted("1+2+3", EXHAUSTED, { mayPass: true, about: 1 }));
    expect(picture(told.queue)).toBe("main <- #1 landing <- #2+1 building <- #3+1+2 running");
    expect(told.endedRuns).toHaveLength(1);
  });

  it("is nothing to one that it does not contain", () => {
    const told = story(line, notStarted("1+2", EXHAUSTED, { mayPass: true, about: 3 }));
    expect(picture(told.queue)).toBe("main <- #1 running <- #3+1 running | bisecting #2 running");
  });
});

describe("a run of which CI says nothing", () => {
  const silence = checksUnreadable("1");
  const two = after(aQueue(), ...allSubmitted(1, 2));

  it("goes on for a minute, then is begun anew beside the line", () => {
    expect(pictured(two, silence, silence)).toBe(picture(two));
    expect(pictured(two, silence, minutesPassed(1), silence)).toBe(
      "main <- #2 running | bisecting #1 running",
    );
  });

  it("is forgiven as soon as CI says that it works on it, and not while it is queued", () => {
    const queued = happening((queue) => ({
      kind: "checksReported",
      at: queue.now,
      run: runNamed(queue, "1").id,
      checks: [{ name: "tests", url: "", status: "queued", conclusion: null }],
    }));
    expect(pictured(two, silence, reported("1", { tests: null }), minutesPassed(1), silence)).toBe(
      picture(two),
    );
    expect(pictured(two, silence, queued, minutesPassed(1), silence)).not.toBe(picture(two));
  });

  it("has failed after ten minutes beside the line", () => {
    const aside = after(two, silence, minutesPassed(1), silence);
    const failures = forTenMinutes(silence);
    expect(pictured(aside, ...failures.slice(0, -1))).toBe(picture(aside));
    expect(endOf(story(aside, ...failures), 1)).toEqual(["failed", EXHAUSTED, "#1: CI does not answer."]);
  });

  it("waits five minutes where no other run can be read either", () => {
    const silent = checksUnreadable("1", false);
    const failures = [silent, minutesPassed(2), silent, minutesPassed(2), silent, minutesPassed(1)];
    expect(pictured(two, ...failures)).toBe(picture(two));
    expect(pictured(two, ...failures, silent)).toBe("main <- #2 running | bisecting #1 running");
  });

  it("is looked for in its batch", () => {
    const batch = after(aQueue({ batch: true, batchingMinSize: 2 }), ...allSubmitted(1, 2));
    const lasting = [checksUnreadable("1+2"), minutesPassed(1), checksUnreadable("1+2")];
    const told = story(batch, ...lasting);
    expect(picture(told.queue)).toBe("main | bisecting #1 running, #2 running");
    expect(timelineOf(told, 1)).toContain(
      "testing to pending: BISECTION_REQUIRED #1 and #2 could not be tested together (CI does not answer), so each half is tested alone to find out whom that is about.",
    );
  });

  it("decides nothing while its entry lands on the pass of another, or as a hedge, or once it is over", () => {
    const optimistic = after(aQueue({ canOptimisticallyMerge: true }), ...allSubmitted(1, 2), passed("1+2"));
    const hedging = after(aQueue({ hedging: true, concurrency: 3 }), ...allSubmitted(1, 2));
    const over = after(two, passed("1+2"));
    const cases = [
      [optimistic, "1"],
      [hedging, "2"],
      [over, "1+2"],
    ] as const;
    for (const [queue, run] of cases) {
      const told = after(queue, checksUnreadable(run), minutesPassed(1), checksUnreadable(run));
      expect(told.entries).toEqual(queue.entries);
      expect(picture(told)).toBe(picture(queue));
    }
  });
});

describe("a landing of several that failed for one of them", () => {
  const three = after(aQueue(), ...allSubmitted(1, 2, 3), passed("1+2+3"), passed("1+2"), passed("1"));
  const failure = landingFailed(NOT_MERGED, { mayBeOfOne: true });

  it("is tried again for each alone, the first one first", () => {
    const told = story(three, failure);
    expect(picture(three)).toBe("main <- #1 landing <- #2+1 landing <- #3+1+2 landing");
    expect(picture(told.queue)).toBe("main <- #1 landing <- #2+1 passed <- #3+1+2 running");
    expect(timelineOf(told, 3)[0]).toBe(
      `testsPassed to pending: ${NOT_MERGED} The landing of #1, #2 and #3 failed (It cannot land), so #3 goes by its own tests.`,
    );
  });

  it("has the one that fails alone fail, and the others land", () => {
    const told = story(three, failure, landed(), passed("2+3"), failure);
    expect(endOf(told, 1)?.[0]).toBe("merged");
    expect(endOf(told, 2)).toEqual(["failed", NOT_MERGED, "#2: It cannot land."]);
    expect(pictured(told.queue, passed("3"), landed())).toBe("main");
  });

  it("is tried again in parts where they were tested together", () => {
    const batch = after(aQueue({ batch: true, batchingMinSize: 2 }), ...allSubmitted(1, 2), passed("1+2"));
    expect(pictured(batch, failure)).toBe("main | bisecting #1 running, #2 running");
    expect(pictured(batch, failure, passed("1"), passed("2"))).toBe("main <- #1 landing <- #2+1 running");
  });

  it("goes on without the one that is named", () => {
    const told = story(three, landingFailed(NOT_MERGED, { mayPass: true, mayBeOfOne: true, about: 2 }));
    expect(picture(told.queue)).toBe("main <- #1 landing <- #3+1 running | bisecting #2 running");
  });

  it("lets those go who asked to, and the others land", () => {
    const told = story(three, cancelled(2), failure);
    expect(endOf(told, 2)?.[0]).toBe("cancelled");
    expect(picture(told.queue)).toBe("main <- #1 landing <- #3+1 running");
  });
});

describe("a landing that may work later", () => {
  const one = after(aQueue(), ...allSubmitted(1, 2), passed("1"));
  const failure = landingFailed(NOT_MERGED, { mayPass: true });

  it("is put off, and its entry tested again beside the line while others land", () => {
    const told = story(one, failure);
    expect(picture(told.queue)).toBe("main <- #2 running | bisecting #1 running");
    expect(pictured(told.queue, passed("2"), landed(), passed("1"))).toBe("main <- #1 running");
  });

  it("has failed after ten minutes of that", () => {
    const again = [passed("1"), minutesPassed(3), failure];
    const alone = after(aQueue(), submitted(1), passed("1"), failure, ...again, ...again, ...again);
    expect(picture(alone)).toBe("main | bisecting #1 running");
    expect(endOf(story(alone, ...again), 1)).toEqual(["failed", NOT_MERGED, "#1: It cannot land."]);
  });

  it("is tested first, where it was to land directly", () => {
    const direct = after(aQueue({ directMergeMode: "always" }), submitted(1, onTip));
    expect(pictured(direct, failure)).toBe("main <- #1 running");
  });
});

describe("a push that fails, and may still arrive", () => {
  const failure = landingFailed(NOT_MERGED, { mayPass: true, mayBeOfOne: true, mayArrive: true });
  const givenUp = [failure, minutesPassed(1), failure];
  const one = after(aQueue(), ...allSubmitted(1, 2), passed("1"));
  const pair = after(aQueue(), ...allSubmitted(1, 2, 3), passed("1+2"), passed("1"));

  it("keeps its landing for a minute, and is then tried again beside the line", () => {
    expect(pictured(one, failure, failure)).toBe(picture(one));
    expect(pictured(one, ...givenUp)).toBe("main <- #2 running | bisecting #1 running");
  });

  it("has failed for good after ten minutes", () => {
    const again = [passed("1"), minutesPassed(3), ...givenUp];
    const alone = after(aQueue(), submitted(1), passed("1"), ...givenUp, ...again);
    expect(picture(alone)).toBe("main | bisecting #1 running");
    expect(endOf(story(alone, ...again, ...again), 1)).toEqual(["failed", NOT_MERGED, "#1: It cannot land."]);
  });

  it("lets one that is cancelled go when the landing is given up", () => {
    expect(endOf(story(one, cancelled(1), ...givenUp), 1)?.[0]).toBe("cancelled");
  });

  it("of several is tried again for each alone", () => {
    expect(picture(pair)).toBe("main <- #1 landing <- #2+1 landing <- #3+1+2 running");
    expect(pictured(pair, ...givenUp)).toBe("main <- #1 landing <- #2+1 running <- #3+1+2 running");
  });

  it("has landed what it was to land when it arrives after all", () => {
    const told = story(pair, ...givenUp, landingFailed(NOT_MERGED), arrivalOf(pair));
    expect(endOf(told, 2)?.slice(0, 2)).toEqual(["merged", "MERGE_GRAPH_MERGE"]);
    expect(picture(told.queue)).toBe("main <- #3 running");
  });

  it("refuses another landing when it arrives after all, and has landed", () => {
    const refused = happening((queue) => ({
      kind: "landingRefused",
      at: queue.now,
      run: queue.landing?.run ?? runNamed(queue, "1").id,
      tip: newTipOf(pair),
    }));
    const told = story(pair, ...givenUp, refused);
    expect([endOf(told, 1)?.[0], endOf(told, 2)?.[0]]).toEqual(["merged", "merged"]);
    expect(picture(told.queue)).toBe("main <- #3 running");
  });

  it("is forgotten once the branch is elsewhere", () => {
    const elsewhere = after(pair, ...givenUp, landingFailed(NOT_MERGED), movedTo("v2"));
    const told = story(elsewhere, arrivalOf(pair));
    expect([endOf(told, 2), picture(told.queue)]).toEqual([null, "main <- #2 running <- #3+2 running"]);
  });
});

function newTipOf({ landing }: Queue): CommitId {
  if (landing?.commit == null) throw new Error("nothing is to be pushed");
  return landing.commit.newTip;
}

/** The branch is seen where a landing was to bring it. */
function arrivalOf(landing: Queue): Happening {
  return happening(({ now, tip }) => ({ kind: "tipObserved", at: now, from: tip, to: newTipOf(landing) }));
}
