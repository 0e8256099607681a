/** Files that nothing builds: which changes of them impact nothing, which impact their readers, and which everything. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { computeTargets, NO_TARGET } from "../../../src/targets/compute-targets.js";
import { INERT_RULES } from "../../../src/targets/rules/inert-files.js";
import { readSourceChoices } from "../../../src/targets/source-choice.js";
import { type FileChange, GitRepository } from "../../support/git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

let repository: GitRepository;

beforeAll(async () => {
  repository = await GitRepository.create();
});

afterAll(async () => repository.remove());

const manifest = (name: string, dependencies: Readonly<Record<string, string>> = {}) =>
  JSON.stringify({ name, dependencies });

const BASE: Files = {
  "package.json": JSON.stringify({ name: "fx", workspaces: ["packages/*"] }),
  "packages/core/package.json": manifest("core"),
  "packages/core/README.md": "core\n",
  "packages/core/index.js": "1\n",
  "packages/ui/package.json": manifest("ui", { core: "*" }),
  "README.md": "fx\n",
  "CHANGELOG.md": "1.0.0\n",
  "tool.cfg": "1\n",
};

/** Names in order; `ALL` with its subject and rule. */
async function impact(more: Files, change: Files, from = "workspaces"): Promise<readonly string[]> {
  const [base = "", head = ""] = await repository.commits([
    { files: { ...BASE, ...more } },
    { parents: [0], files: change },
  ]);
  return between(base, head, from);
}

async function between(base: string, head: string, from = "workspaces"): Promise<readonly string[]> {
  const read = readSourceChoices(from);
  if (!read.ok) throw new Error(read.expected);
  const { answer } = await computeTargets({
    choices: read.choices,
    question: {
      wanted: { kind: "pair", base, head },
      checkout: repository.folder,
      remote: null,
      signal: new AbortController().signal,
    },
    readFile: async function* () {
      yield await Promise.resolve(Buffer.from(""));
    },
    objection: () => null,
  });
  if (answer.kind === "all") return [`ALL: ${answer.cause.subject}: ${answer.cause.rule}`];
  return [...answer.targets.keys()].sort();
}

const EXAMPLES: Readonly<Record<keyof typeof INERT_RULES, readonly string[]>> = {
  "release-notes": [".changeset/odd-cats-sing.md", ".changeset/pre.json", "changelog.d/12.md"],
  changelogs: ["CHANGELOG.md", "CHANGELOG/CHANGELOG-3.5.md", "old/HISTORY.txt"],
  legal: ["LICENSE", "CODE_OF_CONDUCT.md", ".github/CODEOWNERS"],
  editors: [".editorconfig", ".vscode/settings.json", "AGENTS.md", ".github/copilot-instructions.md"],
  "code-host": [".github/ISSUE_TEMPLATE/bug.yml", ".github/dependabot.yml", "renovate.json"],
  prose: ["README.md", "docs/guide.md", "docs/deep/api.rst"],
};

