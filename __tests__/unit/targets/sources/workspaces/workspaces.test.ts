/** The source that reads workspaces itself: what each kind of change impacts, and why. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { causesOf, targetsOf } from "../../../../support/targets-answer.js";

const base = MemoryTree.of({
  "package.json": JSON.stringify({ name: "fx", private: true, workspaces: ["packages/*"] }),
  "package-lock.json": "{}",
  "tool.cfg": "1",
  "packages/core/package.json": manifest("core"),
  "packages/core/index.js": "core",
  "packages/ui/package.json": manifest("ui", { core: "*" }),
  "packages/ui/index.js": "ui",
  "packages/api/package.json": manifest("api", { core: "workspace:*" }),
  "packages/web/package.json": manifest("web", { ui: "^1.0.0", api: "*" }),
  "packages/docs/package.json": manifest("docs"),
  "packages/docs/read.md": "docs",
});

function manifest(
  name: string,
  dependencies: Readonly<Record<string, string>> = {},
  more: object = {},
): string {
  return JSON.stringify({ name, version: "1.0.0", dependencies, ...more });
}

function impact(changes: Readonly<Record<string, string | null>>, from = base): Promise<readonly string[]> {
  return targetsOf(workspacesSource(), from, from.with(changes));
}

describe("workspaces", () => {
  it("name the changed package and all that depend on it", async () => {
    expect(await impact({ "packages/core/index.js": "new" })).toEqual(["api", "core", "ui", "web"]);
  });

  it("say of each target why", async () => {
    const head = base.with({
      "packages/core/index.js": "new",
      "packages/docs/package.json": manifest("docs", { core: "*" }),
      "packages/web/package.json": null,
    });
    expect(await causesOf(workspacesSource(), base, head)).toEqual({
      core: "file packages/core/index.js",
      docs: "file packages/docs/package.json",
      web: "deleted",
      ui: "dependsOn core",
      api: "dependsOn core",
    });
  });

  it("name what is newly depended on", async () => {
    expect(await impact({ "packages/docs/package.json": manifest("docs", { core: "*" }) })).toEqual([
      "core",
      "docs",
    ]);
  });

  it("name what is deleted, and what depended on it", async () => {
    expect(await impact({ "packages/docs/package.json": null, "packages/docs/read.md": null })).toEqual([
      "docs",
    ]);
    // What `web` asks for comes from outside now.
    expect(await impact({ "packages/api/package.json": null })).toEqual(["api", "package-lock.json", "web"]);
  });

  it("name both ends of a move", async () => {
    const moved = { "packages/core/index.js": null, "packages/docs/index.js": "core" };
    expect(await impact(moved)).toEqual(["api", "core", "docs", "ui", "web"]);
  });

  it("leave files at the root, and those outside packages, to nobody", async () => {
    expect(await impact({ "tool.cfg": "2", ".github/workflows/ci.yml": "new", "packages/x": "?" })).toEqual([
      "unowned: .github/workflows/ci.yml",
      "unowned: packages/x",
      "unowned: tool.cfg",
    ]);
  });

  it("count development, peer and optional dependencies", async () => {
    for (const field of ["devDependencies", "peerDependencies", "optionalDependencies"]) {
      const from = base.with({
        "packages/docs/package.json": manifest("docs", {}, { [field]: { core: "1" } }),
      });
      expect(await impact({ "packages/core/index.js": "new" }, from)).toContain("docs");
    }
  });

  it("follow paths and other names that dependencies are given", async () => {
    const ranges = [
      "file:../core",
      "link:../core/dist",
      "portal:../core",
      "workspace:../core",
      "../core",
      "npm:core@1",
      "workspace:core@*",
    ];
    for (const range of ranges) {
      const from = base.with({ "packages/docs/package.json": manifest("docs", { "other-name": range }) });
      expect(await impact({ "packages/core/index.js": "new" }, from)).toContain("docs");
    }
  });

  it("follow what the root's overrides lead to, for every package", async () => {
    const root = {
      name: "fx",
      workspaces: ["packages/*"],
      overrides: { lodash: { far: "file:./packages/docs" } },
    };
    const from = base.with({ "package.json": JSON.stringify(root) });
    expect(await impact({ "packages/docs/read.md": "new" }, from)).toEqual([
      "api",
      "core",
      "docs",
      "fx",
      "ui",
      "web",
    ]);
  });

  it("follow overrides that put a member in the place of a package from a registry", async () => {
    const root = {
      name: "fx",
      workspaces: ["packages/*"],
      resolutions: { "far/docs@^1.0.0": "workspace:*" },
    };
    const from = base.with({ "package.json": JSON.stringify(root) });
    expect(await impact({ "packages/docs/read.md": "new" }, from)).toContain("core");
  });

  it("count the package at the root among those that depend", async () => {
    const root = { name: "fx", workspaces: ["packages/*"], devDependencies: { docs: "*" } };
    const from = base.with({ "package.json": JSON.stringify(root) });
    expect(await impact({ "packages/docs/read.md": "new" }, from)).toEqual(["docs", "fx"]);
  });

  it("name the former owner of a directory that becomes a package", async () => {
    const from = base.with({
      "package.json": JSON.stringify({ workspaces: ["packages/**"] }),
      "packages/docs/site/page.md": "page",
    });
    expect(await impact({ "packages/docs/site/package.json": manifest("site") }, from)).toEqual([
      "docs",
      "package-lock.json",
      "site",
    ]);
  });

  it("name old and new name of a package that is renamed", async () => {
    expect(await impact({ "packages/ui/package.json": manifest("ui2", { core: "*" }) })).toEqual([
      "core",
      "package-lock.json",
      "ui",
      "ui2",
      "web",
    ]);
  });

  it("bring together who asks for a new name outside and who brings a package of that name", async () => {
    const asks = await impact({ "packages/docs/package.json": manifest("docs", { "new-one": "^1.0.0" }) });
    const brings = await impact({ "packages/new-one/package.json": manifest("new-one") });
    expect(asks).toEqual(["docs", "package-lock.json"]);
    expect(brings).toEqual(["new-one", "package-lock.json"]);
  });

  it("bring together who moves a package to a new place and who asks for that place, or builds on it", async () => {
    const from = base.with({ "package.json": JSON.stringify({ workspaces: ["packages/**"] }) });
    const docs = { "packages/docs/package.json": null, "packages/docs/read.md": null };
    const moves = await impact({ ...docs, "packages/fresh/package.json": manifest("docs") }, from);
    const asks = await impact({ "packages/ui/package.json": manifest("ui", { x: "file:../fresh" }) }, from);
    const builds = await impact({ "packages/fresh/inner/package.json": manifest("api") }, from);
    expect(moves).toEqual(["docs", "package-lock.json"]);
    expect(asks).toEqual(["package-lock.json", "ui", "web"]);
    expect(builds).toEqual(["api", "package-lock.json", "web"]);
  });

  it("name a package that used to get its dependency from outside and gets it from here now", async () => {
    const from = base.with({ "packages/docs/package.json": manifest("docs", { later: "^1.0.0" }) });
    expect(await impact({ "packages/later/package.json": manifest("later") }, from)).toContain("docs");
  });

  it("name a package without a name by its directory", async () => {
    expect(await impact({ "packages/plain/package.json": "{}" })).toEqual([
      "package-lock.json",
      "packages/plain",
    ]);
  });

  it("are found by `auto`", async () => {
    const source = workspacesSource();
    const inFolder = MemoryTree.of({ "src/go.mod": "module example.com/app", "docs/index.md": "" });
    expect(await source.detect(inFolder)).toBe("src/go.mod");
    expect(await source.detect(base)).toBe("package.json");
    expect(await source.detect(MemoryTree.of({ "package.json": "{}" }))).toBe("package.json");
    expect(await source.detect(MemoryTree.of({ "app/package.json": "{}" }))).toBeNull();
    expect(await source.detect(MemoryTree.of({ "package.json": "{" }))).toBe("package.json");
  });

  it("are read once, also for the settings of build tools and by `auto`", async () => {
    const read: string[] = [];
    class RecordingTree extends MemoryTree {
      override read(paths: readonly string[]) {
        read.push(...paths);
        return super.read(paths);
      }
    }
    const turbo = JSON.stringify({ tasks: { build: { dependsOn: ["core#build"] } } });
    const tree = new RecordingTree(base.with({ "turbo.json": turbo, "nx.json": "{}" }).files);
    const source = workspacesSource();
    const context = {
      base: tree,
      head: tree,
      changed: [],
      checkout: null,
      signal: new AbortController().signal,
    };
    await source.detect(tree);
    await source.answer(context);
    const manifests = read.filter((path) => path.endsWith("package.json"));
    expect(manifests.sort()).toEqual([...new Set(manifests)].sort());
    expect(manifests).toHaveLength(6);
  });

  it("say what depends on a target, for edges that are declared by hand", async () => {
    const source = workspacesSource();
    const context = { base, head: base, changed: [], checkout: null, signal: new AbortController().signal };
    const dependents = await source.dependents?.(context, new Set(["ui", "no-such-target"]));
    expect(dependents).toEqual(new Map([["web", { kind: "dependsOn", on: "ui" }]]));
  });
});

describe("which packages belong to a workspace", () => {
  const packages = {
    "a/package.json": manifest("a"),
    "b/package.json": manifest("b"),
    "deep/er/package.json": manifest("er"),
    "node_modules/x/package.json": manifest("x"),
  };

  async function members(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const from = MemoryTree.of({ ...packages, ...files });
    const touched = { "a/file": "new", "b/file": "new", "deep/er/file": "new", "node_modules/x/file": "new" };
    const impacted = await impact(touched, from);
    return impacted.filter((one) => !one.startsWith("unowned"));
  }

  it("is read from both shapes of `workspaces`", async () => {
    expect(await members({ "package.json": JSON.stringify({ workspaces: ["a", "./deep/*/"] }) })).toEqual([
      "a",
      "er",
    ]);
    const table = { workspaces: { packages: ["*"], nohoist: ["**"] } };
    expect(await members({ "package.json": JSON.stringify(table) })).toEqual(["a", "b"]);
  });

  it("follows exclusions, and leaves hidden folders to patterns that name them", async () => {
    expect(await members({ "package.json": JSON.stringify({ workspaces: ["**", "!deep/**"] }) })).toEqual([
      "a",
      "b",
    ]);
    const hidden = { ".config/one/package.json": manifest("one") };
    const from = MemoryTree.of({ ...hidden, "package.json": JSON.stringify({ workspaces: ["*/*"] }) });
    expect(await impact({ ".config/one/x": "new" }, from)).toEqual(["."]);
    const named = from.with({ "package.json": JSON.stringify({ workspaces: [".config/*"] }) });
    expect(await impact({ ".config/one/x": "new" }, named)).toEqual(["one"]);
  });

  it("cannot be told where a pattern brings in again what another excludes, but with pnpm, where nothing does", async () => {
    const patterns = ["**", "!a", "!deep/**", "a"];
    const from = MemoryTree.of({ ...packages, "package.json": JSON.stringify({ workspaces: patterns }) });
    expect(await impact({ "b/file": "new" }, from)).toEqual([
      "ALL: package.json: its patterns exclude directories and include them again, which tools interpret differently",
    ]);
    const yaml = `packages:\n${patterns.map((pattern) => `  - "${pattern}"\n`).join("")}`;
    expect(await members({ "package.json": "{}", "pnpm-workspace.yaml": yaml })).toEqual(["b"]);
  });

  it("is the root alone where pnpm's settings name no packages", async () => {
    expect(await members({ "package.json": "{}", "pnpm-workspace.yaml": "catalog: {}\n" })).toEqual(["."]);
  });

  it("is not guessed where pnpm's settings hold two documents", async () => {
    const two = "packages:\n  - one/*\n---\npackages:\n  - two/*\n";
    const from = MemoryTree.of({ ...packages, "package.json": "{}", "pnpm-workspace.yaml": two });
    expect(await impact({ "b/file": "new" }, from)).toEqual([
      "ALL: pnpm-workspace.yaml: it contains 2 YAML documents, and one is expected",
    ]);
  });

  it("is found below the root of the repository, too", async () => {
    const from = MemoryTree.of({
      "front/package.json": JSON.stringify({ workspaces: ["p/*"] }),
      "front/p/a/package.json": manifest("a"),
      "front/p/b/package.json": manifest("b", { a: "*" }),
    });
    expect(
      await impact({ "front/p/a/x": "new", "front/tsconfig.json": "new", "back/x": "new" }, from),
    ).toEqual(["a", "b", "unowned: back/x", "unowned: front/tsconfig.json"]);
  });
});

