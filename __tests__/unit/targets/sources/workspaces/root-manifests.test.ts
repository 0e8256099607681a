/** Manifests at the root: what a change of each field means, instead of the change of a file that has no owner. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

const UNCERTAIN = ["unowned: package.json"];

describe("the root's package.json", () => {
  const root = (more: object = {}) =>
    JSON.stringify({
      name: "fx",
      workspaces: ["packages/*"],
      scripts: { "docs:serve": "x", lint: "eslint" },
      ...more,
    });
  const lock = JSON.stringify({
    lockfileVersion: 3,
    packages: { "": {}, "packages/core": {}, "packages/ui": {} },
  });
  const files = {
    "package.json": root(),
    "package-lock.json": lock,
    "packages/core/package.json": JSON.stringify({ name: "core" }),
    "packages/ui/package.json": JSON.stringify({ name: "ui", scripts: { check: "npm run lint" } }),
  };
  const edited = (more: object) => impact(files, { "package.json": root(more) });

  it.each([
    { version: "2.0.0", description: "x", keywords: ["x"], author: "x", repository: "x" },
    { "lint-staged": { "*": "prettier" } },
    { overrides: { left: "1" } },
    { pnpm: { overrides: { left: "1" } } },
    { pnpm: { peerDependencyRules: { ignoreMissing: ["left"] } } },
    { scripts: { "docs:serve": "y", lint: "eslint" } },
  ])("touches its own package for %j", async (more) => {
    expect(await edited(more)).toEqual(["fx", "package-lock.json"]);
  });

  it.each([
    { packageManager: "pnpm@10.0.0" },
    { engines: { node: "24" } },
    { type: "module" },
    { devDependencies: { typescript: "6" } },
    { scripts: { "docs:serve": "x", lint: "eslint --fix" } },
    { scripts: { "docs:serve": "x", lint: "eslint", postinstall: "x" } },
    { scripts: { "docs:serve": "x", lint: "eslint", test: "jest" } },
    { pnpm: { patchedDependencies: { left: "x" } } },
    { jest: {} },
  ])("touches everything for %j", async (more) => {
    expect(await edited(more)).toEqual(expect.arrayContaining(UNCERTAIN));
  });

  it.each(["dependencies", "devDependencies", "optionalDependencies"])(
    "follows a change of %s through the lock file",
    async (field) => {
      const npm = (range: string, version: string) => ({
        "package.json": root({ [field]: { tool: range } }),
        "package-lock.json": JSON.stringify({
          lockfileVersion: 3,
          packages: {
            "": { name: "fx", [field]: { tool: range } },
            "packages/core": {},
            "packages/ui": {},
            "node_modules/tool": { version },
          },
        }),
      });
      const pnpm = (range: string, version: string) => ({
        "package.json": root({ [field]: { tool: range } }),
        "pnpm-workspace.yaml": "packages: ['packages/*']\n",
        "pnpm-lock.yaml": `lockfileVersion: '9.0'\nimporters:\n  .:\n    ${field}:\n      tool: { specifier: ${range}, version: ${version} }\n  packages/core: {}\n  packages/ui: {}\npackages:\n  tool@${version}: { resolution: { integrity: x } }\nsnapshots:\n  tool@${version}: {}\n`,
      });
      const { "package-lock.json": _lock, ...unlocked } = files;
      for (const [written, path] of [
        [npm, "package-lock.json"],
        [pnpm, "pnpm-lock.yaml"],
      ] as const) {
        const from = { ...unlocked, ...written("^1.0.0", "1.1.0") };
        expect(await impact(from, written("^1.1.0", "1.1.0"))).toEqual(["fx", path]);
        expect(await impact(from, written("^1.1.0", "1.2.0"))).toEqual(
          expect.arrayContaining(["unowned: package.json", `unowned: ${path}`]),
        );
        const manifestAlone = { "package.json": written("^1.1.0", "1.1.0")["package.json"] };
        expect(await impact(from, manifestAlone)).toEqual(expect.arrayContaining(UNCERTAIN));
        // The lock file changes only for another reason, and lacks the new tool.
        const stale = {
          ...written("^1.1.0", "1.1.0"),
          "package.json": root({ [field]: { tool: "^1.1.0", "tool-b": "^1.0.0" } }),
        };
        expect(await impact(from, stale)).toContain("unowned: package.json");
      }
    },
  );

  describe("with a range that the entry of the root in the lock file", () => {
    const json = JSON.stringify;
    const core = { name: "core", dependencies: { ms: "^2" } };
    /** `ms` is what else changes in the file. */
    const LOCKS: Readonly<Record<string, (range: string, ms: string) => readonly [string, string]>> = {
      npm: (range, ms) => [
        "package-lock.json",
        json({
          lockfileVersion: 3,
          packages: {
            "": { name: "fx", devDependencies: { tool: range } },
            "packages/core": core,
            "packages/ui": {},
            "node_modules/tool": { version: "1.1.0" },
            "node_modules/ms": { version: ms },
          },
        }),
      ],
      bun: (range, ms) => [
        "bun.lock",
        json({
          lockfileVersion: 1,
          workspaces: { "": { name: "fx", devDependencies: { tool: range } }, "packages/core": core },
          packages: { tool: ["tool@1.1.0", "", {}, "x"], ms: [`ms@${ms}`, "", {}, "x"] },
        }),
      ],
      pnpm: (range, ms) => [
        "pnpm-lock.yaml",
        `lockfileVersion: '9.0'\nimporters:\n  .:\n    devDependencies:\n      tool: { specifier: ${range}, version: 1.1.0 }\n  packages/core:\n    dependencies:\n      ms: { specifier: ^2, version: ${ms} }\n  packages/ui: {}\npackages:\n  tool@1.1.0: {}\n  ms@${ms}: {}\nsnapshots:\n  tool@1.1.0: {}\n  ms@${ms}: {}\n`,
      ],
      "yarn 4": (range, ms) => [
        "yarn.lock",
        `__metadata:\n  version: 8\n\n"fx@workspace:.":\n  resolution: "fx@workspace:."\n  dependencies:\n    tool: "npm:${range}"\n\n"core@workspace:packages/core":\n  resolution: "core@workspace:packages/core"\n  dependencies:\n    ms: "npm:^2"\n\n"tool@npm:${range}":\n  version: 1.1.0\n  resolution: "tool@npm:1.1.0"\n\n"ms@npm:^2":\n  version: ${ms}\n  resolution: "ms@npm:${ms}"\n`,
      ],
    };
    const treeOf = (name: string, lock: readonly [string, string] | undefined, range: string) => ({
      "package.json": root({ devDependencies: { tool: range } }),
      "packages/core/package.json": json(core),
      "packages/ui/package.json": files["packages/ui/package.json"],
      ...(name === "pnpm" ? { "pnpm-workspace.yaml": "packages: ['packages/*']\n" } : {}),
      ...(lock === undefined ? {} : { [lock[0]]: lock[1] }),
    });

    it.each(Object.entries(LOCKS))(
      "of %s lacks, touches everything; else what the file shows",
      async (name, lock) => {
        const before = lock("^1.0.0", "2.0.0");
        const from = treeOf(name, before, "^1.0.0");
        const fresh = treeOf(name, lock("^1.1.0", "2.0.1"), "^1.1.0");
        expect(await impact(from, fresh)).toEqual(["core", "fx", before[0]].sort());
        const stale = treeOf(name, lock("^1.0.0", "2.0.1"), "^1.1.0");
        expect(await impact(from, stale)).toEqual(expect.arrayContaining(UNCERTAIN));
        const staleBefore = treeOf(name, before, "^0.9.0");
        expect(await impact(staleBefore, fresh)).toEqual(expect.arrayContaining(UNCERTAIN));
      },
    );
  });

  it("touches its own package for a hash of the same package manager, and everything for another version", async () => {
    const from = { ...files, "package.json": root({ packageManager: "pnpm@10.1.0+sha224.ab" }) };
    const to = (packageManager: string) => impact(from, { "package.json": root({ packageManager }) });
    expect(await to("pnpm@10.1.0+sha512.cd")).toEqual(["fx", "package-lock.json"]);
    expect(await to("pnpm@10.1.0")).toEqual(["fx", "package-lock.json"]);
    expect(await to("pnpm@10.1.1+sha224.ab")).toEqual(expect.arrayContaining(UNCERTAIN));
    expect(await to("pnpm@10.1.0+build.2")).toEqual(expect.arrayContaining(UNCERTAIN));
    expect(await edited({ packageManager: "pnpm@10.1.0" })).toEqual(expect.arrayContaining(UNCERTAIN));
  });

  it("touches everything for an override that no lock file records", async () => {
    const { "package-lock.json": _lock, ...unlocked } = files;
    expect(await impact(unlocked, { "package.json": root({ overrides: { left: "1" } }) })).toEqual(UNCERTAIN);
    const broken = { "package.json": root({ overrides: { left: "1" } }), "package-lock.json": "{" };
    expect(await impact(files, broken)).toEqual(["unowned: package-lock.json", ...UNCERTAIN]);
  });

  it("touches the packages that it begins or ceases to have", async () => {
    expect(await edited({ workspaces: ["packages/core"] })).toEqual(["fx", "package-lock.json", "ui"]);
  });
});

