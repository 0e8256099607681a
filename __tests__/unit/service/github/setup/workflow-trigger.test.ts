/** The trigger for test branches in workflows of every form: only its own lines change, or a person is asked to edit. */
import { describe, expect, it } from "@jest/globals";
import { addPushTrigger } from "../../../../../src/service/github/setup/workflow-trigger.js";

const PATTERN = "mq-merge/**";
const JOBS = '# The build.\njobs:\n  build: { runs-on: "ubuntu-latest" } # one\n';

function changed(text: string): string {
  const change = addPushTrigger(text, PATTERN);
  if (change.kind !== "changed") throw new Error(JSON.stringify(change));
  return change.text;
}

describe("a workflow that runs for pull requests only", () => {
  it.each([
    ["a name", "on: pull_request\n", 'on:\n  pull_request:\n  push:\n    branches: ["mq-merge/**"]\n'],
    [
      "a quoted key",
      '"on": pull_request\n',
      '"on":\n  pull_request:\n  push:\n    branches: ["mq-merge/**"]\n',
    ],
    [
      "a list in brackets",
      "on: [pull_request, workflow_dispatch]\n",
      'on:\n  pull_request:\n  workflow_dispatch:\n  push:\n    branches: ["mq-merge/**"]\n',
    ],
    [
      "a list in lines",
      "on:\n  - pull_request\n  - merge_group\n",
      'on:\n  pull_request:\n  merge_group:\n  push:\n    branches: ["mq-merge/**"]\n',
    ],
    [
      "a map",
      "on:\n    # Every pull request.\n    pull_request:\n        types: [opened]\n",
      'on:\n    # Every pull request.\n    push:\n      branches: ["mq-merge/**"]\n    pull_request:\n        types: [opened]\n',
    ],
    [
      "a map in braces",
      "on: { pull_request: { branches: [main] } }\n",
      'on: { push: { branches: ["mq-merge/**"] }, pull_request: { branches: [main] } }\n',
    ],
    [
      "a push to main",
      "on:\n  push:\n    branches: [main] # and others\n  pull_request:\n",
      'on:\n  push:\n    branches: [main, "mq-merge/**"] # and others\n  pull_request:\n',
    ],
    [
      "a push to branches in lines",
      "on:\n  push:\n    branches:\n      - main # ours\n      - 'release/**'\n    paths: [src/**]\n  pull_request:\n",
      "on:\n  push:\n    branches:\n      - main # ours\n      - 'release/**'\n      - \"mq-merge/**\"\n    paths: [src/**]\n  pull_request:\n",
    ],
    [
      "a push to one branch",
      "on:\n  push:\n    branches: main\n  pull_request:\n",
      'on:\n  push:\n    branches: [main, "mq-merge/**"]\n  pull_request:\n',
    ],
    [
      "a push of tags",
      "on:\n  pull_request:\n  push:\n    tags: [v*]\n",
      'on:\n  pull_request:\n  push:\n    branches: ["mq-merge/**"]\n    tags: [v*]\n',
    ],
  ])("gets the trigger where `on` is %s, and keeps the rest byte for byte", (_, before, after) => {
    expect(changed(`name: CI\n${before}${JOBS}`)).toBe(`name: CI\n${after}${JOBS}`);
  });

  it("is not changed a second time", () => {
    const once = changed(`on: [pull_request]\n${JOBS}`);
    expect(addPushTrigger(once, PATTERN)).toEqual({ kind: "none" });
  });
});

describe("a workflow that needs no change", () => {
  it.each([
    "on: [push, pull_request]\n",
    "on:\n  push:\n  pull_request:\n",
    "on:\n  push:\n    paths: [src/**]\n  pull_request:\n",
    "on:\n  push:\n    branches: ['**']\n  pull_request:\n",
    "on:\n  push:\n    branches-ignore: [gh-pages]\n  pull_request:\n",
    "on: push\n",
    "on:\n  pull_request:\n    types: [labeled]\n",
    "on:\n  pull_request_target:\n",
    "on:\n  schedule:\n    - cron: '0 0 * * *'\n",
  ])("is left alone: %j", (on) => {
    expect(addPushTrigger(on + JOBS, PATTERN)).toEqual({ kind: "none" });
  });
});

describe("a workflow that setup cannot change safely", () => {
  it.each([
    "on:\n  push:\n    branches-ignore: ['**']\n  pull_request:\n",
    "on: [pull_request, # why\n  workflow_dispatch]\n",
    "on: &events [pull_request]\nsame: *events\n",
    "on:\n  pull_request:\n  push: &push\n    branches: *none\n",
    "on: [pull_request\n",
    "- on: pull_request\n",
    "jobs: {}\n",
  ])("is left to a person: %j", (on) => {
    expect(addPushTrigger(on + JOBS, PATTERN)).toMatchObject({ kind: "byHand" });
  });
});
