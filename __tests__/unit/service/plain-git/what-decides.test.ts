/** A run starts only if something will decide it; otherwise the report names the setting to change. */
import { describe, expect, it } from "@jest/globals";
import { whatDecides } from "../../../../src/service/plain-git/plain-git-forge.js";

describe("what decides a run", () => {
  it("is the queue's own setting if it has one, else the operator's configuration", () => {
    const started = { kind: "started", requiredStatuses: ["tests"] };
    expect(whatDecides("make test", [])).toEqual({
      ...started,
      requiredStatusesSource: "repo_provider_branch_protection",
    });
    expect(whatDecides("make test", ["tests"])).toEqual({
      ...started,
      requiredStatusesSource: "merge_instance",
    });
  });

  it("is nothing without a test command", () => {
    for (const names of [[], ["tests"]]) {
      expect(whatDecides(null, names)).toEqual({
        kind: "notStarted",
        reason: {
          code: "START_TEST_RUN_NO_REQUIRED_STATUSES",
          sentence:
            "No test command is set, so nothing decides the test run; set MERGE_QUEUE_TEST_COMMAND to a " +
            "shell command that exits with 0 when the tests pass.",
        },
      });
    }
  });

  it("is nothing when the queue requires checks that nobody here reports", () => {
    expect(whatDecides("make test", ["tests", "lint", "e2e"])).toEqual({
      kind: "notStarted",
      reason: {
        code: "START_TEST_RUN_NO_REQUIRED_STATUSES",
        sentence:
          'The queue requires "lint", "e2e", but the test command reports only "tests"; update the queue with ' +
          "deleteRequiredStatuses, or require only that.",
      },
    });
  });
});
