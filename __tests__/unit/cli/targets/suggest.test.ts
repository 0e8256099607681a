/** `merge-queue targets suggest` on a real history: what it counts and proposes, and that the proposals do what they promise. */
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { namingWorkflow } from "../../../../src/cli/targets/suggest/propose-ignores.js";
import { isProtected } from "../../../../src/cli/targets/suggest/protected-paths.js";
import { commitId } from "../../../../src/domain/ids.js";
import { compilePattern } from "../../../../src/targets/path-patterns.js";
import { callCommand } from "../../../support/command-line.js";
import { type FileChange, GitRepository } from "../../../support/git-repository.js";
import { MemoryTree } from "../../../support/memory-tree.js";
import { itInCi } from "../../../support/sized-tests.js";

type Files = Readonly<Record<string, FileChange>>;

interface Suggested {
  readonly exitCode: number;
  readonly newest: string;
  readonly changes: number;
  readonly pairs: number;
  readonly now: { readonly all: number; readonly pairsApart: number };
  readonly proposed: { readonly all: number; readonly pairsApart: number };
  readonly reasons: readonly { place: string; rule: string; changes: number; alone: number }[];
  readonly combinations: readonly { places: readonly string[]; changes: number }[];
  readonly proposals: readonly {
    kind: string;
    pattern?: string;
    target?: string;
    patterns?: readonly string[];
    uses?: readonly string[];
    readers?: readonly string[];
    narrows: number;
    narrowsAlone: number;
  }[];
  readonly notProposed: readonly { place: string; because: string; answers: number }[];
  readonly files: readonly { path: string; text: string }[];
  readonly answers: readonly { commit: string; impactedTargets: unknown }[];
}

const manifest = (name: string, ...dependencies: readonly string[]) =>
  JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((one) => [one, "*"])) });

const BASE: Files = {
  "package.json": JSON.stringify({ name: "fx", workspaces: ["packages/*"] }),
  "packages/core/package.json": manifest("core"),
  "packages/core/index.js": "1\n",
  "packages/ui/package.json": manifest("ui", "core"),
  "packages/ui/index.js": 'read("sample.cfg")\n',
  "packages/docs/package.json": manifest("docs"),
  "packages/docs/index.js": "1\n",
  "packages/extra/package.json": manifest("extra"),
  "packages/extra/index.js": "1\n",
  "media/logo.png": "1\n",
  "media/used.gif": "1\n",
  "codecov.yml": "1\n",
  "sample.cfg": "1\n",
  "tool.cfg": "1\n",
  "package-lock.json": "{}",
  "smoke-tests/all.test.js": 'import "ui";\n',
  "smoke-tests/package-lock.json": "{}",
  "examples/run.js": 'start("..")\n',
  "scripts/build.js": "1\n",
};

const CHANGES: readonly Files[] = [
  { "packages/core/index.js": "2\n" },
  { "packages/docs/index.js": "2\n" },
  { "media/logo.png": "2\n" },
  { "media/logo.png": "3\n", "codecov.yml": "2\n" },
  { "codecov.yml": "3\n", "tool.cfg": "2\n" },
  { "sample.cfg": "2\n" },
  { "smoke-tests/all.test.js": 'import "ui/b";\n' },
  { "smoke-tests/all.test.js": 'import "ui/c";\n', "smoke-tests/package-lock.json": "{ }" },
  { "examples/run.js": 'start("..");\n' },
  { "scripts/build.js": "2\n" },
  { ".nvmrc": "25\n", "tool.cfg": "4\n" },
  { "package-lock.json": "{ }" },
  { ".nvmrc": "24\n", "tool.cfg": "3\n" },
  { "packages/extra/index.js": "2\n" },
];

let repository: GitRepository;
let suggested: Suggested;

async function suggest(words: readonly string[] = []) {
  return callCommand(["targets", "suggest", "--checkout", repository.folder, ...words], { environment: {} });
}

beforeAll(async () => {
  repository = await GitRepository.create();
  await repository.commits([
    { files: BASE },
    ...CHANGES.map((files, index) => ({
      parents: [index],
      files,
      ...(index === CHANGES.length - 1 ? { refs: ["refs/heads/main"] } : {}),
    })),
  ]);
  suggested = JSON.parse((await suggest(["--json"])).stdout) as Suggested;
});

afterAll(async () => repository.remove());

describe("what it counts", () => {
  it("is every change along the first parents, with every reason", () => {
    expect(suggested).toMatchObject({ exitCode: 0, changes: CHANGES.length, pairs: 91, now: { all: 11 } });
    expect(suggested.reasons).toContainEqual({
      place: "tool.cfg",
      rule: "no target owns it",
      changes: 3,
      alone: 0,
    });
    expect(suggested.combinations).toEqual([{ places: [".nvmrc", "tool.cfg"], changes: 2 }]);
    expect(suggested.reasons).toContainEqual({
      place: "media/",
      rule: "no target owns it",
      changes: 2,
      alone: 1,
    });
    expect(suggested.reasons.map(({ place }) => place)).toContain(".nvmrc");
  });

  itInCi("is what merge-queue targets answers for each change", async () => {
    for (const { commit, impactedTargets } of suggested.answers) {
      const words = ["targets", "--from", "workspaces", "--base", `${commit}^`, "--head", commit, "--json"];
      const { stdout } = await callCommand([...words, "--checkout", repository.folder], { environment: {} });
      expect(JSON.parse(stdout)).toMatchObject({ impactedTargets });
    }
  });

  it("may be fewer changes", async () => {
    const { stdout } = await suggest(["--json", "--commits", "2", "--head", "main~1"]);
    expect(JSON.parse(stdout)).toMatchObject({ changes: 2, now: { all: 2 } });
  });
});