describe("pnpm-workspace.yaml", () => {
  const lock = (version: string) => `lockfileVersion: '9.0'
importers:
  .: {}
  packages/core: { dependencies: { ms: { specifier: 'catalog:', version: ${version} } } }
packages:
  ms@${version}: { resolution: { integrity: x } }
snapshots:
  ms@${version}: {}
`;
  const files = {
    "package.json": '{"name":"fx"}',
    "pnpm-workspace.yaml": 'packages: ["packages/*"]\ncatalog: { ms: 2.1.2 }\n',
    "pnpm-lock.yaml": lock("2.1.2"),
    "packages/core/package.json": '{"name":"core","dependencies":{"ms":"catalog:"}}',
    "packages/ui/package.json": '{"name":"ui"}',
  };

  it("is followed through the lock file for catalogs", async () => {
    const bump = { "pnpm-workspace.yaml": files["pnpm-workspace.yaml"].replace("2.1.2", "2.1.3") };
    expect(await impact(files, { ...bump, "pnpm-lock.yaml": lock("2.1.3") })).toEqual([
      "core",
      "pnpm-lock.yaml",
    ]);
  });

  it("touches everything for what configures the installation, or without a lock file", async () => {
    const allow = { "pnpm-workspace.yaml": `${files["pnpm-workspace.yaml"]}onlyBuiltDependencies: [x]\n` };
    expect(await impact(files, allow)).toEqual(["unowned: pnpm-workspace.yaml"]);
    const { "pnpm-lock.yaml": _lock, ...unlocked } = files;
    const bump = { "pnpm-workspace.yaml": files["pnpm-workspace.yaml"].replace("2.1.2", "2.1.3") };
    expect(await impact(unlocked, bump)).toEqual(["unowned: pnpm-workspace.yaml"]);
  });
});

