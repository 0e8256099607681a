/** The work for a tree with many packages grows with their number, not with its square: reads of packages are counted. */
import { describe, expect, it } from "@jest/globals";
import {
  type Ecosystem,
  type LockGraph,
  type Package,
  packageOf,
} from "../../../../../src/targets/sources/workspaces/ecosystem.js";
import { lockChanges } from "../../../../../src/targets/sources/workspaces/lock-changes.js";
import { PythonModules } from "../../../../../src/targets/sources/workspaces/python/python-modules.js";
import { readWorkspaceTree } from "../../../../../src/targets/sources/workspaces/workspace-tree.js";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { answerOf } from "../../../../support/targets-answer.js";

const MANY = 300;
const numbers = Array.from({ length: MANY }, (_, index) => index);

/** Counts how often its packages are looked at. */
class CountedPackages {
  reads = 0;

  readonly all: readonly Package[] = numbers.map((index) => {
    const counted = packageOf({
      name: `n${index}`,
      directory: `p/n${index}`,
      manifest: `p/n${index}/package.json`,
      external: new Set([`own${index}@^1`, `@fx/own${index}@npm:x@1`]),
    });
    const count = () => {
      this.reads += 1;
    };
    return {
      ...counted,
      get name() {
        count();
        return counted.name;
      },
      get directory() {
        count();
        return counted.directory;
      },
    };
  });

  ecosystem(root: Package, readLock: (text: string) => LockGraph): Ecosystem {
    const workspace = {
      root: "",
      packages: [root, ...this.all],
      claims: null,
      resolution: "x.lock",
      overridden: new Set<string>(),
    };
    return {
      read: () => Promise.resolve({ workspaces: [workspace], outsiders: [] }),
      lockfiles: new Map([["x.lock", readLock]]),
      rootManifests: new Map(),
    };
  }
}

const ROOT = packageOf({
  name: "fx",
  directory: "",
  manifest: "package.json",
  external: new Set(["shared@^1"]),
});

function lockOf(text: string): LockGraph {
  const [, ...importers] = text.split("\n");
  const nodes = new Map(importers.map((one) => [one, { content: text, dependencies: [] }]));
  return { importers: nodes, nodes: new Map(), rest: "", sharesRoot: true, spreads: false };
}

async function sideOf(counted: CountedPackages, lock: string) {
  const tree = MemoryTree.of({ "x.lock": lock });
  return { tree, workspaces: await readWorkspaceTree(tree, [counted.ecosystem(ROOT, lockOf)]) };
}

describe("a tree", () => {
  it("finds what a package requests without a search for each import", async () => {
    const counted = new CountedPackages();
    const { workspaces } = await sideOf(counted, "");
    counted.reads = 0;
    for (const index of numbers) {
      const name = `n${index}`;
      expect(workspaces.requests(name, `own${index}`)).toBe(true);
      expect(workspaces.requests(name, `@fx/own${index}`)).toBe(true);
      expect(workspaces.requests(name, "shared")).toBe(true);
      expect(workspaces.requests(name, `own${index + 1}`)).toBe(false);
      expect(workspaces.resolutionsAround(name)).toEqual(["x.lock"]);
    }
    expect(workspaces.requests("gone", "shared")).toBe(false);
    expect(workspaces.resolutionsAround("gone")).toEqual([]);
    expect(counted.reads).toBeLessThan(10 * MANY);
  });
});

describe("a lock file", () => {
  it("finds the packages of its importers without a search for each", async () => {
    const counted = new CountedPackages();
    const importers = numbers.map((index) => `p/n${index}`).join("\n");
    const base = await sideOf(counted, `1\n${importers}`);
    const head = await sideOf(counted, `2\n${importers}`);
    counted.reads = 0;
    const changes = await lockChanges(base, head, ["x.lock"]);
    expect(changes.get("x.lock")).toHaveLength(MANY);
    expect(counted.reads).toBeLessThan(10 * MANY);
  });

  it("has a few reasons where thousands of its importers are no packages", async () => {
    const lock = (version: string) =>
      JSON.stringify({
        lockfileVersion: 3,
        packages: Object.fromEntries(
          Array.from({ length: 3_000 }, (_, index) => [`gone/n${index}`, { version }]),
        ),
      });
    const base = MemoryTree.of({
      "package.json": '{"workspaces":["p/*"]}',
      "p/a/package.json": '{"name":"a"}',
      "package-lock.json": lock("1.0.0"),
    });
    const answer = await answerOf(
      workspacesSource(),
      base,
      base.with({ "package-lock.json": lock("1.0.1") }),
    );
    expect(answer).toMatchObject({ kind: "targets" });
    const reasons = answer.kind === "targets" ? answer.disowned?.get("package-lock.json") : [];
    expect(reasons).toHaveLength(5);
    expect(reasons?.[0]).toMatch(/^it is a lockfile, and it changes dependencies of gone\/n0, which is no/);
  });
});

describe("folders of Python modules", () => {
  /** Counts what is read of the names in front of modules. */
  function manyRoots() {
    const counted = { reads: 0 };
    const prefixOf = (index: number) =>
      new Proxy([`n${index}`], {
        get: (names, key, receiver): unknown => {
          counted.reads += 1;
          return Reflect.get(names, key, receiver);
        },
      });
    const importRoots = numbers.map((index) => ({ directory: "lib", prefix: prefixOf(index) }));
    const project = packageOf({ name: "py", directory: "", manifest: "pyproject.toml", importRoots });
    const files = numbers.map((index) => `lib/a${index % 5}.py`);
    return { counted, modules: new PythonModules([project], files) };
  }

  it("are compared by their keys, and looked up once per module", () => {
    const { counted, modules } = manyRoots();
    expect(counted.reads).toBeLessThan(40 * MANY);
    expect(modules.runBy("n7.a1", "web")).toEqual(["lib/a1.py"]);
    const { reads } = counted;
    expect(modules.runBy("n7.a1", "web")).toEqual(["lib/a1.py"]);
    expect(counted.reads).toBe(reads);
    expect(modules.runBy("n7.a1", "py")).toEqual(["lib/a1.py"]);
  });

  it.each([
    [1_000, "all"],
    [500, "targets"],
  ])("are %s in one manifest: the answer is %s", async (count, kind) => {
    const folders = Array.from({ length: count }, (_, index) => `n${index} = "lib"\n`).join("");
    const base = MemoryTree.of({
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["py/*"]\n',
      "py/a/pyproject.toml": `[project]\nname = "a"\n[tool.setuptools.package-dir]\n${folders}`,
      "py/b/pyproject.toml": '[project]\nname = "b"\n',
    });
    const answer = await answerOf(workspacesSource(), base, base.with({ "py/b/a.py": "import x\n" }));
    expect(answer.kind).toBe(kind);
  });
});
