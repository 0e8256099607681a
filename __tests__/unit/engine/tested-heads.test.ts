/** What a run is made of, what of it is left to land, and whether the tip is made of its very commits. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { TestRun } from "../../../src/engine/model/queue.js";
import {
  headOf as headUnderTest,
  isExact,
  isSameHead,
  leaves,
  leftToLand,
  leftWithin,
} from "../../../src/engine/planning/tested-heads.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  entryNumbered,
  runNamed,
  submitted,
  unbuilt,
} from "../../support/queue-builder.js";
import { readableOnlyAt } from "../../support/readable-only-at.js";

const run = runNamed(after(aQueue({ concurrency: 4 }), ...allSubmitted(1, 2, 3, 4)), "1+2+3+4");
const numbers = run.contains.map(({ pullRequest }) => pullRequest);

describe("the head of an entry", () => {
  const entry = entryNumbered(after(aQueue(), submitted(1)), 1);
  const { number: pullRequest, headSha, title } = entry.facts;
  const plain = { pullRequest, headSha, title, submittedAt: entry.submittedAt };

  it("has everything that its commit is made of", () => {
    const named = { mergeTitle: "Merge #1", headName: "mona/change" };
    const facts = { ...entry.facts, ...named };
    expect(headUnderTest({ ...entry, facts })).toStrictEqual({ ...plain, ...named });
  });

  it("has no merge title and no name where the code host told none", () => {
    expect(headUnderTest(entry)).toStrictEqual(plain);
  });
});

describe("what is left to land", () => {
  it("is all that has not landed, in order, whoever landed first", () => {
    const some = fc.subarray(numbers).chain((few) => fc.shuffledSubarray(few, { minLength: few.length }));
    fc.assert(
      fc.property(some, (landed) => {
        const left = leftToLand({ ...run, landed });
        expect(left).toEqual(run.contains.filter(({ pullRequest }) => !landed.includes(pullRequest)));
      }),
    );
  });

  it("is the list itself while nothing has landed, so that nobody compares a copy", () => {
    expect(leftToLand(run)).toBe(run.contains);
  });

  it.each([1, 2, 3, 4])("is the list itself from the next one on, once its first %i have landed", (count) => {
    const left = leftWithin({ ...run, landed: numbers.slice(0, count) });
    expect(left.heads).toBe(run.contains);
    expect(left.first).toBe(count);
  });

  it("is not all that the run contains once one has landed", () => {
    expect(leaves(run, run.contains)).toBe(true);
    expect(leaves({ ...run, landed: numbers.slice(0, 1) }, run.contains)).toBe(false);
    expect(leaves({ ...run, landed: numbers.slice(0, 1) }, run.contains.slice(1))).toBe(true);
  });

  it("is seen at a glance to be the very list that is asked about", () => {
    const contains = readableOnlyAt(run.contains);
    expect(leaves({ ...run, contains }, contains)).toBe(true);
  });
});

describe("one head", () => {
  const [one, other] = run.contains;

  it("is the same as a copy with another title", () => {
    expect(isSameHead(one, one)).toBe(true);
    expect(isSameHead(one, one && { ...one, title: "Reworded" })).toBe(true);
  });

  it("is the same as itself at a glance", () => {
    const unread = one && readableOnlyAt(one);
    expect(isSameHead(unread, unread)).toBe(true);
  });

  it("is not that of another pull request, nor one pushed since, nor none", () => {
    expect(isSameHead(one, other)).toBe(false);
    expect(isSameHead(one, one && { ...one, headSha: headOf(1, 1) })).toBe(false);
    expect(isSameHead(one, other && one && { ...other, headSha: one.headSha })).toBe(false);
    expect(isSameHead(one, undefined)).toBe(false);
    expect(isSameHead(undefined, one)).toBe(false);
    expect(isSameHead(undefined, undefined)).toBe(false);
  });
});

describe("what landed of a run is its very commits", () => {
  const building = runNamed(after(aQueue(), unbuilt(submitted(1))), "1");
  const elsewhere = namedCommit("v2");

  it.each<[string, TestRun]>([
    ["it stands where it was tested", run],
    ["it stands on a commit of its own", { ...run, validForTip: run.commits[1] ?? elsewhere }],
    ["it is not built yet", { ...building, validForTip: elsewhere }],
  ])("where %s", (_, exact) => {
    expect(isExact(exact)).toBe(true);
  });

  it.each<[string, TestRun]>([
    ["nowhere", { ...run, validForTip: null }],
    ["nowhere before it is built", { ...building, validForTip: null }],
    ["on what landed beside it", { ...run, validForTip: elsewhere }],
    ["there, and is built but not started", { ...run, validForTip: elsewhere, progress: building.progress }],
    ["there, and did not even begin to merge", { ...run, validForTip: elsewhere, commits: [] }],
  ])("not where it stands %s", (_, other) => {
    expect(isExact(other)).toBe(false);
  });

  it("which is seen at the one that landed last", () => {
    const landed = numbers.slice(0, 2);
    const commits = readableOnlyAt(run.commits, "length", "1");
    expect(isExact({ ...run, landed, commits, validForTip: run.commits[1] ?? elsewhere })).toBe(true);
  });
});
