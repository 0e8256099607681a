/** Which required checks the workflow files let skip where they should fail; the files have the structure of real ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { type GatedBranch, gateFindings } from "../../../../src/service/doctor/github/gate-findings.js";
import { readWorkflow } from "../../../../src/service/github/setup/read-workflow.js";
import { dryRun } from "../../../support/actions/dry-run.js";
import { workflowFile } from "../../../support/actions/workflow-files.js";
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
    ["always() && needs.build.result == 'success'", true],
    ["!cancelled() && needs.build.result == 'success'", true],
    ["always() && needs['build'].result == 'success'", true],
    ["always() && !contains(join(needs.*.result, ','), 'failure')", true],
    ["always() && contains(needs.*.result, 'success')", true],
    ["always() && !(contains(needs.*.result, 'failure') || cancelled())", true],
    ["!cancelled() && success()", true],
    ["always()", false],
    ["!cancelled()", false],
    ["failure()", false],
    ["success() || failure()", false],
    ["always() && needs.build.outputs.code == 'true'", false],
    ["always() && contains(needs.*.result, 'failure')", false],
    ["always() && contains(join(needs.*.result, ','), 'failure')", false],
    ["always() && (needs.build.result == 'failure' || needs.build.result != 'success')", false],
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
        next: 'set the queue\'s skippedChecks to `{"gate":"fail"}`; or let the job run by `if: always()` and fail unless each result of its needs is `success`; or require these jobs too',
      },
    ]);
  });

  it("that demands only that its need was not skipped, is skipped by the failure of an indirect one", () => {
    const condition = "always() && needs.build.result != 'skipped'";
    expect(textsOf("ci.yml", gate(condition), required)).toEqual([]);
    const behind = gate(condition).replace("build: {}", "build: { needs: setup }\n  setup: {}");
    expect(textsOf("ci.yml", behind, required)).toEqual([expect.stringContaining("(`setup`)")]);
  });

  it("has one value of skippedChecks for all findings, with what the queue has there", () => {
    const text = `
on: push
jobs:
  lint: {}
  build: {}
  gate: { needs: build }
  "second \`": { needs: build }
`;
    const workflow = readWorkflow("ci.yml", text);
    const found = gateFindings(workflow === null ? [] : [workflow], {
      ...BRANCH,
      required: ["lint", "gate", "second `", "docs"],
      skippedChecks: { docs: "pass" },
    });
    const value = `set the queue's skippedChecks to \`{"docs":"pass","gate":"fail","second \\u0060":"fail"}\`;`;
    expect(found.map(({ next }) => next)).toEqual([
      expect.stringContaining(value),
      expect.stringContaining(value),
    ]);
  });

  it.each([
    ["Unit (\${{ matrix.os }})", "", ["Unit (linux)", "Unit (mac)"], 0],
    ["Unit (\${{ matrix.os }}) on \${{ matrix.node }}", "", ["Unit (linux) on 20"], 0],
    ["Unit (\${{ matrix.os }})", "", ["Integration (linux)"], 1],
    ["\${{ matrix.name }}", "", ["linux"], 0],
    ["\${{ matrix.name }}", "", [], 1],
    ["Unit", "uses: ./.github/workflows/unit.yml,", ["Unit (linux) / test"], 0],
    ["Unit", "uses: ./.github/workflows/unit.yml,", ["Unit / test"], 1],
  ])("needs a matrix named %j (%s) of which %j are required: %i", (name, more, names, count) => {
    const text = `
on: push
jobs:
  lint: {}
  m: { name: "${name}", ${more} strategy: { matrix: { os: [linux, mac] } } }
  gate: { needs: m }
`;
    expect(textsOf("ci.yml", text, [...required, ...names])).toHaveLength(count);
  });

  const unlisted = "`gate` is required, and passes when a job fails that is not in its `needs` (`build`)";
  it.each([
    ["[test]", "- if: contains(needs.*.result, 'failure')\n        run: exit 1", true],
    ["[test]", "- if: needs.test.result == 'failure'\n        run: exit 1", true],
    ["[test]", "- run: '[ \${{ needs.test.result }} != failure ]'", true],
    ["[test]", "- run: grep -q failure <<< '\${{ toJSON(needs) }}' && exit 1", true],
    [
      "[test]",
      "- if: needs.test.result != 'success' && needs.test.result != 'skipped'\n        run: exit 1",
      true,
    ],
    ["[test]", "- { uses: re-actors/alls-green@v1, with: { allowed-skips: 'docs, test' } }", true],
    ["[test, build]", "- if: contains(needs.*.result, 'failure')\n        run: exit 1", false],
    [
      "[test]",
      "- if: contains(needs.*.result, 'failure') || contains(needs.*.result, 'skipped')\n        run: exit 1",
      false,
    ],
    ["[test]", "- if: contains(join(needs.*.result, ','), 'skipped')\n        run: exit 1", false],
    ["[test]", "- if: needs.test.result != 'success'\n        run: exit 1", false],
    ["[test]", "- { uses: re-actors/alls-green@v1, with: { jobs: '\${{ toJSON(needs) }}' } }", false],
    ["[test]", "- run: ./judge.sh '\${{ toJSON(needs) }}'", false],
    ["[test]", "- run: make examples", false],
  ])(
    "that always runs, needs %s and has the step %j misses an indirect failure: %s",
    (needs, step, isMissed) => {
      const text = `
on: push
jobs:
  build: {}
  test: { needs: build }
  gate:
    if: always()
    needs: ${needs}
    steps:
      ${step}
`;
      const found = textsOf("ci.yml", text, ["gate"]);
      expect(found).toEqual(isMissed ? [expect.stringContaining(unlisted)] : []);
      // Each makes the failure visible.
      expect(textsOf("ci.yml", text, ["gate", "build"])).toEqual([]);
      const skippedChecks = { test: "fail" } as const;
      expect(textsOf("ci.yml", text, ["gate", "test"], { skippedChecks })).toEqual([]);
    },
  );

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
  const skipping = `on: push\n${excerpts[0] ?? ""}`;
  const gate = /^```yaml\n( {2}all-green:.*?)^```$/ms.exec(guide)?.[1] ?? "";
  const failing = skipping.replace(/^ {2}all-green:.*/ms, gate);
  const withoutSkipped = failing.replace(" || contains(needs.*.result, 'skipped')", "");
  const required = ["lint", "all-green"];

  it.each([
    [0, ["lint", "all-green"], 1],
    [1, ["changes", "test"], 0],
    [1, ["test", "lint"], 1],
  ])("shows in excerpt %i, of which %j are required, what the doctor finds: %i", (index, names, count) => {
    expect(textsOf("ci.yml", `on: push\n${excerpts[index] ?? ""}`, names)).toHaveLength(count);
  });

  it("has a gate without a finding, which would have one without its test for skips and its indirect need", () => {
    expect(textsOf("ci.yml", failing, required)).toEqual([]);
    expect(textsOf("ci.yml", withoutSkipped, required)).toEqual([]);
    const former = withoutSkipped.replace("[build, test]", "test");
    expect(textsOf("ci.yml", former, required)).toEqual([expect.stringContaining("`needs` (`build`)")]);
  });

  const byQueue = { "all-green": "fail" } as const;
  it.each([
    ["the first excerpt", skipping, {}, "passed"],
    ["the first excerpt with its skippedChecks", skipping, byQueue, "failed"],
    ["the gate that always runs", failing, {}, "failed"],
    ["that gate without its indirect need", failing.replace("[build, test]", "test"), {}, "failed"],
    ["that gate without its test for skips", withoutSkipped, {}, "failed"],
    ["that gate without both", withoutSkipped.replace("[build, test]", "test"), {}, "passed"],
  ] as const)("%s, on a change that breaks the build", async (_, text, skippedChecks, verdict) => {
    for (const breaks of ["build", "test"]) {
      const header = `# Required: ${required.join("; ")}\n# Breaks: ${breaks}\nname: CI\n`;
      const file = await workflowFile("ci.yml", header + text);
      const run = { file, files: [file], on: "push", changed: ["a.ts"], skippedChecks } as const;
      expect((await dryRun({ ...run, isFailing: false })).verdict).toBe("passed");
      const seen = (await dryRun({ ...run, isFailing: true })).verdict;
      if (breaks === "build") expect(seen).toBe(verdict);
      else expect(seen).toBe(text === skipping ? verdict : "failed");
    }
  });
});
