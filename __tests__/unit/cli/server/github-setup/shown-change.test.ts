/** The change of a workflow as it is shown before the question. */
import { expect, it } from "@jest/globals";
import { shownChange } from "../../../../../src/cli/server/github-setup/offer-changes.js";

it("shows the changed lines with two lines around them", () => {
  const before = "name: CI\n# a\n# b\non: pull_request\njobs:\n  build:\n    steps: []\n";
  const after = before.replace("on: pull_request", "on:\n  pull_request:\n  push:");
  expect(shownChange({ path: "ci.yml", before, after })).toBe(
    "ci.yml\n # a\n # b\n-on: pull_request\n+on:\n+  pull_request:\n+  push:\n jobs:\n   build:",
  );
});

it("shows added lines alone where nothing is removed", () => {
  expect(shownChange({ path: "ci.yml", before: "a\nb\n", after: "a\nc\nb\n" })).toBe("ci.yml\n a\n+c\n b\n ");
});