describe("the root's Cargo.toml", () => {
  const root = (workspace: string, more = "") => `[workspace]\nmembers = ["*"]\n${workspace}${more}`;
  const versions = '[workspace.dependencies]\nserde = "1"\nlog = "1"\n';
  const crate = (name: string, rest = "") => `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;
  const files = {
    "Cargo.toml": root(versions),
    "core/Cargo.toml": crate("core", "[dependencies]\nserde = { workspace = true }\n"),
    "ui/Cargo.toml": crate("ui", '[dependencies]\ncore = { path = "../core" }\n'),
    "docs/Cargo.toml": crate("docs", "[dependencies]\nlog.workspace = true\n"),
  };

  it("touches the crates that inherit a changed entry", async () => {
    const bump = root(versions.replace('serde = "1"', 'serde = "2"'));
    expect(await impact(files, { "Cargo.toml": bump })).toEqual(["Cargo.toml", "core", "ui"]);
  });

  it("touches all crates for values that all may inherit", async () => {
    const edition = root(`${versions}[workspace.package]\nedition = "2024"\n`);
    expect(await impact(files, { "Cargo.toml": edition })).toEqual(["Cargo.toml", "core", "docs", "ui"]);
  });

  it.each([
    ["profiles", "[profile.test]\nopt-level = 1\n"],
    ["patches", '[patch.crates-io]\nserde = { git = "x" }\n'],
    ["the resolver", ""],
  ])("touches everything for %s", async (_what, more) => {
    const head = more === "" ? root('resolver = "3"\n', versions) : root(versions, more);
    expect(await impact(files, { "Cargo.toml": head })).toEqual(["unowned: Cargo.toml"]);
  });

  it("touches its own package for what that declares, but not for what chooses the resolver", async () => {
    const own = (rest: string) => `${crate("app", rest)}${root(versions)}`;
    const from = { ...files, "Cargo.toml": own("") };
    expect(await impact(from, { "Cargo.toml": own('description = "x"\n') })).toEqual(["Cargo.toml", "app"]);
    expect(await impact(from, { "Cargo.toml": own('edition = "2021"\n') })).toEqual(["unowned: Cargo.toml"]);
  });
});

describe("the root's go.mod and go.work", () => {
  const files = {
    "go.work": "go 1.22\nuse (\n\t.\n\t./core\n\t./docs\n)\n",
    "go.mod": "module ex/root\ngo 1.22\nrequire ex/core v1.0.0\n",
    "core/go.mod": "module ex/core\ngo 1.22\n",
    "docs/go.mod": "module ex/docs\ngo 1.22\n",
  };

  it("touches the module there for a local requirement, and all that share versions for another", async () => {
    const local = { "go.mod": "module ex/root\ngo 1.22\n" };
    expect(await impact(files, local)).toEqual(["ex/root", "go.work"]);
    const external = { "go.mod": `${files["go.mod"]}require ext.io/x v1.0.0\n` };
    expect(await impact(files, external)).toEqual(["ex/core", "ex/docs", "ex/root", "go.work"]);
    const { "go.work": _work, ...alone } = files;
    expect(await impact(alone, external)).toEqual(["ex/root", "go.mod"]);
  });

  it("touches everything for the toolchain", async () => {
    for (const line of ["go 1.23", "go 1.22\ntoolchain go1.23.0", "go 1.22\ngodebug x=1"]) {
      for (const path of ["go.mod", "go.work"] as const) {
        const head = { [path]: files[path].replace("go 1.22", line) };
        expect(await impact(files, head)).toEqual([`unowned: ${path}`]);
      }
    }
  });

  it("touches the modules that go.work begins or ceases to use, and everything for versions that it replaces", async () => {
    const drops = { "go.work": files["go.work"].replace("\t./docs\n", "") };
    expect(await impact(files, drops)).toEqual(["ex/docs", "go.work"]);
    const replaces = { "go.work": `${files["go.work"]}replace ext.io/x => ext.io/y v1.0.0\n` };
    expect(await impact(files, replaces)).toEqual(["unowned: go.work"]);
  });
});

describe("the root's pom.xml", () => {
  const pom = (artifact: string, rest = "") =>
    `<project><groupId>g</groupId><artifactId>${artifact}</artifactId>${rest}</project>`;
  const parent = "<parent><groupId>g</groupId><artifactId>root</artifactId></parent>";
  const modules =
    "<packaging>pom</packaging><modules><module>a</module><module>b</module><module>c</module></modules>";
  const files = {
    "pom.xml": pom("root", modules),
    "a/pom.xml": pom("a", parent),
    "b/pom.xml": pom(
      "b",
      "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies>",
    ),
    "c/pom.xml": pom("c"),
  };

  it("touches the modules that inherit from it, and what depends on these", async () => {
    const head = { "pom.xml": pom("root", `${modules}<properties><x>1</x></properties>`) };
    expect(await impact(files, head)).toEqual(["g:a", "g:b", "g:root", "pom.xml"]);
  });

  it("touches everything when it has build extensions", async () => {
    const head = { "pom.xml": pom("root", `${modules}<build><extensions></extensions></build>`) };
    expect(await impact(files, head)).toEqual(["unowned: pom.xml"]);
  });
});
