/** What a run is made of, what of it is left to land, and whether the tip is made of its very commits. */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { TestRun } from "../../../src/engine/queue.js";
import { isExact, isSameHead, leftToLand } from "../../../src/engine/tested-heads.js";
import { headOf, namedCommit } from "../../support/fake-commits.js";
import { after, allSubmitted, aQueue, runNamed, submitted, unbuilt } from "../../support/queue-builder.js";

const run = runNamed(after(aQueue({ concurrency: 4 }), ...allSubmitted(1, 2, 3, 4)), "1+2+3+4");
const numbers = run.contains.map(({ pullRequest }) => pullRequest);

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
});

describe("one head", () => {
  const [one, other] = run.contains;

  it("is the same as a copy with another title", () => {
    expect(isSameHead(one, one)).toBe(true);
    expect(isSameHead(one, one && { ...one, title: "Reworded" })).toBe(true);
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
    ["it stands on a commit of its own", { ...run, standsOn: run.commits[1] ?? elsewhere }],
    ["it is not built yet", { ...building, standsOn: elsewhere }],
  ])("where %s", (_, exact) => {
    expect(isExact(exact)).toBe(true);
  });

  it.each<[string, TestRun]>([
    ["nowhere", { ...run, standsOn: null }],
    ["nowhere before it is built", { ...building, standsOn: null }],
    ["on what landed beside it", { ...run, standsOn: elsewhere }],
    ["there, and is built but not started", { ...run, standsOn: elsewhere, progress: building.progress }],
    ["there, and did not even begin to merge", { ...run, standsOn: elsewhere, commits: [] }],
  ])("not where it stands %s", (_, other) => {
    expect(isExact(other)).toBe(false);
  });
});
