/** With `--explain` and in `targets suggest`, an answer names everything that makes it `ALL`, also after a failure. */
import { describe, expect, it } from "@jest/globals";
import { answerBetween } from "../../../src/targets/answer-between.js";
import { Blockers } from "../../../src/targets/blockers.js";
import type { Source } from "../../../src/targets/source.js";
import { bazelSource } from "../../../src/targets/sources/bazel.js";
import { moon } from "../../../src/targets/sources/moon.js";
import { pnpm } from "../../../src/targets/sources/pnpm.js";
import { turbo } from "../../../src/targets/sources/turbo.js";
import {
  packageOf,
  readTogether,
  UnreadableManifest,
} from "../../../src/targets/sources/workspaces/ecosystem.js";
import { readWorkspaceTree } from "../../../src/targets/sources/workspaces/workspace-tree.js";
import { workspacesSource } from "../../../src/targets/sources/workspaces/workspaces.js";
import { changesBetween, MemoryTree } from "../../support/memory-tree.js";

type Files = Readonly<Record<string, string | null>>;

const LOCK = {
  lockfileVersion: 3,
  packages: {
    "": { name: "shop", workspaces: ["packages/*"], devDependencies: { tool: "1" } },
    "packages/core": { dependencies: { ms: "2" } },
    "node_modules/core": { resolved: "packages/core", link: true },
    "node_modules/ms": { version: "2.0.0" },
    "node_modules/tool": { version: "1.0.0" },
  },
};
const lockWith = (entries: object, settings: object = {}) =>
  JSON.stringify({ ...LOCK, ...settings, packages: { ...LOCK.packages, ...entries } });

const TREE = MemoryTree.of({
  "package.json": '{"name":"shop","workspaces":["packages/*"],"devDependencies":{"tool":"1"}}',
  "package-lock.json": lockWith({}),
  "packages/core/package.json": '{"name":"core","dependencies":{"ms":"2"}}',
  "packages/core/a.js": "1",
  "packages/docs/package.json": '{"name":"docs"}',
  "packages/docs/a.js": "1",
  "packages/ui/package.json": '{"name":"ui"}',
  "tools/run": "1",
});

interface Named {
  readonly blockers: readonly string[];
  readonly unblocked: readonly string[] | null;
}

interface Asked {
  readonly base?: MemoryTree;
  readonly source?: Source;
  readonly sources?: readonly Source[];
  readonly wantsEveryBlocker?: boolean;
}

async function blockersOf(change: Files, asked: Asked = {}): Promise<Named> {
  const { base = TREE, source = workspacesSource(), wantsEveryBlocker = true } = asked;
  const head = base.with(change);
  const { blockers, unblocked } = await answerBetween(
    { base, head, changed: changesBetween(base, head) },
    {
      named: asked.sources ?? [source],
      detect: () => Promise.reject(new Error("the source is named")),
      checkout: null,
      signal: new AbortController().signal,
      wantsEveryBlocker,
      warn: () => undefined,
      note: () => undefined,
    },
  );
  return {
    blockers: blockers.map(({ subject, rule }) => `${subject}: ${rule}`),
    unblocked: unblocked === null ? null : [...unblocked.keys()].sort(),
  };
}

