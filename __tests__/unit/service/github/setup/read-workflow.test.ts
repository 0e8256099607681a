/** What a workflow file does with a branch, and which branch names a pattern matches. */
import { describe, expect, it } from "@jest/globals";
import { matchesProtection, passesFilter } from "../../../../../src/service/github/setup/branch-filters.js";
import { readWorkflow } from "../../../../../src/service/github/setup/read-workflow.js";

const TEST = "mq-merge/pr-7/run";

describe("a filter of branches", () => {
  it.each<readonly [readonly string[], string, boolean]>([
    [["mq-merge/**"], TEST, true],
    [["mq-merge/*"], TEST, false],
    [["**"], TEST, true],
    [["*"], "main", true],
    [["mq-*/**/run"], TEST, true],
    [["**/run"], "run", true],
    [["**/run"], "xrun", false],
    [["main", "release/[0-9]+"], "release/12", true],
    [["v[12].[0-9]+.x"], "v1.10.x", true],
    [["v[12].[0-9]+.x"], "v3.10.x", false],
    [["mains?"], "main", true],
    [["mains?"], "mainss", false],
    [["**", "!mq-merge/**"], TEST, false],
    [["!mq-merge/**", "**"], TEST, true],
    [["rel.ase"], "release", false],
    [[], TEST, false],
  ])("%j passes %s: %s", (branches, branch, passes) => {
    expect(passesFilter({ branches, ignored: null }, branch)).toBe(passes);
    if (branches.length > 0)
      expect(passesFilter({ branches: null, ignored: branches }, branch)).toBe(!passes);
  });

  it("that would take long to compare passes", () => {
    const costly = `${"**a".repeat(20)}b`;
    expect(passesFilter({ branches: [costly], ignored: null }, "a".repeat(60))).toBe(true);
  });

  it("of branch protection has `?` for one character", () => {
    expect(matchesProtection("mq-merge/**/*", TEST)).toBe(true);
    expect(matchesProtection("mq-merge/*", TEST)).toBe(false);
    expect([
      matchesProtection("v?", "v1"),
      matchesProtection("v?", "v"),
      matchesProtection("a+", "aa"),
    ]).toEqual([true, false, false]);
  });
});

describe("a workflow", () => {
  it.each([
    ["on: push", true],
    ["on: [push, pull_request]", true],
    ["on:\n  push:", true],
    ["on:\n  push:\n    branches: [main]", false],
    ["on:\n  push:\n    branches: mq-merge/**", true],
    ["on:\n  push:\n    branches-ignore: [main]", true],
    ["on:\n  push:\n    tags: ['v*']", false],
    ["on: pull_request", false],
  ])("with %j runs on the push of a test branch: %s", (on, runs) => {
    const workflow = readWorkflow("ci.yml", `${on}\njobs:\n  build:\n    runs-on: ubuntu-latest\n`);
    expect(workflow?.runsOnPush(TEST)).toBe(runs);
  });

  it.each([
    ["on: create", [true, false]],
    ["on: [delete, push]", [false, true]],
    ["on:\n  create:\n  delete:", [true, true]],
    ["on: push", [false, false]],
  ])("with %j runs on the creation and deletion of a branch: %j", (on, expected) => {
    const workflow = readWorkflow("ci.yml", `${on}\njobs:\n  build:\n    runs-on: ubuntu-latest\n`);
    expect([workflow?.runsOnCreation, workflow?.runsOnDeletion]).toEqual(expected);
  });

  it("shows the secrets, the powers and the environment of each job", () => {
    const text = `
on: push
permissions: { contents: write, checks: write }
env: { ALL: "\${{ secrets.SHARED }}" }
jobs:
  build:
    permissions: {}
    steps:
      - run: echo \${{ secrets.GITHUB_TOKEN }} \${{ secrets['npm_token'] }} # \${{ secrets.COMMENTED }}
      - run: 'echo secrets.UNUSED'
  deploy:
    environment: { name: production }
    uses: ./.github/workflows/deploy.yml
    secrets: inherit
  dump:
    environment: \${{ github.ref }}
    steps: [{ run: "\${{ toJSON(secrets) }}" }]
`;
    const common = { hasEverySecret: false, writes: ["contents"], environment: null };
    expect(readWorkflow("ci.yml", text)?.jobs).toMatchObject([
      { ...common, secrets: ["NPM_TOKEN", "SHARED"], writes: [] },
      { ...common, secrets: ["SHARED"], hasEverySecret: true, environment: "production" },
      { ...common, secrets: ["SHARED"], hasEverySecret: true },
    ]);
  });

  it("shows the check of each job, and what it needs", () => {
    const text = `
on: push
jobs:
  build: { name: Build all, if: "\${{ always() }}", needs: [lint, called] }
  lint: { strategy: { matrix: { os: [a, b], node: [20, 22, 24] } }, needs: called }
  listed: { strategy: { matrix: { os: [a], include: [{ os: b }] } } }
  computed: { name: "on \${{ matrix.os }}", strategy: { matrix: "\${{ fromJSON(needs.a.outputs.b) }}" }, if: false }
  called: { uses: ./.github/workflows/other.yml }
`;
    const jobs = readWorkflow("ci.yml", text)?.jobs;
    expect(jobs?.map(({ nameParts }) => nameParts)).toEqual([
      ["Build all"],
      ["lint"],
      ["listed"],
      ["on ", ""],
      ["called / ", ""],
    ]);
    const shown = jobs?.map(({ id, checkName, matrix, needs, condition }) => {
      return [id, checkName, matrix, needs.join(), condition];
    });
    expect(shown).toEqual([
      ["build", "Build all", "none", "lint,called", "always()"],
      ["lint", "lint", 6, "called", null],
      ["listed", "listed", null, "", null],
      ["computed", null, null, "", "false"],
      ["called", null, "none", "", null],
    ]);
  });

  it.each(["", "on: push", "jobs: {}", "on: [push\njobs: {}", "a: &a [*a]", "&".repeat(20)])(
    "%j is none that GitHub runs",
    (text) => expect(readWorkflow("ci.yml", text)).toBeNull(),
  );
});