describe("a file that nothing builds", () => {
  const all = Object.entries(EXAMPLES).flatMap(([name, paths]) => paths.map((path) => [path, name] as const));

  it.each(all)("%s impacts nothing, by the rule %s alone", async (path, name) => {
    expect(await impact({}, { [path]: "new\n" })).toEqual([NO_TARGET]);
    const others = Object.keys(INERT_RULES).filter((one) => one !== name && one !== "prose");
    const rules = { ".github/merge-queue.yml": `ignore-defaults: ${JSON.stringify(others)}\n` };
    expect(await impact(rules, { [path]: "new\n" })).toEqual([`ALL: ${path}: no target owns it`]);
  });

  it("impacts everything where the rules list it under global, like every other file", async () => {
    const rules = { ".github/merge-queue.yml": "global: [README.md, packages/core/**]\n" };
    for (const path of ["README.md", "packages/core/index.js"]) {
      expect(await impact(rules, { [path]: "new\n" })).toEqual([
        `ALL: ${path}: the rules list it under global`,
      ]);
    }
  });

  it("impacts everything where the rules are switched off", async () => {
    const rules = { ".github/merge-queue.yml": "ignore-defaults: false\n" };
    expect(await impact(rules, { "README.md": "new\n" })).toEqual(["ALL: README.md: no target owns it"]);
  });

  it.each([
    ["[prosa]", 'ignore-defaults has the unknown entry "prosa"; did you mean prose?'],
    [
      "[zzzzzzzzzz]",
      'ignore-defaults has the unknown entry "zzzzzzzzzz"; expected some of release-notes, changelogs, legal, editors, code-host, prose',
    ],
    ["prose", "ignore-defaults must be a list"],
  ])("refuses other rules: %s", async (value, problem) => {
    const rules = { ".github/merge-queue.yml": `ignore-defaults: ${value}\n` };
    expect(await impact(rules, { "README.md": "new\n" })).toEqual([
      `ALL: .github/merge-queue.yml: it cannot be used: ${problem}`,
    ]);
  });

  it("impacts everything where a file that may read it is missing in the checkout", async () => {
    const [commit] = await repository.commits([{ files: { ...BASE, "packages/ui/gone.js": "absent\n" } }]);
    if (commit === undefined) throw new Error("no commit was made");
    const id = await repository.git("rev-parse", `${commit}:packages/ui/gone.js`);
    await rm(join(repository.folder, "objects", id.slice(0, 2), id.slice(2)));
    expect(await impact({ "packages/ui/gone.js": "absent\n" }, { "README.md": "new\n" })).toEqual([
      NO_TARGET,
    ]);
    await rm(join(repository.folder, "objects", id.slice(0, 2), id.slice(2)));
    const [head = ""] = await repository.commits([{ parents: [commit], files: { "README.md": "new\n" } }]);
    expect(await between(commit, head)).toEqual([
      "ALL: README.md: no target owns it, and the files that may read it are not on this machine",
    ]);
  });

  it("belongs to the package that it is in", async () => {
    expect(await impact({}, { "packages/core/README.md": "new\n", "README.md": "new\n" })).toEqual([
      "core",
      "ui",
    ]);
  });

  it("does not hide another file without an owner", async () => {
    expect(await impact({}, { "README.md": "new\n", "tool.cfg": "2\n" })).toEqual([
      "ALL: tool.cfg: no target owns it",
    ]);
  });

  it("has an answer without an empty list when it is deleted, too", async () => {
    expect(await impact({}, { "CHANGELOG.md": { mode: "120000", content: "x" } })).toEqual([NO_TARGET]);
  });
});

