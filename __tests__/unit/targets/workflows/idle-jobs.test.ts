/** Conditions of jobs, evaluated as far as facts allow. */
import { describe, expect, it } from "@jest/globals";
import { truthOfCondition } from "../../../../src/targets/workflows/idle-jobs.js";

const FACTS = {
  equals: (variable: string, text: string) => (variable === "github.event_name" ? text === "push" : null),
  startsWith: (variable: string, text: string) =>
    variable === "github.ref" ? "refs/heads/x".startsWith(text) : null,
};

describe("the condition of a job", () => {
  it.each<[unknown, boolean | null]>([
    ["github.event_name == 'push'", true],
    ["GitHub.Event_Name == 'PUSH'", true],
    ["'schedule' == github.event_name", false],
    ["github.event_name != 'push'", false],
    ["${{ github.event_name == 'release' }}", false],
    ["  github.event_name=='release'\n", false],
    ["github.event_name == 'release' && github.repository == 'a/b'", false],
    ["github.repository == 'a/b' && github.event_name == 'release'", false],
    ["github.event_name == 'release' || github.repository == 'a/b'", null],
    ["github.event_name == 'release' || github.event_name == 'issues'", false],
    ["github.event_name == 'push' || github.repository == 'a/b'", true],
    ["!(github.event_name == 'push')", false],
    ["!!(github.event_name == 'release')", false],
    ["always() && github.event_name == 'release'", false],
    ["contains(github.event.pull_request.labels.*.name, 'a, b') && github.event_name == 'release'", false],
    ["github.event['x'].y == 'z' && github.event_name == 'release'", false],
    ["a && b || c && github.event_name == 'release'", null],
    ["startsWith(github.ref, 'refs/tags/')", false],
    ["startsWith(github.ref, 'refs/HEADS/')", true],
    ["startsWith(github.ref)", null],
    ["endsWith(github.ref, 'x')", null],
    ["'it''s' == 'IT''S'", true],
    ["''", false],
    ["true", true],
    [false, false],
    [true, true],
    ["github.ref", null],
    ["github.event.number > 3", null],
    ["github.event_name == github.ref", null],
    ["github.event_name == true", null],
  ])("%j is %j", (condition, truth) => {
    expect(truthOfCondition(condition, FACTS)).toBe(truth);
  });

  it.each<unknown>([
    undefined,
    null,
    0,
    [],
    "",
    "${{ false }} && true",
    "${{ false }}${{ false }}",
    "github.event_name == 'release' &&",
    "github.event_name == 'release' ) && (",
    "(github.event_name == 'release'",
    "github.event_name == 'release",
    "github.event_name = 'release'",
    "github.event_name == 'release' github",
    "contains(github.ref 'x') && github.event_name == 'release'",
    "contains( && github.event_name == 'release'",
    "github.event[ && github.event_name == 'release'",
    `${"(".repeat(400)}false`,
    `${"!".repeat(4_000)}false`,
    `${"a && ".repeat(2_000)}false`,
  ])("%j is unknown", (condition) => {
    expect(truthOfCondition(condition, FACTS)).toBeNull();
  });
});