describe("a workspace inside a package", () => {
  const root = { name: "docs", workspaces: ["parts/*"] };
  const inner = base.with({
    "packages/docs/package.json": JSON.stringify(root),
    "packages/docs/shared.cfg": "1",
  });

  it("keeps the files at its root for all of its packages", async () => {
    expect(await impact({ "packages/docs/shared.cfg": "2" }, inner)).toContain(
      "unowned: packages/docs/shared.cfg",
    );
  });

  it("does so while it comes and goes", async () => {
    const outer = inner.with({
      "packages/docs/package.json": manifest("docs"),
      "packages/docs/shared.cfg": "2",
    });
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      expect(await targetsOf(workspacesSource(), from, to)).toContain("unowned: packages/docs/shared.cfg");
    }
  });
});

describe("a package inside another", () => {
  const patterns = ["packages/*", "packages/docs/*", "packages/docs/site/*"];
  const root = { name: "fx", private: true, workspaces: patterns };
  const nested = base.with({
    "package.json": JSON.stringify(root),
    "packages/docs/site/package.json": manifest("site", { ui: "*" }),
    "packages/docs/site/page.md": "page",
    "packages/docs/site/theme/package.json": manifest("theme"),
    "packages/docs/site/theme/style.css": "style",
    "packages/web/package.json": manifest("web", { docs: "*" }),
  });
  const rooted = (more: object) => nested.with({ "package.json": JSON.stringify({ ...root, ...more }) });

  it("counts for every package around it but the root, and for all that depend on those", async () => {
    expect(await impact({ "packages/docs/site/theme/style.css": "new" }, nested)).toEqual([
      "docs",
      "site",
      "theme",
      "web",
    ]);
    expect(await impact({ "packages/docs/site/page.md": "new" }, nested)).toEqual(["docs", "site", "web"]);
    expect(await impact({ "packages/docs/read.md": "new" }, nested)).toEqual(["docs", "web"]);
  });

  it("brings what it depends on to the packages around it", async () => {
    expect(await impact({ "packages/ui/index.js": "new" }, nested)).toEqual(["docs", "site", "ui", "web"]);
  });

  it("is newly used by a package that comes to stand around it", async () => {
    const before = nested.with({ "packages/docs/site/package.json": null });
    const around = { "packages/docs/site/package.json": manifest("site") };
    expect(await impact(around, before)).toEqual(["docs", "package-lock.json", "site", "theme", "web"]);
  });

  it("of pnpm, and of a workspace inside another, counts in the same way", async () => {
    const pnpm = nested.with({
      "package.json": manifest("fx"),
      "pnpm-workspace.yaml": `packages: ${JSON.stringify(patterns)}\n`,
    });
    expect(await impact({ "packages/docs/site/page.md": "new" }, pnpm)).toEqual(["docs", "site", "web"]);
    const inner = base.with({
      "packages/docs/package.json": manifest("docs", {}, { workspaces: ["site"] }),
      "packages/docs/site/package.json": manifest("site", { ui: "*" }),
    });
    expect(await impact({ "packages/docs/site/page.md": "new" }, inner)).toEqual(["docs", "site"]);
    expect(await impact({ "packages/ui/index.js": "new" }, inner)).toEqual(["docs", "site", "ui", "web"]);
  });

  it("counts for the package at the root where the files of that one, or its edges, reach it", async () => {
    const theme = { "packages/docs/site/theme/style.css": "new" };
    const reaching = [
      ["packages"],
      ["./packages/docs/"],
      ["/packages/*/site/**/*.css"],
      ["packages/docs/site/theme/dist", "!packages/docs"],
      ["**/*.js"],
      ["*"],
      ["."],
      ["*".repeat(3000)],
    ];
    for (const files of reaching)
      expect([files, await impact(theme, rooted({ files }))]).toContainEqual([
        "docs",
        "fx",
        "site",
        "theme",
        "web",
      ]);
    for (const files of [["dist", "*.js", "packages/ui/**"], [], "packages", [1]]) {
      expect([files, await impact(theme, rooted({ files }))]).toContainEqual([
        "docs",
        "site",
        "theme",
        "web",
      ]);
    }
    const edge = rooted({ devDependencies: { theme: "*" } });
    expect(await impact(theme, edge)).toEqual(["docs", "fx", "site", "theme", "web"]);
    expect(await impact({ "packages/ui/index.js": "new" }, edge)).not.toContain("fx");
  });
});

