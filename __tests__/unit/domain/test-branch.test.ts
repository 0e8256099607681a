/** Which filters of a workflow may include a test branch, for any prefix that a service sets. */
import { describe, expect, it } from "@jest/globals";
import { pullRequestNumber, testRunId } from "../../../src/domain/ids.js";
import {
  mayBeTestBranch,
  mayIncludeTestBranch,
  testBranchName,
  tipBranchName,
} from "../../../src/domain/test-branch.js";

const RUN = testRunId("0197f3a2-7c1e-7d3b-9a60-2f4d5b6c7e8f");
const PREFIXES = ["mq-merge/", "", "a/b/c-", "release/"];

describe("the name of a test branch", () => {
  it.each(PREFIXES)("is recognized with the prefix %j", (prefix) => {
    expect(mayBeTestBranch(testBranchName(prefix, pullRequestNumber(12), RUN))).toBe(true);
    expect(mayBeTestBranch(tipBranchName(prefix, "release/1", RUN))).toBe(true);
  });

  it.each(["main", "release/1.0", "pr-12", "tip/x", "12/merge"])("is none: %s", (name) => {
    expect(mayBeTestBranch(name)).toBe(false);
  });
});

describe("a filter of branches", () => {
  it.each([
    "**",
    "mq-merge/**",
    "*/*",
    "*/*/*",
    "a/*/*",
    "pr-1/*",
    "*pr-[0-9]+/*",
    "a/b/c-pr-7/*",
    "x/tip/*/*",
    "tip/main/*",
    "[+-9]*",
    "[!a]*",
    "a/+",
    "a/?b/*",
    "{a/b,c}",
    "a\\*/*",
    "queue/*",
    "merge-queue-*",
    "trunk-*",
    7,
    null,
  ])("may include a test branch: %j", (filter) => {
    expect(mayIncludeTestBranch(filter)).toBe(true);
  });

  it.each([
    "main",
    "release/1",
    "*",
    "v[0-9]+",
    "v[0-9]+.[0-9]+",
    "[a-z]*",
    "release/*",
    "maintenance/v*",
    "feature/a/*",
    "!mq-merge/**",
    "a?",
  ])("includes none: %j", (filter) => {
    expect(mayIncludeTestBranch(filter)).toBe(false);
  });
});