describe("a file that code reads", () => {
  it.each([
    ["packages/core/lib.rs", '#![doc = include_str!("../../README.md")]'],
    ["packages/core/lib.rs", 'include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md"))'],
    ["packages/core/lib.rs", 'const A: &[u8] = include_bytes!("../../README.md");'],
    ["packages/core/index.js", 'import text from "../../README.md?raw";'],
    ["packages/core/index.js", 'read(path.join(root, "README.md"))'],
    ["packages/core/index.js", "read(`${root}/README.md`)"],
    ["packages/core/test.sh", "cat ../../README.md"],
    ["packages/core/Cargo.toml", '[package]\nname = "x"\nreadme = "../../README.md"\n'],
    ["packages/core/glob.js", 'import.meta.glob("../../*.md")'],
    ["packages/core/dir.rs", 'static D: Dir = include_dir!("$CARGO_MANIFEST_DIR/../..");'],
  ])("impacts the package of %s, and its dependents: %s", async (path, text) => {
    expect(await impact({ [path]: text }, { "README.md": "new\n" })).toEqual(["core", "ui"]);
  });

  it.each([
    ["packages/core/index.js", "// see README.md"],
    ["packages/core/index.js", 'const url = "https://example.com/blob/main/README.md";'],
    ["packages/core/index.js", 'import text from "./README.md?raw";'],
    ["packages/core/index.js", 'write("MY-README.md", "README.mdx")'],
    ["packages/core/lib.rs", '#![doc = include_str!("README.md")]'],
    ["packages/core/package.json", JSON.stringify({ name: "core", files: ["README.md"] })],
    ["packages/core/notes.md", "README.md"],
    ["scripts/release.js", 'read("README.md")'],
  ])("impacts nothing for %s: %s", async (path, text) => {
    expect(await impact({ [path]: text }, { "README.md": "new\n" })).toEqual([NO_TARGET]);
  });

  it("counts when only one of the two trees names it", async () => {
    const reads = { "packages/core/index.js": 'read("README.md")\n' };
    expect(await impact(reads, { "README.md": "new\n", "packages/core/index.js": "2\n" })).toContain("ui");
    expect(await impact({}, { "README.md": "new\n", ...reads })).toEqual(["core", "ui"]);
  });

  it("impacts everything for a test or a fixture that no target owns", async () => {
    const reads = { "e2e/all.test.js": 'read("README.md")\n' };
    expect(await impact(reads, { "README.md": "new\n" })).toEqual([
      "ALL: README.md: no target owns it, and e2e/all.test.js names it",
    ]);
  });

  it("counts for a link to it", async () => {
    const link = { "packages/core/GUIDE.md": { mode: "120000", content: "../../README.md" } } as const;
    expect(await impact(link, { "README.md": "new\n" })).toEqual(["core", "ui"]);
  });

  it("counts for go:embed with patterns and folders", async () => {
    const module = { "tool/go.mod": "module ex/tool\n", "go.mod": "module ex/root\n" };
    for (const pattern of ["docs", "docs/*.md", "*", "all:docs"]) {
      const embeds = { ...module, "embed.go": `package x\n//go:embed ${pattern}\nvar fs embed.FS\n` };
      expect(await impact(embeds, { "docs/guide.md": "new\n" })).toEqual(["ex/root"]);
    }
    const elsewhere = { ...module, "embed.go": "package x\n//go:embed static/*.md\nvar fs embed.FS\n" };
    expect(await impact(elsewhere, { "docs/guide.md": "new\n" })).toEqual([NO_TARGET]);
  });

  it("impacts everything where the source knows no owners and some code names it", async () => {
    const mapping = { ".github/impacted-targets.yml": 'core: ["packages/core/**"]\n' };
    expect(await impact(mapping, { "README.md": "new\n" }, "paths")).toEqual([NO_TARGET]);
    const reads = { ...mapping, "scripts/x.js": 'read("README.md")\n' };
    expect(await impact(reads, { "README.md": "new\n" }, "paths")).toEqual([
      "ALL: README.md: no target owns it, and scripts/x.js names it",
    ]);
  });
});

