/** Workflows, ours and those in `examples/`, and `action.yml`: valid, and no way in for anybody. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { ROOT } from "../support/source-files.js";
import { RULES, violationsIn, type Workflow } from "../support/workflow-rules.js";

const workflows = [".github/workflows", "examples"].flatMap(workflowsIn);

function workflowsIn(folder: string): readonly Workflow[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => fileAt(join(folder, path)));
}

function fileAt(path: string): Workflow {
  return { path, text: readFileSync(join(ROOT, path), "utf8") };
}

/** What GitHub's own language service has to say, file by file. */
function problemsOf(files: readonly Workflow[]): readonly unknown[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "__tests__/support/lint-workflows.mjs")],
    { cwd: ROOT, input: JSON.stringify(files), encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`the workflows were not looked at: ${stderr}`);
  const results: unknown = JSON.parse(stdout);
  if (!Array.isArray(results)) throw new Error("the linter answers with a list");
  return results;
}

/** Keeps every rule there is; each sample below is this one with one thing wrong. */
const SAMPLE = `
name: Sample
on:
  pull_request:
  merge_group:
permissions: {}
concurrency: sample
jobs:
  build:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: read # to check the repository out
    steps:
      - uses: actions/checkout@${"0123456789".repeat(4)} # v1.2.3
        with:
          persist-credentials: false
      - uses: actions/setup-node@${"abcdef0123".repeat(4)} # v1.2.3
        with:
          package-manager-cache: false
      - env:
          TITLE: \${{ github.event.pull_request.title }}
        run: echo "$TITLE"
  gate:
    if: always()
    needs: [build]
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
      - run: "true"
`;

const BROKEN: readonly (readonly [replaced: string, by: string, complaint: string])[] = [
  [`@${"0123456789".repeat(4)}`, "@v7", "uses actions/checkout@v7"],
  ["@abcdef0123", "@abcdef01", `uses actions/setup-node@abcdef01${"abcdef0123".repeat(3)}`],
  [" # v1.2.3", "", `uses actions/checkout@${"0123456789".repeat(4)}`],
  ["permissions: {}\n", "", "declares no permissions"],
  ["permissions: {}", "permissions: read-all", "grants read-all in permissions"],
  ["permissions: {}", "permissions:\n  contents: write # all of them", "lets every job write contents"],
  [" # to check the repository out", "", "does not say what contents in jobs.build.permissions is for"],
  [
    "permissions:\n      contents: read #",
    "permissions: write-all #",
    "grants write-all in jobs.build.permissions",
  ],
  ["    timeout-minutes: 5\n", "", "build has no timeout-minutes"],
  ["persist-credentials: false", "fetch-depth: 0", "build checks out without persist-credentials: false"],
  [
    'echo "$TITLE"',
    'echo "${{ github.head_ref }}"',
    "build has an expression in a script: pass it through env",
  ],
  ["package-manager-cache: false", "package-manager-cache: true", "build may use a cache"],
  ["actions/setup-node@", "actions/cache@", "build may use a cache"],
  ["pull_request:", "pull_request_target:", "is triggered by pull_request_target"],
  ["pull_request:", "workflow_run:", "build checks out on workflow_run, with secrets at hand"],
  ["concurrency: sample\n", "", "declares no concurrency"],
  ["  merge_group:\n", "", "is not triggered by merge_group"],
  ["needs: [build]", "needs: []", "lets changes pass its gate without build"],
  ["if: always()", "if: success()", "skips its gate when another job fails"],
  ["  gate:", "  last:", "has no job gate"],
];

describe("workflows", () => {
  it.each(workflows.map(({ path }) => path))("%s keeps every rule", (path) => {
    expect(violationsIn(fileAt(path))).toEqual([]);
  });

  it("are valid to GitHub, and so is action.yml", () => {
    const files = [...workflows, fileAt("action.yml")];
    expect(problemsOf(files)).toEqual(files.map(({ path }) => ({ path, problems: [] })));
  });

  it("are all there", () => {
    const paths = workflows.map(({ path }) => path).filter((path) => path.startsWith(".github/"));
    expect(paths.sort()).toEqual(["ci", "codeql", "release"].map((name) => `.github/workflows/${name}.yml`));
  });
});

describe("the rules", () => {
  /** At one of these places each rule is asked. */
  const places = [".github/workflows/ci.yml", ".github/workflows/release.yml"];
  const violationsOf = (text: string) => places.flatMap((path) => violationsIn({ path, text }));

  it("find nothing wrong where nothing is", () => {
    expect(violationsOf(SAMPLE)).toEqual([]);
  });

  it.each(BROKEN)("notice that %j became %j", (replaced, by, complaint) => {
    expect(SAMPLE).toContain(replaced);
    const complaints = violationsOf(SAMPLE.replace(replaced, () => by)).map(({ what }) => what);
    expect([...new Set(complaints)]).toEqual([complaint]);
  });

  it("are each broken by one of these", () => {
    const violations = BROKEN.flatMap(([replaced, by]) => violationsOf(SAMPLE.replace(replaced, () => by)));
    const broken = new Set(violations.map(({ rule }) => rule));
    expect(RULES.map(({ says }) => says).filter((says) => !broken.has(says))).toEqual([]);
  });
});

describe("GitHub's language service", () => {
  const job = (lines: string) =>
    `on: push\njobs:\n  build:\n    runs-on: x\n${lines.replace(/^/gm, "    ")}\n`;
  const [path, step] = ["examples/sample.yml", "steps: [{ run: x }]"];

  it("notices keys, jobs, functions, inputs of ours and runtimes that do not exist", () => {
    const samples = [
      { path, text: job("stepz: []"), problems: ["line 5: Unexpected value 'stepz'"] },
      {
        path,
        text: job(`needs: [nope]\n${step}`),
        problems: [
          "line 5: Value 'nope' is not valid",
          "line 3: The workflow must contain at least one job with no dependencies.",
        ],
      },
      {
        path,
        text: job(`name: "\${{ nope() }}"\n${step}`),
        problems: ["line 5: Unrecognized function: 'nope'"],
      },
      {
        path,
        text: job("steps:\n  - uses: acme/merge-queue@v1.0.0\n    with: { nope: 1 }"),
        problems: ["line 7: Invalid action input 'nope'", "line 7: Missing required input `operation`"],
      },
      {
        path: "action.yml",
        text: "name: x\ndescription: x\nruns: { using: node99, main: x }\n",
        problems: ["line 3: Unexpected value 'node99'"],
      },
    ];
    expect(problemsOf(samples)).toEqual(samples.map(({ path, problems }) => ({ path, problems })));
  });
});
