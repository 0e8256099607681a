/** Recognises GitHub's refusals by rules, with messages from public reports. */
import { describe, expect, it } from "@jest/globals";
import { hostRefusal } from "../../../../../src/service/github/git-data/refs.js";

describe("a refusal", () => {
  it.each([
    ["Repository rule violations found Changes must be made through a pull request.", false],
    ['Repository rule violations found for refs/heads/main. Required status check "ci" is expected.', true],
    ['Required status check "ci" is expected. Changes must be made through a pull request.', false],
    ['Required status check "ci" is expected. Required status check "lint" is failing.', false],
    ["2 of 2 required status checks are expected.", true],
    ["Protected branch update failed for refs/heads/main.", false],
    ["You're not authorized to push to this branch.", false],
    ["Commits must have verified signatures.", false],
    ["Cannot update this protected ref.", false],
    ["refusing to allow a GitHub App to create or update workflow a.yml without workflows permission", false],
  ])("by rules is told from a failure: %s", (words, mayPass) => {
    expect(hostRefusal("moving main", words)).toMatchObject({
      name: "RefusedByHost",
      by: "rules",
      retryable: mayPass,
      message: `moving main was refused by the repository's own rules: ${words}`,
    });
  });

  it.each([
    "Reference refs/heads/main is at a but expected b",
    "Something went wrong while executing your query.",
    "Object does not exist",
    "it gives no reason",
  ])("is not every failure: %s", (words) => {
    expect(hostRefusal("moving main", words)).toBeNull();
  });
});
