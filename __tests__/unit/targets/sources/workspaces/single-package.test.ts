/** A repository with a single package: which files it owns, and beside what it remains the only one. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { answerOf, targetsOf } from "../../../../support/targets-answer.js";

describe("a single package", () => {
  const base = MemoryTree.of({
    "pyproject.toml": '[project]\nname = "tool"\n',
    "README.md": "1",
    "anything/a.py": "1",
  });

  it("is one target with every file that something may read, and the answer explains it", async () => {
    const answer = await answerOf(workspacesSource(), base, base.with({ "anything/a.py": "2" }));
    expect(answer).toEqual({
      kind: "targets",
      targets: new Map([["tool", { kind: "file", path: "anything/a.py" }]]),
      owned: new Set(["anything/a.py"]),
      disowned: new Map(),
      notes: [
        "tool (pyproject.toml) is the only package, so every change affects it. To test changes apart, map folders with paths.",
      ],
    });
    expect(await targetsOf(workspacesSource(), base, base.with({ "README.md": "2" }))).toEqual([
      "unowned: README.md",
    ]);
  });

  it("is found by auto", async () => {
    expect(await workspacesSource().detect(base)).toBe("pyproject.toml");
  });

  it("may be one of npm, unless the repository has others", async () => {
    const app = JSON.stringify({ name: "app", dependencies: { left: "1" } });
    const npm = MemoryTree.of({ "package.json": app, "src/a.ts": "1", "docs/package.json": "{}" });
    expect(await workspacesSource().detect(npm)).toBe("package.json");
    expect(await targetsOf(workspacesSource(), npm, npm.with({ "src/a.ts": "2" }))).toEqual(["app"]);
    const workspace = npm.with({
      "package.json": JSON.stringify({ name: "app", workspaces: ["a", "b"] }),
      "a/package.json": JSON.stringify({ name: "a" }),
      "b/package.json": JSON.stringify({ name: "b" }),
    });
    expect(await targetsOf(workspacesSource(), npm, workspace)).toEqual(
      expect.arrayContaining(["a", "app", "b"]),
    );
    const tools = npm.with({ "go/one/go.mod": "module one", "go/two/go.mod": "module two" });
    expect(await targetsOf(workspacesSource(), tools, tools.with({ "src/a.ts": "2" }))).toEqual([
      "unowned: src/a.ts",
    ]);
  });

  it("shares its target with the change that adds a second one", async () => {
    const two = base.with({ "second/pyproject.toml": '[project]\nname = "second"\n', "second/a.py": "1" });
    expect(await targetsOf(workspacesSource(), base, two)).toEqual([
      "pyproject.toml",
      "second",
      "second/pyproject.toml",
      "tool",
    ]);
  });

  it("owns prose in its folders, which a test may list; only people read prose at the root and in folders of services", async () => {
    for (const path of ["test/fixtures/a.md", "docs/guide.md", "test/.github/a.md", "CHANGELOG/1.0.md"])
      expect(await targetsOf(workspacesSource(), base, base.with({ [path]: "1" }))).toEqual(["tool"]);
    for (const path of ["CHANGELOG.md", ".changeset/odd-cats.md", ".github/CONTRIBUTING.md"])
      expect(await targetsOf(workspacesSource(), base, base.with({ [path]: "1" }))).toEqual([
        `unowned: ${path}`,
      ]);
  });

  const mono = (workspaces: string) => ({
    "package.json": '{"name":"app"}',
    "test/all.test.js": "1",
    [`${workspaces}/package.json`]: '{"name":"mono","workspaces":["packages/*"]}',
    [`${workspaces}/packages/a/package.json`]: '{"name":"a"}',
    [`${workspaces}/packages/b/package.json`]: '{"name":"b"}',
  });

  it.each(["test/fixtures/mono", "__tests__/mono", "templates/mono"])(
    "remains the only target beside a workspace of test data: %s",
    async (folder) => {
      const tree = MemoryTree.of(mono(folder));
      for (const path of [
        `${folder}/packages/a/x.js`,
        `${folder}/packages/b/package.json`,
        "test/all.test.js",
      ])
        expect(await targetsOf(workspacesSource(), tree, tree.with({ [path]: "{}" }))).toEqual(["app"]);
      const pnpm = tree.with({ [`${folder}/pnpm-workspace.yaml`]: "packages: ['packages/*']\n" });
      expect(await targetsOf(workspacesSource(), pnpm, pnpm.with({ "test/all.test.js": "2" }))).toEqual([
        "app",
      ]);
    },
  );

  it("is none beside a workspace in another folder, and a workspace may list folders of templates", async () => {
    const tree = MemoryTree.of(mono("site"));
    expect(await targetsOf(workspacesSource(), tree, tree.with({ "site/packages/a/x.js": "1" }))).toEqual([
      "a",
    ]);
    const listing = MemoryTree.of({ ...mono("site"), "package.json": '{"workspaces":["templates/*"]}' }).with(
      {
        "templates/one/package.json": '{"name":"one"}',
        "templates/two/package.json": '{"name":"two","workspaces":["*"]}',
        "templates/two/in/package.json": '{"name":"in"}',
      },
    );
    const changed = (path: string) => targetsOf(workspacesSource(), listing, listing.with({ [path]: "1" }));
    expect(await changed("templates/one/x.js")).toEqual(["one"]);
    expect(await changed("templates/two/in/x.js")).toEqual(["two"]);
  });
});