describe("what it proposes", () => {
  it("is to ignore files that no code reads", () => {
    const ignored = suggested.proposals.filter(({ kind }) => kind === "ignore");
    expect(ignored).toMatchObject([
      { pattern: "codecov.yml", narrows: 1, narrowsAlone: 0 },
      {
        pattern: "media/**/*.{png,jpg,jpeg,gif,svg,webp,avif,ico,pdf,mp4,webm,mov,drawio,puml,psd,ai,eps}",
        narrows: 2,
        narrowsAlone: 1,
      },
    ]);
  });

  it("is a target for tests, with the packages that they name, and one for a file that a package reads", () => {
    expect(suggested.proposals.filter(({ kind }) => kind === "map")).toMatchObject([
      { target: "smoke-tests", uses: ["ui"], readers: [], narrows: 1 },
      { target: "sample.cfg", uses: [], readers: ["ui"], narrows: 1 },
    ]);
  });

  it("is nothing for code whose effect is unknown, with the reason", () => {
    expect(suggested.notProposed).toEqual(
      expect.arrayContaining([
        { place: "examples/", because: "examples/run.js reaches the root of the repository", answers: 1 },
        { place: "scripts/", because: "its name does not show what its files affect", answers: 1 },
      ]),
    );
  });

  it("covers no lock file, manifest or global input", () => {
    const patterns = suggested.proposals.flatMap(({ pattern, patterns: several = [] }) => pattern ?? several);
    const matches = (path: string) =>
      patterns.some((one) => !one.startsWith("!") && compilePattern(one)(path)) &&
      !patterns.some((one) => one.startsWith("!") && compilePattern(one.slice(1))(path));
    const paths = [
      ...[
        "package-lock.json",
        "smoke-tests/package-lock.json",
        "smoke-tests/a/yarn.lock",
        "smoke-tests/Cargo.toml",
        "smoke-tests/package.json",
      ],
      ...[
        ".nvmrc",
        "package.json",
        "smoke-tests/a/go.sum",
        "media/pnpm-lock.yaml",
        ".github/workflows/ci.yml",
      ],
    ];
    expect(paths.filter(isProtected)).toEqual(paths);
    expect(paths.filter(matches)).toEqual([]);
    expect(matches("smoke-tests/a/b.test.js")).toBe(true);
  });

  it("narrows as many answers as it promises, when the files are in the repository", async () => {
    const files = Object.fromEntries(suggested.files.map(({ path, text }) => [path, text]));
    const [, ...after] = await repository.commits([
      { files: { ...BASE, ...files } },
      ...CHANGES.map((change, index) => ({ parents: [index], files: change })),
    ]);
    const lists: (readonly string[] | "ALL")[] = [];
    for (const commit of after) {
      const words = [
        "targets",
        "--from",
        "workspaces,paths",
        "--base",
        `${commit}^`,
        "--head",
        commit,
        "--json",
      ];
      const { stdout } = await callCommand([...words, "--checkout", repository.folder], { environment: {} });
      lists.push((JSON.parse(stdout) as { impactedTargets: readonly string[] | "ALL" }).impactedTargets);
    }
    expect(lists.filter((list) => list === "ALL")).toHaveLength(suggested.proposed.all);
    // The smoke tests use ui, which uses core and reads the sample.
    const [core, docs, logo, , , sample, qa] = lists;
    expect(core).toEqual(expect.arrayContaining(["workspaces:core", "workspaces:ui", "paths:smoke-tests"]));
    expect(docs).toEqual(["workspaces:docs"]);
    expect(logo).toEqual(["merge-queue:no-target"]);
    expect(sample).toEqual(
      expect.arrayContaining(["paths:sample.cfg", "workspaces:ui", "paths:smoke-tests"]),
    );
    expect(qa).toEqual(["paths:smoke-tests"]);
  });

  it("is added to the files that the repository has, with their comments", async () => {
    const rules = "# Ours.\nignore:\n  - notes.txt # kept\n";
    const head = await repository.commit({
      parents: [commitId(suggested.newest)],
      files: { ".github/merge-queue.yml": rules },
    });
    const { stdout } = await suggest(["--json", "--head", head]);
    const { files } = JSON.parse(stdout) as Suggested;
    const text = files.find(({ path }) => path === ".github/merge-queue.yml")?.text ?? "";
    expect(text.startsWith("# Ours.\nignore:\n  - notes.txt # kept\n")).toBe(true);
    expect(text).toContain("  - codecov.yml\n");
  });
});

