/** An entry is admitted once it is ready; until then it may change as it likes, but not wait for ever. */
import { describe, expect, it } from "@jest/globals";
import { ALL_TARGETS, targetList } from "../../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import { picture } from "../../../src/engine/explain/picture.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  aQueue,
  BEGINNING,
  changed,
  entryNumbered,
  gone,
  minutesPassed,
  observed,
  pushed,
  story,
  submitted,
  targetsSet,
  turned,
} from "../../support/queue-builder.js";

const HOUR_MS = 3_600_000;
const unready = after(aQueue(), submitted(1, { facts: { draft: true } }));

describe("readiness", () => {
  it.each<[string, Partial<PullRequestFacts>]>([
    ["is a draft", { draft: true }],
    ["aims at another branch", { baseBranch: "release" }],
    ["cannot be merged", { mergeability: "not_mergeable" }],
    ["may be mergeable, which the forge does not know yet", { mergeability: "in_progress" }],
    ["was never looked at", { mergeability: "unspecified" }],
  ])("keeps out a pull request that %s, until that is over", (_, facts) => {
    const queue = after(aQueue(), submitted(1, { facts }));
    expect(picture(queue)).toBe("main | not ready #1");
    expect(picture(after(queue, observed(1, facts)))).toBe("main | not ready #1");
    expect(picture(after(queue, observed(1, {})))).toBe("main <- #1 running");
  });

  it("keeps out a pull request that was closed before it came", () => {
    const closed = after(aQueue(), submitted(1, { facts: { state: "closed" } }));
    expect(picture(closed)).toBe("main | not ready #1");
    expect(picture(after(closed, observed(1, {})))).toBe("main <- #1 running");
  });

  it("tells when an entry became ready", () => {
    const { transitions, queue } = story(unready, minutesPassed(5), observed(1, {}));
    expect(transitions[0]).toMatchObject({
      at: BEGINNING + 5 * 60_000,
      from: "notReady",
      to: "pending",
      reason: { code: "MERGE_ITEM_NOW_READY", sentence: "#1 is ready and waits for its turn." },
    });
    expect(entryNumbered(queue, 1).admittedAt).toBe(BEGINNING + 5 * 60_000);
  });

  it("once there, is not lost when the forge thinks again", () => {
    const queue = after(aQueue(), submitted(1), observed(1, { mergeability: "not_mergeable" }));
    expect(picture(queue)).toBe("main <- #1 running");
  });

  describe("that rules of the branch hold up", () => {
    const blocked = (...words: readonly string[]): Partial<PullRequestFacts> => ({
      mergeability: "not_mergeable",
      unmetRules: words.map((each) => ({ rule: "pullRequest", words: each })),
    });
    const reasonOf = (...happenings: Parameters<typeof after>[1][]) =>
      entryNumbered(after(aQueue(), ...happenings), 1).reason;

    it("names each rule when it is submitted", () => {
      expect(reasonOf(submitted(1, { facts: blocked("1 of 2 approvals", "`build` is running") }))).toEqual({
        code: "API_REQUESTED",
        sentence: "#1 was submitted. It is not ready: 1 of 2 approvals; `build` is running.",
      });
    });

    it("names those that are left when that changes", () => {
      const facts = blocked("1 of 2 approvals", "`build` is running");
      expect(reasonOf(submitted(1, { facts }), observed(1, blocked("1 of 2 approvals")))).toEqual({
        code: "GITHUB_API_BRANCH_PROTECTION_UNMET",
        sentence: "#1 is not ready: 1 of 2 approvals.",
      });
    });

    it("no longer names them when they are met and something else holds it up", () => {
      const draft = { draft: true };
      const queue = [
        submitted(1, { facts: { ...blocked("0 of 1 approvals"), ...draft } }),
        observed(1, draft),
      ];
      expect(reasonOf(...queue)).toEqual({
        code: "API_REQUESTED",
        sentence: "#1 meets the rules of `main`.",
      });
    });

    it("keeps the reason while the same rules are unmet", () => {
      const { transitions, queue } = story(
        after(aQueue(), submitted(1, { facts: blocked("0 of 1 approvals") })),
        observed(1, { ...blocked("0 of 1 approvals"), title: "Reworded" }),
      );
      expect(transitions).toEqual([]);
      expect(entryNumbered(queue, 1).reason?.code).toBe("API_REQUESTED");
    });

    it("lists no more than people can read", () => {
      const many = Array.from({ length: 30 }, (_, index) => `\`check-${index}\` is running`);
      expect(reasonOf(submitted(1, { facts: blocked(...many) }))?.sentence).toMatch(
        /`check-0` is running; .*; and 21 more\.$/,
      );
    });
  });

  it("takes no targets in single mode, and some in parallel mode", () => {
    const parallel = after(aQueue(), changed({ mode: "parallel" }), submitted(1));
    expect(picture(parallel)).toBe("main | not ready #1");
    expect(picture(after(parallel, targetsSet(1, headOf(1), targetList([]))))).toBe("main <- #1 running");
  });

  it("takes targets of the head that is there, no others", () => {
    const parallel = after(aQueue(), changed({ mode: "parallel" }), submitted(1));
    expect(picture(after(parallel, targetsSet(1, headOf(1, 1), ALL_TARGETS)))).toBe("main | not ready #1");
  });

  it("does not suffer from a push, but the targets do", () => {
    const wishes = { facts: { draft: true }, targets: ALL_TARGETS };
    const queue = after(aQueue(), submitted(1, wishes), pushed(1));
    expect(picture(queue)).toBe("main <- #1 running");
    expect(entryNumbered(queue, 1)).toMatchObject({ targets: null, facts: { headSha: headOf(1, 1) } });
  });

  it.each<[string, Partial<PullRequestFacts>, string, string]>([
    ["is closed", { state: "closed", draft: true }, "PR_CLOSED", "#1 was closed."],
    [
      "is merged elsewhere",
      { state: "merged", baseBranch: "dev" },
      "PR_MERGED_INTO_OTHER_BRANCH",
      "#1 was merged into `dev`.",
    ],
  ])("ends for a pull request that %s", (_, facts, code, sentence) => {
    const { queue, concluded } = story(unready, observed(1, facts));
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([{ state: "cancelled", reason: { code, sentence } }]);
  });

  it.each<[string, Partial<PullRequestFacts>]>([
    ["a push", { headSha: headOf(1, 1) }],
    ["a draft", { draft: true }],
    ["another base branch", { baseBranch: "release" }],
  ])("is only looked at again after %s", (_, facts) => {
    const waiting = after(aQueue(), submitted(1, { facts: { mergeability: "in_progress" } }));
    const { queue, concluded } = story(waiting, observed(1, { mergeability: "in_progress", ...facts }));
    expect(picture(queue)).toBe("main | not ready #1");
    expect(concluded).toEqual([]);
  });

  it("ends for a pull request that does not exist any more", () => {
    expect(story(unready, gone(1)).concluded).toMatchObject([
      { state: "cancelled", reason: { code: "PR_CLOSED", sentence: "#1 does not exist any more." } },
    ]);
  });
});