describe("hostile manifests", () => {
  it("that cannot be read make everything count, with the file and the rule", async () => {
    const broken: Readonly<Record<string, string>> = {
      "{": "it is not JSON",
      "[]": "it is not a JSON object",
      null: "it is not a JSON object",
      '{"dependencies":["core"]}': "its `dependencies` are not a table",
      '{"workspaces":[1]}': "its `workspaces` are not a list of patterns",
    };
    for (const [text, rule] of Object.entries(broken)) {
      expect(await impact({ "packages/ui/package.json": text })).toEqual([
        `ALL: packages/ui/package.json: ${rule}`,
      ]);
    }
  });

  it("that are no text, or are nested beyond measure, are unreadable", async () => {
    for (const content of [
      Uint8Array.of(0xff, 0xfe),
      `{"overrides":${'{"a":'.repeat(1e5)}1${"}".repeat(1e5)}}`,
    ]) {
      const head = new MemoryTree(new Map([...base.files, ["packages/ui/package.json", content]]));
      expect(await targetsOf(workspacesSource(), base, head)).toEqual([
        "ALL: packages/ui/package.json: it cannot be read",
      ]);
    }
  });

  it("with patterns that nobody can mean make everything count", async () => {
    const from = base.with({ "package.json": JSON.stringify({ workspaces: ["x".repeat(5000)] }) });
    expect(await impact({ "packages/ui/index.js": "new" }, from)).toEqual([
      "ALL: package.json: one of its patterns is not supported",
    ]);
  });

  it("in circles end", async () => {
    const from = base.with({ "packages/core/package.json": manifest("core", { web: "*", core: "*" }) });
    expect(await impact({ "packages/ui/index.js": "new" }, from)).toEqual(["api", "core", "ui", "web"]);
  });

  it("with one name for two packages make one target of them", async () => {
    const from = base.with({ "packages/docs/package.json": manifest("ui") });
    expect(await impact({ "packages/docs/read.md": "new" }, from)).toEqual(["ui", "web"]);
  });

  it("with names of the language's own objects are ordinary", async () => {
    const from = base.with({
      "packages/docs/package.json": '{"name":"__proto__","dependencies":{"constructor":"*"}}',
      "packages/constructor/package.json": manifest("constructor"),
      "packages/hasOwnProperty/package.json": '{"name":"hasOwnProperty","dependencies":{"__proto__":"*"}}',
    });
    expect(await impact({ "packages/constructor/x": "new" }, from)).toEqual([
      "__proto__",
      "constructor",
      "hasOwnProperty",
    ]);
  });

  it("with line breaks in names and paths stay what they are", async () => {
    const from = base.with({ "packages/a\nb/package.json": manifest("two\nlines"), "packages/a\nb/x": "1" });
    expect(await impact({ "packages/a\nb/x": "2" }, from)).toEqual(["two\nlines"]);
  });

  it("of a workspace inside another leave its files to the outer one's packages", async () => {
    const from = base.with({
      "packages/docs/fixture/package.json": '{"workspaces":["*"]}',
      "packages/docs/fixture/broken/package.json": "{",
    });
    expect(await impact({ "packages/docs/fixture/broken/x": "new" }, from)).toEqual(["docs"]);
  });
});