it("reads the workflows of a tree once for all files that they may name", async () => {
  const tree = MemoryTree.of({
    ".github/workflows/ci.yml": "on: push\njobs: { a: { steps: [{ run: cat media/a.png }] } }\n",
  });
  const read = jest.spyOn(tree, "read");
  expect(await namingWorkflow(new Set(["media/a.png"]), tree)).toBe(".github/workflows/ci.yml");
  const { length } = read.mock.calls;
  expect(length).toBeGreaterThan(0);
  expect(await namingWorkflow(new Set(["media/b.png"]), tree)).toBeNull();
  expect(read).toHaveBeenCalledTimes(length);
});

describe("its output", () => {
  it("has the figures, the reasons and both files for a person", async () => {
    const { stdout, stderr, exitCode } = await suggest();
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^14 changes up to [0-9a-f]{12}, by workspaces: 11 \(79 %\) are ALL, and /);
    expect(stdout).toContain("\n  3 (0)  tool.cfg: no target owns it\n");
    expect(stdout).toContain("\n# ---- .github/merge-queue.yml ----\n");
    expect(stdout).toContain("impacted-targets-from: workspaces,paths");
  });

  it("advises what to change where no rule narrows a frequent reason", async () => {
    const tools = await GitRepository.create();
    const lock = (version: string) =>
      JSON.stringify({
        lockfileVersion: 3,
        packages: { "": { devDependencies: { tool: "1" } }, "node_modules/tool": { version } },
      });
    await tools.commits([
      { files: { ...BASE, "package-lock.json": lock("1.0.0") } },
      { parents: [0], files: { "package-lock.json": lock("1.0.1") }, refs: ["refs/heads/main"] },
    ]);
    const { stdout } = await callCommand(["targets", "suggest", "--checkout", tools.folder], {
      environment: {},
    });
    await tools.remove();
    expect(stdout).toContain("\n  Declare a tool in the packages that use it, not at the root");
    expect(stdout).not.toContain("Give a workflow");
  });

  it("shows progress on a terminal only", async () => {
    const words = ["targets", "suggest", "--checkout", repository.folder];
    const { stderr } = await callCommand(words, { environment: {}, terminalColumns: 80 });
    expect(stderr).toContain("computing the targets of change 14 of 14");
  });

  it.each([
    [["--commits", "0"], /--commits: expected a whole number from 1 to 10000, got 0/],
    [["--commits", "many"], /--commits: expected/],
    [["--head", "nosuch"], /--head nosuch names no commit here/],
    [["--from", "nx"], /--from: expected workspaces, paths or both/],
    [["--from", "workspace"], /did you mean workspaces/],
    [["--checkout", "/"], /--checkout \/ is not in a git repository/],
  ])("ends with 2 for %j", async (words, complaint) => {
    const { exitCode, stderr, stdout } = await suggest(words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(complaint);
  });

  it("advises to fetch history where a shallow checkout has none", async () => {
    const shallow = await GitRepository.create();
    await shallow.git("fetch", "--quiet", "--depth=1", `file://${repository.folder}`, "main:refs/heads/main");
    const { exitCode, stderr } = await callCommand(["targets", "suggest", "--checkout", shallow.folder], {
      environment: {},
    });
    await shallow.remove();
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("git fetch --deepen=200")]);
  });

  it("advises to fetch as many commits as are missing", async () => {
    const shallow = await GitRepository.create();
    await shallow.git("fetch", "--quiet", "--depth=3", `file://${repository.folder}`, "main:refs/heads/main");
    const words = ["targets", "suggest", "--checkout", shallow.folder, "--commits", "7"];
    const { stdout } = await callCommand(words, { environment: {} });
    await shallow.remove();
    expect(stdout).toContain("git fetch --deepen=5");
  });

  it("counts every unreadable manifest, and what else makes the answer ALL", async () => {
    const broken = await GitRepository.create();
    const [core, docs] = ["packages/core/package.json", "packages/docs/package.json"];
    const change = { [core]: "{", [docs]: "{", "tool.cfg": "2" };
    await broken.commits([{ files: BASE }, { parents: [0], files: change, refs: ["refs/heads/main"] }]);
    const words = ["targets", "suggest", "--checkout", broken.folder, "--json"];
    const { stdout } = await callCommand(words, { environment: {} });
    await broken.remove();
    const { answers, notProposed } = JSON.parse(stdout) as Suggested & {
      readonly answers: readonly { readonly reasons: readonly object[] }[];
    };
    expect(notProposed).toEqual([
      {
        place: core,
        because: expect.stringContaining("it is not JSON, so no rule can be proposed"),
        answers: 1,
      },
    ]);
    expect(answers[0]?.reasons).toEqual([
      { subject: core, rule: "it is not JSON" },
      { subject: docs, rule: "it is not JSON" },
      { subject: "tool.cfg", rule: "no target owns it" },
    ]);
  });

  it("ends with 1 when it is interrupted", async () => {
    const words = ["targets", "suggest", "--checkout", repository.folder];
    const call = { environment: {}, interruption: AbortSignal.abort() };
    expect((await callCommand(words, call)).exitCode).toBe(1);
  });
});