describe("waiting to become ready", () => {
  const limited = after(aQueue({ notReadyTimeoutHours: 2 }), submitted(1, { facts: { draft: true } }));

  it("ends after the time the queue allows", () => {
    const { queue, concluded } = story(limited, minutesPassed(120));
    expect(picture(queue)).toBe("main");
    expect(concluded).toMatchObject([
      {
        state: "cancelled",
        reason: { code: "NOT_READY_TIMEOUT_EXPIRED", sentence: "#1 was not ready within 2 hours." },
      },
    ]);
  });

  it("ends when targets never come, and before that names what is missing by staying", () => {
    const queue = after(
      aQueue({ mode: "parallel", notReadyTimeoutHours: 2 }),
      submitted(1),
      minutesPassed(119),
    );
    expect(picture(queue)).toBe("main | not ready #1");
    expect(entryNumbered(queue, 1).targets).toBeNull();
    expect(story(queue, minutesPassed(1)).concluded).toMatchObject([
      { state: "cancelled", reason: { code: "NOT_READY_TIMEOUT_EXPIRED" } },
    ]);
    const inTime = after(queue, targetsSet(1, headOf(1), targetList(["a"])), minutesPassed(60));
    expect(picture(inTime)).toBe("main <- #1 running");
  });

  it("goes on until then, and asks to be woken then", () => {
    const { queue, wakeAt } = story(limited, minutesPassed(119));
    expect(picture(queue)).toBe("main | not ready #1");
    expect(wakeAt).toBe(BEGINNING + 2 * HOUR_MS);
  });

  it("goes on for ever without a limit", () => {
    const { queue, wakeAt } = story(unready, minutesPassed(1_000_000));
    expect(picture(queue)).toBe("main | not ready #1");
    expect(wakeAt).toBeNull();
  });

  it("is not counted while the queue itself admits nobody", () => {
    const paused = story(limited, turned("paused"), minutesPassed(1000));
    expect(picture(paused.queue)).toBe("main (paused) | not ready #1");
    expect(paused.wakeAt).toBeNull();
  });
});
