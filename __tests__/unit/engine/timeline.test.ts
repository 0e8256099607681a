/** Each step of an entry is noted once, with its moment, its reason and the run concerned. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../src/engine/decide.js";
import { namedCommit } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  BEGINNING,
  cancelled,
  changed,
  entryNumbered,
  failed,
  landed,
  landingRefused,
  minutesPassed,
  passed,
  runNamed,
  type Story,
  story,
  submitted,
  unbuilt,
} from "../../support/queue-builder.js";

const two = after(aQueue(), ...allSubmitted(1, 2));

/** From, to and run of each step of an entry. */
function stepsOf({ transitions }: Story, number: number) {
  return transitions
    .filter(({ pullRequest }) => pullRequest === number)
    .map(({ from, to, run }) => [from, to, run]);
}

describe("the timeline", () => {
  it("begins nowhere, and names the run once there is one", () => {
    const told = story(aQueue(), submitted(1));
    const { id } = runNamed(told.queue, "1");
    expect(stepsOf(told, 1)).toEqual([
      [null, "notReady", null],
      ["notReady", "pending", null],
      ["pending", "testing", id],
    ]);
    expect(told.transitions[0]).toMatchObject({
      at: BEGINNING,
      entry: entryNumbered(told.queue, 1).id,
      reason: { code: "API_REQUESTED", sentence: "#1 was submitted." },
    });
  });

  it("begins with whoever submitted it elsewhere than at the API", () => {
    const { transitions } = story(aQueue(), submitted(1, { by: "a comment of ada" }));
    expect(transitions[0]?.reason).toEqual({
      code: "USER_REQUESTED",
      sentence: "#1 was submitted by a comment of ada.",
    });
  });

  it("names the run that passed, and the one on whose pass an entry landed", () => {
    const { id } = runNamed(two, "1");
    expect(stepsOf(story(two, passed("1"), landed()), 1)).toEqual([
      ["testing", "testsPassed", id],
      ["testsPassed", "merged", id],
    ]);
  });

  it("names the run of another, where it landed on the pass of that one", () => {
    const optimistic = after(two, changed({ canOptimisticallyMerge: true }));
    const [own, other] = [runNamed(two, "1").id, runNamed(two, "1+2").id];
    expect(stepsOf(story(optimistic, passed("1+2"), landed()), 1)).toEqual([
      ["testing", "testsPassed", own],
      ["testsPassed", "merged", other],
    ]);
  });

  it("names the run that failed, also when it is over", () => {
    const again = after(two, failed("1"));
    const { id } = runNamed(again, "1");
    expect(stepsOf(story(again, failed("1")), 1)).toEqual([["pendingFailure", "failed", id]]);
  });

  it("names no run for one that left", () => {
    expect(stepsOf(story(two, cancelled(2)), 2)).toEqual([["testing", "cancelled", null]]);
  });

  it("is told in the order of submission within one step", () => {
    const { transitions } = story(two, unbuilt(cancelled(1)));
    expect(transitions.map(({ pullRequest }) => pullRequest)).toEqual([1, 2]);
  });

  it("has the moment a state began, and the newest reason", () => {
    const later = after(two, minutesPassed(5), passed("1+2"));
    expect(entryNumbered(later, 2)).toMatchObject({
      state: "testsPassed",
      stateSince: BEGINNING + 5 * 60_000,
      reason: { code: "TEST_RUN_PASSED", sentence: "#2 passed `tests` on top of #1." },
    });
    expect(entryNumbered(later, 1).stateSince).toBe(BEGINNING);
  });

  it("tells a new reason without a step where the state stays", () => {
    const landing = after(two, unbuilt(submitted(3)), passed("1"));
    const told = story(landing, unbuilt(landingRefused("v2")));
    expect(stepsOf(told, 3)).toEqual([]);
    expect(entryNumbered(told.queue, 3).reason?.code).toBe("MANUAL_PUSH_TO_TARGET_BRANCH");
  });
});

describe("the record of a landing", () => {
  it("has its proof, where the branch came from and went to, and what landed", () => {
    const landing = after(two, minutesPassed(1), passed("1"));
    const { run, commit } = landing.landing ?? missing();
    const { newTip, tree } = commit ?? missing();
    const { landed: record } = decide(landing, { kind: "landed", at: landing.now + 5, run, newTip });
    expect(record).toEqual({
      at: landing.now + 5,
      run,
      from: namedCommit("v1"),
      to: newTip,
      tree,
      proof: { kind: "tested" },
      heads: runNamed(two, "1").contains,
    });
  });

  it("is none of any other answer", () => {
    const landing = after(two, passed("1"));
    const { run } = landing.landing ?? missing();
    const stray = { kind: "landed", at: landing.now, run, newTip: namedCommit("stray") } as const;
    expect(decide(landing, stray)).toMatchObject({ landed: null, queue: landing });
    expect(decide(landing, { kind: "timePassed", at: landing.now }).landed).toBeNull();
  });
});

function missing(): never {
  throw new Error("the story tells otherwise");
}
