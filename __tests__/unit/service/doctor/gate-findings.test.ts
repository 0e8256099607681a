/** Which required checks the workflow files let skip where they should fail; the files have the structure of real ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { type GatedBranch, gateFindings } from "../../../../src/service/doctor/github/gate-findings.js";
import { readWorkflow } from "../../../../src/service/github/setup/read-workflow.js";
import { ROOT } from "../../../support/source-files.js";

const BRANCH: Omit<GatedBranch, "required"> = {
  called: "branch main",
  skippedChecks: {},
  trigger: "push",
  testBranch: "mq-merge/pr-0/doctor",
  testBranchPrefix: "mq-merge/",
};

function textsOf(
  path: string,
  text: string,
  required: readonly string[],
  more: Partial<GatedBranch> = {},
): readonly string[] {
  const workflow = readWorkflow(path, text);
  const workflows = workflow === null ? [] : [workflow];
  return gateFindings(workflows, { ...BRANCH, required, ...more }).map(({ says }) => says);
}

describe("a file like a real one", () => {
  it.each([
    ["behind-build.yml", ["`test \\(.ruby-version\\)` .*\\(`build`\\)", "`End to End` .*\\(`build`\\)"]],
    ["changed-files-gate.yml", ["`Passed or skipped` .*\\(`test`, `changed`\\)"]],
    ["by-branch-name.yml", ["`Completed` .*\\(`Go`\\)"]],
    ["determined-changes.yml", ["`unit \\(linux\\)` .*\\(`changes`\\)", "`fuzz` .*\\(`changes`\\)"]],
    [
      "only-on-main.yml",
      ["`Cross build` .*condition `github.ref == 'refs/heads/main'` depends on the branch"],
    ],
    ["gated-calls.yml", []],
    ["alls-green.yml", []],
    ["bors-finished.yml", []],
    ["no-such-gate.yml", []],
  ])("%s", (name, expected) => {
    const text =
      name === "no-such-gate.yml"
        ? "# Required: build; lint\non: push\njobs:\n  build: {}\n  lint: {}\n  docs: { needs: build }\n"
        : readFileSync(join(ROOT, "__tests__/fixtures/workflows", name), "utf8");
    const required = (/^# Required: (.*)$/m.exec(text)?.[1] ?? "").split("; ");
    const found = textsOf(name, text, required);
    expect(found).toEqual(
      expected.map((pattern) => expect.stringMatching(new RegExp(`^branch main: ${pattern}`))),
    );
    const skippedChecks = Object.fromEntries(required.map((check) => [check, "fail" as const]));
    expect(textsOf(name, text, required, { skippedChecks })).toEqual([]);
    expect(textsOf(name, text, required.slice(0, 1))).toEqual([]);
  });
});

describe("a gate", () => {
  const gate = (condition: string) => `
on: push
jobs:
  lint: {}
  build: {}
  gate: { needs: build${condition === "" ? "" : `, if: "${condition}"`} }
`;
  const required = ["gate", "lint"];

  it.each([
    ["", true],
    ["success()", true],
    ["\${{ !cancelled() && !failure() }}", true],
    ["always() && !contains(needs.*.result, 'failure')", true],
    ["github.actor != 'dependabot[bot]'", true],
    ["always()", false],
    ["!cancelled()", false],
    ["failure()", false],
  ])("with the condition %j is skipped when what it needs fails: %s", (condition, isSilent) => {
    expect(textsOf("ci.yml", gate(condition), required)).toHaveLength(isSilent ? 1 : 0);
    // What it needs is required too.
    expect(textsOf("ci.yml", gate(condition), [...required, "build"])).toEqual([]);
  });

  it("says how a failure becomes visible", () => {
    const workflow = readWorkflow("ci.yml", gate(""));
    const found = gateFindings(workflow === null ? [] : [workflow], { ...BRANCH, required });
    expect(found).toEqual([
      {
        level: "warning",
        says: "branch main: `gate` is required, and is skipped instead of failed when a job fails that it needs and that is not required (`build`): the skipped check passes if another required check succeeds",
        next: 'set the queue\'s skippedChecks to `{"gate":"fail"}`; or let the job run by `if: always()` and fail by the results of its needs; or require these jobs too',
      },
    ]);
  });

  it.each<readonly [string, GatedBranch["trigger"], number]>([
    ["github.event_name == 'pull_request'", "push", 1],
    ["github.event_name == 'pull_request'", "draft", 0],
    ["github.event_name == 'push'", "push", 0],
    ["startsWith(github.ref, 'refs/heads/mq-merge/')", "push", 0],
    ["github.head_ref == 'release'", "draft", 1],
  ])("with the condition %s, on test branches by %s: %i finding", (condition, trigger, count) => {
    const text = `on: [push, pull_request]\njobs:\n  lint: {}\n  gate: { if: "${condition}" }\n`;
    expect(textsOf("ci.yml", text, required, { trigger })).toHaveLength(count);
  });
});

describe("the guide", () => {
  const guide = readFileSync(join(ROOT, "docs/how-to/github-app.md"), "utf8");
  const excerpts = [...guide.matchAll(/^```yaml\n(jobs:\n.*?)^```$/gms)].map(([, block = ""]) => block);

  it.each([
    [0, ["lint", "all-green"], 1],
    [1, ["changes", "test"], 0],
    [1, ["test", "lint"], 1],
  ])("shows in excerpt %i, of which %j are required, what the doctor finds: %i", (index, required, count) => {
    expect(textsOf("ci.yml", `on: push\n${excerpts[index] ?? ""}`, required)).toHaveLength(count);
  });
});