describe("a workflow of GitHub", () => {
  const rule = "it is a CI workflow, and decides what is tested";
  const workflow = (on: string, steps = "") =>
    `on: ${on}\njobs:\n  a:\n    steps:\n      - run: "true"\n${steps}`;

  async function change(on: string, other: Files = {}): Promise<readonly string[]> {
    const path = ".github/workflows/a.yml";
    return impact({ [path]: workflow(on), ...other }, { [path]: workflow(on).replace("true", "false") });
  }

  it.each([
    "issues",
    "[issues, schedule]",
    "{ schedule: [{ cron: '0 0 * * *' }] }",
    "{ push: { branches: [main, release-1.0] } }",
    "{ push: { tags: ['v*'] } }",
    "{ release: { types: [published] } }",
    "pull_request_target",
    "[pull_request_target, workflow_run]",
    "{ workflow_run: { workflows: [a], types: [completed] }, schedule: }",
    "{ pull_request: { types: [closed] } }",
    "{ pull_request: { types: closed } }",
    "{ push: { branches: [main, 'release/*', 'v[0-9]+'] } }",
    "{ schedule: [{ cron: '0 0 * * *' }], workflow_dispatch: }",
    "workflow_call",
    "[repository_dispatch, delete]",
  ])("that no test branch starts impacts only its own path: %s", async (on) => {
    expect(await change(on)).toEqual([".github/workflows/a.yml"]);
  });

  it.each([
    "push",
    "[issues, push]",
    "pull_request",
    "merge_group",
    "{ push: { branches: ['**'] } }",
    "{ push: { branches: [main, 'ci/**'] } }",
    "{ push: { branches: ['queue/*'] } }",
    "{ push: { branches-ignore: [main] } }",
    "{ push: }",
    "{ unheard_of: }",
    "[",
    "{ pull_request: { types: [closed, opened] } }",
    "{ pull_request: { types: [labeled] } }",
    "{ pull_request: { types: } }",
    "{ pull_request: { branches: [release-1] } }",
    "[pull_request_target, pull_request]",
    "deployment_status",
  ])("that a test branch may start impacts everything: %s", async (on) => {
    const difference = on === "[" ? "" : "; it differs in `jobs.a`";
    expect(await change(on)).toEqual([`ALL: .github/workflows/a.yml: ${rule}${difference}`]);
  });

  it("is a target for other changes of the file where only comments differ", async () => {
    const path = ".github/workflows/a.yml";
    const edit = { [path]: `${workflow("push")}# new\n` };
    expect(await impact({ [path]: workflow("push") }, edit)).toEqual([path]);
    const more = { ...edit, "packages/ui/a.js": "1\n", "README.md": "new\n" };
    expect(await impact({ [path]: workflow("push") }, more)).toEqual([path, "ui"]);
    const mapping = { ".github/impacted-targets.yml": 'ui: ["packages/ui/**"]\n' };
    expect(await impact({ [path]: workflow("push"), ...mapping }, more, "paths")).toEqual([path, "ui"]);
    expect(await impact({ [path]: workflow("push"), ...mapping }, more, "paths,workspaces")).toEqual([
      path,
      "paths:ui",
      "workspaces:ui",
    ]);
    const reads = { "packages/core/x.js": 'read("../../.github/workflows/a.yml")\n' };
    expect(await impact({ [path]: workflow("push"), ...reads }, edit)).toEqual([path, "core", "ui"]);
    const off = { ".github/merge-queue.yml": "ignore-defaults: [prose]\n" };
    expect(await impact({ [path]: workflow("push"), ...off }, edit)).toEqual([`ALL: ${path}: ${rule}`]);
    const global = { ".github/merge-queue.yml": "global: ['.github/**']\n" };
    expect(await impact({ [path]: workflow("push"), ...global }, edit)).toEqual([
      `ALL: ${path}: the rules list it under global`,
    ]);
  });

  it("impacts everything when it could run before, or can run now", async () => {
    const path = ".github/workflows/a.yml";
    for (const [before, after] of [
      ["push", "issues"],
      ["issues", "push"],
    ] as const) {
      expect(await impact({ [path]: workflow(before) }, { [path]: workflow(after) })).toEqual([
        `ALL: ${path}: ${rule}`,
      ]);
    }
    const [one, other] = [workflow("push"), workflow("[push, issues]")];
    expect(await impact({ [path]: one }, { [path]: other })).toEqual([
      `ALL: ${path}: ${rule}; it differs in \`on\``,
    ]);
  });

  it("shares the actions that it uses: these count when one of their users can run", async () => {
    const action = {
      ".github/actions/setup/action.yml": "runs: {}\n",
      ".github/actions/setup/dist/a.js": "1\n",
    };
    const uses = "      - uses: ./.github/actions/setup\n";
    const stale = { ...action, ".github/workflows/stale.yml": workflow("schedule", uses) };
    const edit = { ".github/actions/setup/dist/a.js": "2\n" };
    expect(await impact(stale, edit)).toEqual([NO_TARGET]);
    // The workflow of the base may check the change out, and run an action of it.
    for (const on of ["push", "pull_request_target", "workflow_run"]) {
      const tests = { ...stale, ".github/workflows/test.yml": workflow(on, uses) };
      const named = `${rule}; .github/workflows/test.yml names it`;
      expect(await impact(tests, edit)).toEqual([`ALL: .github/actions/setup/dist/a.js: ${named}`]);
    }
  });

  it("shares the actions that others use for it, in other folders and in other repositories", async () => {
    const action = { ".github/actions/setup/action.yml": "runs: {}\n" };
    const edit = { ".github/actions/setup/action.yml": "runs: { using: composite }\n" };
    const path = ".github/workflows/test.yml";
    const named = (user: string) => [`ALL: .github/actions/setup/action.yml: ${rule}; ${user} names it`];
    const outer = { "ci/action.yml": "runs: { steps: [{ uses: ./.github/actions/setup }] }\n" };
    const uses = workflow("push", "      - uses: ./ci\n");
    expect(await impact({ ...action, ...outer, [path]: uses }, edit)).toEqual(named("ci/action.yml"));
    expect(await impact({ ...action, ...outer, [path]: workflow("schedule") }, edit)).toEqual([NO_TARGET]);
    const call = (used: string) => `on: push\njobs: { a: { uses: '${used}' } }\n`;
    expect(await impact({ ...action, [path]: call("x/y/.github/workflows/z.yml@v1") }, edit)).toEqual(
      named(path),
    );
    expect(await impact({ ...action, [path]: call("./.github/workflows/z.yml") }, edit)).toEqual([NO_TARGET]);
  });

  it("may start a script that loads any other script beside actions, under a name that it puts together", async () => {
    const scripts = {
      ".github/actions/a/action.yml": "runs: {}\n",
      ".github/actions/a/run.sh": '. "../$1/lib.sh"\n',
      ".github/actions/b/action.yml": "runs: {}\n",
      ".github/actions/b/lib.sh": "1\n",
      ".github/actions/b/settings.yml": "a: 1\n",
      ".github/actions/b/README.md": "b\n",
    };
    const stale = { ...scripts, ".github/workflows/stale.yml": workflow("schedule", "") };
    const uses = "      - uses: ./.github/actions/a\n";
    const tests = { ...stale, ".github/workflows/test.yml": workflow("push", uses) };
    for (const path of [".github/actions/b/lib.sh", ".github/actions/b/settings.yml"]) {
      expect(await impact(stale, { [path]: "b: 2\n" })).toEqual([NO_TARGET]);
      expect(await impact(tests, { [path]: "b: 2\n" })).toEqual([
        `ALL: ${path}: ${rule}; a script may load it`,
      ]);
    }
    for (const path of [".github/actions/b/action.yml", ".github/actions/b/README.md"])
      expect(await impact(tests, { [path]: "runs: { using: composite }\n" })).toEqual([NO_TARGET]);
  });

  it("counts if another one that runs from the base names it", async () => {
    const named = ".github/workflows/a.yml";
    const caller = {
      ".github/workflows/call.yml": workflow("pull_request_target", `      - uses: ./${named}\n`),
    };
    expect(await change("pull_request_target", caller)).toEqual([
      `ALL: ${named}: ${rule}; .github/workflows/call.yml names it`,
    ]);
    const itself = workflow("pull_request_target", `      - run: cat ${named}\n`);
    expect(await impact({ [named]: itself }, { [named]: `${itself}# new\n` })).toEqual([named]);
  });

  it("impacts everything where the rules about the code host are switched off", async () => {
    const rules = { ".github/merge-queue.yml": "ignore-defaults: [prose]\n" };
    expect(await change("issues", rules)).toEqual([`ALL: .github/workflows/a.yml: ${rule}`]);
  });
});

