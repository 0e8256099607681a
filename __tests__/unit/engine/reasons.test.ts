/** Reasons stay one bearable sentence, whatever names are in them. */
import { expect, it } from "@jest/globals";
import { type PullRequestNumber, pullRequestNumber } from "../../../src/domain/ids.js";
import type { ReasonCode } from "../../../src/domain/reason.js";
import { mergedUntested } from "../../../src/engine/explain/reasons/pull-requests.js";
import {
  predecessorLeft,
  predecessorPending,
  skippedTheLine,
} from "../../../src/engine/explain/reasons/restarts.js";
import { asClause, list as listed, quoted } from "../../../src/engine/explain/reasons/sentence-parts.js";
import {
  bisected,
  conflictsWithBranch,
  failedByItself,
  testsPassed,
} from "../../../src/engine/explain/reasons/verdicts.js";
import { namedCommit } from "../../support/fake-commits.js";
import { after, aQueue, runNamed, submitted } from "../../support/queue-builder.js";

const numbers = (count: number): readonly PullRequestNumber[] =>
  Array.from({ length: count }, (_, index) => pullRequestNumber(index + 1));
const run = runNamed(after(aQueue(), submitted(1)), "1");

it.each([
  [1, "#1"],
  [2, "#1 and #2"],
  [3, "#1, #2 and #3"],
  [5, "#1, #2, #3, #4 and #5"],
  [6, "#1, #2, #3, #4 and 2 more"],
  [500, "#1, #2, #3, #4 and 496 more"],
])("names %i pull requests as %s", (count, list) => {
  expect(skippedTheLine(numbers(count), pullRequestNumber(9)).sentence).toBe(
    `#9 is urgent and goes first, so the tests of ${list} start again.`,
  );
});

it("names nothing where there is nobody", () => {
  expect(listed([])).toBe("nothing");
});

it("cuts one text once as a name and once as a clause", () => {
  const [one = pullRequestNumber(1)] = numbers(1);
  const long = `#1 ${"x".repeat(200)}`;
  expect(quoted(long)).toHaveLength("`…`".length + 100);
  expect(asClause(one, { code: "API_REQUESTED", sentence: long })).toBe(long);
});

it("tells of a failure by itself whether it is the second", () => {
  const failed = { kind: "check", name: "lint", url: "https://ci.example/lint" } as const;
  const told = [false, true].map((isRetried) => failedByItself(run, failed, [], isRetried).sentence);
  expect(told).toEqual([
    "#1 failed `lint` with nothing else ahead, so the failure is its own.",
    "#1 failed `lint` again with nothing else ahead, so the failure is its own.",
  ]);
});

it("knows a culprit is among those who are left, also without a run of theirs that failed", () => {
  for (const unknown of [undefined, run]) {
    expect(bisected(numbers(2), unknown, []).sentence).toBe(
      "One of #1 and #2 must be the culprit, so each half is tested alone to find the culprit.",
    );
  }
});

it("tells of a merge past the queue what it was tested on", () => {
  const [one = pullRequestNumber(1)] = numbers(1);
  const [tip, testedOn] = [namedCommit("v2"), namedCommit("v1")];
  expect(mergedUntested(one, "main", tip, testedOn).sentence).toBe(
    `#1 was merged as ${tip.slice(0, 8)}, but not onto ${testedOn.slice(0, 8)}, which it was tested on: nobody tested what \`main\` is now.`,
  );
});

it("cuts a long name of a check", () => {
  const { sentence } = testsPassed({ ...run, requiredStatuses: ["x".repeat(5000)] }, []);
  expect(sentence).toBe(`#1 passed \`${"x".repeat(100)}…\`.`);
  const bearable = testsPassed({ ...run, requiredStatuses: ["x".repeat(100)] }, []).sentence;
  expect(bearable).toBe(`#1 passed \`${"x".repeat(100)}\`.`);
});

it("keeps a file name with line breaks and half characters on one line", () => {
  const [entry = pullRequestNumber(1)] = numbers(1);
  const { sentence } = conflictsWithBranch(entry, "main", [], ["a\n\u0007b\ud83d"]);
  expect(sentence).toBe("#1 conflicts with `main` in `a  b `; update it and submit it again.");
});

it("names no file where none is known", () => {
  const [entry = pullRequestNumber(1)] = numbers(1);
  expect(conflictsWithBranch(entry, "main", [], []).sentence).toBe(
    "#1 conflicts with `main`; update it and submit it again.",
  );
});

it("goes on from why one ahead left, and names that one", () => {
  const [one = pullRequestNumber(1)] = numbers(1);
  const { entries } = after(aQueue(), submitted(1));
  const [entry = failure()] = entries;
  const left = (sentence: string | null) => {
    const reason = sentence === null ? null : ({ code: "API_REQUESTED", sentence } as const);
    return predecessorLeft([pullRequestNumber(2)], { ...entry, ended: "cancelled", reason }).sentence;
  };
  expect(left("#1 was closed.")).toBe("#1 was closed; the tests of #2 start again without it.");
  expect(left("Enough of it.")).toBe("#1 left: Enough of it; the tests of #2 start again without it.");
  expect(left("It needs v1.2.")).toBe("#1 left: It needs v1.2; the tests of #2 start again without it.");
  expect(left(null)).toBe("#1 left; the tests of #2 start again without it.");
  expect(left("x\n".repeat(5000))).toHaveLength(
    "#1 left: …; the tests of #2 start again without it.".length + 300,
  );
  expect(predecessorPending([pullRequestNumber(2)], [one], null).sentence).toBe(
    "#1 failed, so the tests of #2 start again without it.",
  );
});

it("tells of one in doubt what is known of it, where that is a failure", () => {
  const [one = pullRequestNumber(1), ...own] = numbers(2);
  const doubt = (code: ReasonCode, sentence: string) =>
    predecessorPending(own, [one], null, { code, sentence }).sentence;
  expect(doubt("TEST_RUN_REQUIRED_STATUS_FAILED", "#1 failed `x`.")).toBe(
    "#1 failed `x`; the tests of #2 start again without it.",
  );
  expect(doubt("TEST_RUN_TIMEOUT", "#1 took too long.")).toBe(
    "#1 took too long; the tests of #2 start again without it.",
  );
  expect(doubt("BISECTION_REQUIRED", "#1 and #3 failed.")).toBe(
    "#1 and #3 failed; the tests of #2 start again without it.",
  );
  expect(doubt("API_REQUESTED", "#1 was submitted.")).toBe(
    "#1 failed, so the tests of #2 start again without it.",
  );
});

it("tells of several in doubt", () => {
  const [one = pullRequestNumber(1), two = one, three = one] = numbers(3);
  expect(predecessorPending([three], [one, two], null)).toEqual({
    code: "PREREQUISITE_MERGE_ITEM_FAILED",
    sentence: "#1 and #2 failed, so the tests of #3 start again without them.",
  });
});

function failure(): never {
  throw new Error("the story tells otherwise");
}