describe("unreadable manifests", () => {
  const BROKEN = { "packages/core/package.json": "{", "packages/docs/package.json": '{"name":1' };

  it("are named each, with the other causes", async () => {
    const { blockers, unblocked } = await blockersOf({
      ...BROKEN,
      ".nvmrc": "24",
      "tools/run": "2",
      "packages/core/a.js": "2",
      "package-lock.json": lockWith({ "node_modules/tool": { version: "1.0.1" } }),
    });
    expect(blockers).toEqual([
      ".nvmrc: it chooses the toolchain",
      "packages/core/package.json: it is not JSON",
      "packages/docs/package.json: it is not JSON",
      "tools/run: no target owns it",
      "package-lock.json: it is a lockfile, and the change reaches what is installed at the root, which all packages use",
    ]);
    expect(unblocked).toBeNull();
  });

  it("are one cause without the request for each", async () => {
    const { blockers } = await blockersOf({ ...BROKEN, "tools/run": "2" }, { wantsEveryBlocker: false });
    expect(blockers).toEqual(["packages/core/package.json: it is not JSON"]);
  });

  it("are named of both trees", async () => {
    const base = TREE.with({ "packages/docs/package.json": "{" });
    const change = { "packages/docs/package.json": '{"name":"docs"}', "packages/core/package.json": "{" };
    expect((await blockersOf({ ...change, "tools/run": "2" }, { base })).blockers).toEqual([
      "packages/docs/package.json: it is not JSON",
      "packages/core/package.json: it is not JSON",
      "tools/run: no target owns it",
    ]);
  });

  it("are named of all ecosystems", async () => {
    const base = TREE.with({
      "Cargo.toml": '[workspace]\nmembers = ["crates/*", "named"]\n',
      "crates/a/Cargo.toml": '[package]\nname = "a"\n',
      "named/Cargo.toml": '[package]\nname = "named"\n',
    });
    const { blockers } = await blockersOf(
      {
        "crates/a/Cargo.toml": "[package",
        "crates/a/src/lib.rs": "",
        "named/Cargo.toml": "[package",
        "packages/ui/package.json": "{",
        "tools/run": "2",
      },
      { base },
    );
    expect(blockers.map((one) => one.split(":")[0])).toEqual([
      "packages/ui/package.json",
      "named/Cargo.toml",
      "crates/a/Cargo.toml",
      "tools/run",
    ]);
  });

  it("are named once although several sources find them", async () => {
    const change = { "packages/core/package.json": "{", "tools/run": "2" };
    const sources = [workspacesSource(), workspacesSource(), pnpm];
    expect((await blockersOf(change, { sources })).blockers).toEqual([
      "packages/core/package.json: it is not JSON",
      "pnpm: there is no checkout of the repository to run it in",
      "tools/run: no target owns it",
    ]);
  });

  it("leave open what belongs to a workspace whose root cannot be read", async () => {
    const { blockers } = await blockersOf({
      "package.json": "{",
      "tools/run": "2",
      ".gitmodules": "",
      "package-lock.json": lockWith({}, { lockfileVersion: 2 }),
    });
    expect(blockers).toEqual([
      ".gitmodules: it decides which submodules there are",
      "package.json: it is not JSON",
    ]);
  });

  it("leave open whether a test in their packages reads a file that nothing builds", async () => {
    const base = TREE.with({ "packages/docs/a.test.js": "read('GUIDE.md')", "GUIDE.md": "1" });
    const { blockers } = await blockersOf({ "packages/docs/package.json": "{", "GUIDE.md": "2" }, { base });
    expect(blockers).toEqual(["packages/docs/package.json: it is not JSON"]);
  });

  it("end with a reason even if all are unreadable", async () => {
    const base = MemoryTree.of({
      "package.json": '{"workspaces":["p/*"]}',
      ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p/n${index}/package.json`, "{}"])),
    });
    const change = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`p/n${index}/package.json`, "{"]),
    );
    expect((await blockersOf(change, { base })).blockers).toHaveLength(40);
  });
});

describe("a lock file", () => {
  it("has each reason why its change may affect everything", async () => {
    const { blockers } = await blockersOf({
      "package-lock.json": lockWith(
        {
          "node_modules/tool": { version: "1.0.1" },
          "node_modules/stray": { version: "1.0.0" },
          "node_modules/other": { version: "1.0.0" },
          "packages/gone": { dependencies: { ms: "2" } },
        },
        { requires: false },
      ),
    });
    expect(blockers).toEqual(
      [
        "its settings for all packages differ",
        "no package depends on its changed entries node_modules/stray, node_modules/other",
        "the change reaches what is installed at the root, which all packages use",
        "it changes dependencies of packages/gone, which is no package",
      ].map((because) => `package-lock.json: it is a lockfile, and ${because}`),
    );
  });

  it("has the first of them without the request for each", async () => {
    const lock = lockWith({ "node_modules/tool": { version: "1.0.1" } }, { requires: false });
    const { blockers } = await blockersOf({ "package-lock.json": lock }, { wantsEveryBlocker: false });
    expect(blockers).toEqual([
      "package-lock.json: it is a lockfile, and its settings for all packages differ",
    ]);
  });
});

describe("more causes than a call has room for", () => {
  const MANY = 140_000;

  it("are blockers", () => {
    const blockers = new Blockers(true);
    const hint = null;
    blockers.add(Array.from({ length: MANY }, (_, index) => ({ subject: `${index}`, rule: "x", hint })));
    expect(blockers.found).toHaveLength(MANY);
  });

  it("are unreadable manifests of one ecosystem", () => {
    const others = new Array(MANY).fill(new UnreadableManifest("x", "it is not JSON"));
    const read = () =>
      readTogether([1], () => {
        throw new UnreadableManifest("first", "it is not JSON", others);
      });
    expect(read).toThrow(UnreadableManifest);
  });

  it("may be in as many workspaces", async () => {
    const one = {
      root: "p",
      packages: [packageOf({ name: "a", directory: "p/a", manifest: "p/a/x" })],
      claims: null,
      resolution: "x",
      overridden: new Set<string>(),
    };
    const workspaces = new Array(MANY).fill(one);
    const ecosystem = {
      read: () => Promise.resolve({ workspaces, outsiders: [] }),
      lockfiles: new Map(),
      rootManifests: new Map(),
    };
    expect((await readWorkspaceTree(MemoryTree.of({}), [ecosystem])).packages).toHaveLength(MANY);
  });
});

describe("a tool that fails", () => {
  it("is named with the files that no project owns", async () => {
    const { blockers } = await blockersOf(
      { "tools/run": "2", "packages/core/a.js": "2", "packages/ui/package.json": "{" },
      { source: turbo },
    );
    expect(blockers).toEqual([
      "turbo: there is no checkout of the repository to run it in",
      "packages/ui/package.json: it is not JSON",
      "tools/run: no target owns it",
    ]);
  });

  it("is named with the files of a project that other projects share", async () => {
    const base = MemoryTree.of({
      ".moon/workspace.yml": "projects: ['fe', 'fe/packages/*']\n",
      "fe/package.json": '{"name":"fe","workspaces":["packages/*"]}',
      "fe/package-lock.json": "{}",
      "fe/packages/a/package.json": '{"name":"a"}',
    });
    const change = { "fe/package-lock.json": '{"a":1}', "fe/src/a.ts": "2", "fe/packages/a/a.ts": "2" };
    const shared = "it may concern every package of a workspace that has packages of several projects";
    expect((await blockersOf(change, { base, source: moon })).blockers).toEqual([
      "moon: there is no checkout of the repository to run it in",
      `fe/package-lock.json: ${shared}`,
    ]);
  });

  const BAZEL = MemoryTree.of({
    "MODULE.bazel": 'extension("//deps:go.bzl")\n',
    "deps/BUILD": "",
    "deps/go.bzl": "1",
    "deps/maven_install.json": "1",
    "core/BUILD": "",
    "core/a.txt": "1",
    "tools/run": "1",
  });
  const EDITS = { "core/a.txt": "2", "tools/run": "2" };

  it("is named with the files outside the packages of Bazel", async () => {
    expect((await blockersOf(EDITS, { base: BAZEL, source: bazelSource() })).blockers).toEqual([
      "bazel: there is no checkout of the repository to run it in",
      "tools/run: no target owns it",
    ]);
  });

  it("is named with each file that configures Bazel", async () => {
    const change = { ...EDITS, "deps/go.bzl": "2", "deps/maven_install.json": "2" };
    expect((await blockersOf(change, { base: BAZEL, source: bazelSource() })).blockers).toEqual([
      "deps/go.bzl: Bazel's workspace or module file reads it",
      "deps/maven_install.json: it may decide which external repositories Bazel uses",
      "tools/run: no target owns it",
    ]);
  });
});
