/** What the runner's variables and event file tell about the run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { readWorkflowRun } from "../../../src/action/workflow-run.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-event-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function read(event: string | null, variables: Readonly<Record<string, string>> = {}) {
  const path = join(folder, "event.json");
  if (event !== null) writeFileSync(path, event);
  const all: Readonly<Record<string, string>> = { GITHUB_EVENT_PATH: path, ...variables };
  return readWorkflowRun((name) => all[name] ?? "");
}

describe("the run", () => {
  it("tells repository and default branch from the event when no variable does", () => {
    const event = JSON.stringify({ repository: { full_name: "acme/shop", default_branch: "trunk" } });
    expect(read(event)).toMatchObject({ repository: "acme/shop", defaultBranch: "trunk" });
  });

  it.each([null, "", "{", "[]", "7"])("tells nothing from the event %j", (event) => {
    expect(read(event)).toMatchObject({ repository: "", defaultBranch: null, pullRequest: { kind: "none" } });
  });

  it("was started by who pressed the button last, and by who did first", () => {
    const variables = { GITHUB_ACTOR: "dependabot[bot]", GITHUB_TRIGGERING_ACTOR: "mona" };
    expect(read("{}", variables).actors).toEqual(["mona", "dependabot[bot]"]);
  });
});

describe("the current branch", () => {
  it.each([
    ["a push", "{}", { GITHUB_REF: "refs/heads/a/b" }, "a/b"],
    ["a tag", "{}", { GITHUB_REF: "refs/tags/v1" }, null],
    ["a pull request", "{}", { GITHUB_REF: "refs/pull/1/merge", GITHUB_HEAD_REF: "topic" }, "topic"],
    ["another run", '{"workflow_run":{"head_branch":"x"}}', { GITHUB_REF: "refs/heads/main" }, "x"],
    ["a check suite", '{"check_suite":{"head_branch":"x"}}', { GITHUB_REF: "refs/heads/main" }, "x"],
  ])("of %s is known", (_event, event, variables, branch) => {
    expect(read(event, variables).currentBranch).toBe(branch);
  });
});