describe("a workflow of GitHub that only some paths start", () => {
  const path = ".github/workflows/a.yml";
  const cause = `ALL: ${path}: it is a CI workflow`;
  const workflow = (on: string, jobs = "{}") => `on: ${on}\njobs: ${jobs}\n`;
  const forCore = "{ push: { paths: ['packages/core/**', '!**/*.md', '.github/workflows/a.yml'] }, issues: }";

  async function change(on: string, more: Files = {}, from = "workspaces"): Promise<readonly string[]> {
    const files = { "tools/a.sh": "a\n", [path]: workflow(on), ...more };
    return impact(files, { [path]: workflow(on, "{ a: {} }") }, from);
  }

  it("impacts what owns these paths, and shares the target of the workflow and that of resolution", async () => {
    const list = [path, "core", "package.json", "ui"];
    expect(await change(forCore)).toEqual(list);
    expect(await impact({}, { [path]: workflow(forCore) })).toEqual(list);
    expect(await impact({ [path]: workflow("schedule") }, { [path]: workflow(forCore) })).toEqual(list);
    const fromBase = "{ push: { paths: ['packages/core/**'] }, pull_request_target:, schedule: }";
    expect(await change(fromBase)).toEqual(list);
    const atRoot = "{ push: { paths: ['packages/core/**', tool.cfg, package.json, package-lock.json] } }";
    const lock = { "package-lock.json": JSON.stringify({ lockfileVersion: 3, packages: {} }) };
    expect(await change(atRoot, lock)).toEqual([path, "core", "package-lock.json", "ui"]);
    // A change of such a file shares that target.
    const described = JSON.stringify({ name: "fx", workspaces: ["packages/*"], description: "new" });
    expect(await impact(lock, { "package.json": described })).toContain("package-lock.json");
    const before = { [path]: workflow("{ pull_request: { paths: [packages/ui/package.json] } }") };
    expect(await impact(before, { [path]: workflow(forCore) })).toEqual(list);
    expect(await impact(before, { [path]: null })).toEqual([path, "package.json", "ui"]);
  });

  it.each([
    ["all paths", "{ push: { paths: ['**/*.js'] } }"],
    ["all paths but some", "{ push: { paths-ignore: ['docs/**'] } }"],
    ["only exclusions", "{ push: { paths: ['!docs/**'] } }"],
    ["another event", "{ push: { paths: ['packages/core/**'] }, pull_request: }"],
    ["a deployment", "{ push: { paths: ['packages/core/**'] }, deployment_status: }"],
    ["a merge group", "{ merge_group: { paths: ['packages/core/**'] } }"],
    ["a label", "{ push: { paths: ['packages/core/**'] }, pull_request: { types: [labeled] } }"],
    ["a file without an owner", "{ push: { paths: ['packages/core/**', tools/a.sh] } }"],
    ["a pattern at the root", "{ push: { paths: ['packages/core/**', 'tool.*'] } }"],
    ["only a file at the root", "{ push: { paths: [tool.cfg] } }"],
    ["a path without files", "{ push: { paths: ['elsewhere/**'] } }"],
  ])("impacts everything if %s may start it", async (_what, on) => {
    expect(await change(on)).toEqual([expect.stringContaining(cause)]);
  });

  it("impacts everything if any change could start it before, or can now", async () => {
    for (const [before, after] of [
      ["push", forCore],
      [forCore, "push"],
    ] as const)
      expect(await impact({ [path]: workflow(before) }, { [path]: workflow(after) })).toEqual([
        expect.stringContaining(cause),
      ]);
  });

  it("impacts everything for a source that does not know what owns the paths, and by the user's rules", async () => {
    const mapping = { ".github/impacted-targets.yml": 'all: ["**"]\n' };
    expect(await change(forCore, mapping, "paths")).toEqual([expect.stringContaining(cause)]);
    const off = { ".github/merge-queue.yml": "ignore-defaults: [prose]\n" };
    expect(await change(forCore, off)).toEqual([expect.stringContaining(cause)]);
    const global = { ".github/merge-queue.yml": "global: ['.github/workflows/**']\n" };
    expect(await change(forCore, global)).toEqual([`ALL: ${path}: the rules list it under global`]);
  });
});
