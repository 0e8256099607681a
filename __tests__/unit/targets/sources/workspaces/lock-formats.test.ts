/** Lock files in more forms: transitive bumps, what the root of yarn or pnpm decides, Cargo, bun and Go. */
import { describe, expect, it } from "@jest/globals";
import { whoSees } from "../../../../../src/targets/sources/workspaces/lock-changes.js";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

const manifest = (name: string, dependencies: Files = {}, more: object = {}) =>
  JSON.stringify({ name, dependencies, ...more });

describe("a transitive bump", () => {
  it("is followed in each of the two files", () => {
    const side = (version: string) => ({
      importers: new Map([
        ["a", { content: "a", dependencies: ["express"] }],
        ["b", { content: "b", dependencies: ["ms"] }],
      ]),
      nodes: new Map([
        ["express", { content: "1", dependencies: [`qs@${version}`] }],
        [`qs@${version}`, { content: version, dependencies: [] }],
        ["ms", { content: "1", dependencies: [] }],
      ]),
      rest: "",
      sharesRoot: true,
      spreads: false,
    });
    expect(whoSees(side("1"), side("2"))).toEqual({ directories: new Set(["a"]), doubts: [] });
  });
});

describe("yarn.lock of yarn 2 and later", () => {
  const entry = (key: string, dependencies: Files = {}, checksum = "10c0/1") =>
    [
      `${JSON.stringify(key)}:`,
      "  version: 1.0.0",
      `  resolution: ${JSON.stringify(key.split(", ")[0])}`,
      ...(Object.keys(dependencies).length === 0
        ? []
        : [
            "  dependencies:",
            ...Object.entries(dependencies).map(
              ([name, range]) => `    ${JSON.stringify(name)}: ${JSON.stringify(range)}`,
            ),
          ]),
      `  checksum: ${checksum}`,
    ].join("\n");
  const member = (name: string, place: string, dependencies: Files = {}) =>
    entry(`${name}@workspace:${place}`, dependencies).replace(/\n {2}checksum.*/, "");
  const files = (lock: readonly string[], resolutions: Files = {}) => ({
    "package.json": JSON.stringify({ name: "fx", private: true, workspaces: ["packages/*"], resolutions }),
    "packages/core/package.json": manifest("core", { left: "^1.0.0" }),
    "packages/docs/package.json": manifest("docs", { right: "^1.0.0" }),
    "yarn.lock": ["__metadata:\n  version: 8", member("fx", "."), ...lock].join("\n\n"),
  });

  async function changing(before: string, after: string, ...rest: Parameters<typeof files>) {
    const from = files(...rest);
    expect(from["yarn.lock"]).toContain(before);
    return impact(from, { "yarn.lock": from["yarn.lock"].replace(before, after) });
  }

  it("follows what resolutions choose, instead of the entry of the requested range", async () => {
    const lock = [
      member("core", "packages/core", { left: "^1.0.0" }),
      member("docs", "packages/docs", { right: "^1.0.0" }),
      entry("left@npm:^1.0.0", { shared: "^1.0.0" }),
      entry("right@npm:^1.0.0"),
      entry("shared@npm:^1.0.0"),
      entry("shared@npm:^2.0.0", {}, "10c0/two"),
      entry("other@npm:^1.0.0", { shared: "^1.0.0" }),
    ];
    const changed = await changing("10c0/two", "10c0/three", lock, { "left/shared": "^2.0.0" });
    expect(changed).toEqual(["core", "yarn.lock"]);
  });

  it("follows a resolution of a range that no entry has", async () => {
    const lock = [
      member("core", "packages/core", { left: "^1.0.0" }),
      member("docs", "packages/docs"),
      entry("left@npm:^1.0.0", { "@types/node": "*" }),
      entry("@types/node@npm:18.x", {}, "10c0/two"),
    ];
    expect(await changing("10c0/two", "10c0/three", lock, { "@types/node": "18.x" })).toEqual([
      "core",
      "yarn.lock",
    ]);
  });

  it.each([
    ["patch:", "left@patch:left@npm%3A^1.0.0#optional!builtin<compat/left>", "^1.0.0"],
    ["catalog:", "left@npm:^3.0.0", "catalog:"],
    ["link:", "left@link:../left::locator=core%40workspace%3Apackages%2Fcore", "link:../left"],
    ["portal:", "left@portal:../left::locator=core%40workspace%3Apackages%2Fcore", "portal:../left"],
  ])("follows %s", async (_protocol, key, range) => {
    const lock = [
      member("core", "packages/core", { left: range }),
      member("docs", "packages/docs", { right: "^1.0.0" }),
      entry("left@npm:^1.0.0"),
      entry(key, {}, "10c0/two"),
      entry("right@npm:^1.0.0"),
    ].filter((text) => range === "^1.0.0" || !text.startsWith('"left@npm:^1.0.0"'));
    expect(await changing("10c0/two", "10c0/three", lock)).toEqual(["core", "yarn.lock"]);
  });
});

describe("another range of the root with the same version", () => {
  const root = (range: string) =>
    JSON.stringify({ name: "fx", workspaces: ["packages/*"], devDependencies: { tool: range } });
  const FORMS: Readonly<Record<string, (range: string, version: string) => string>> = {
    "yarn.lock of yarn 1": (range, version) =>
      `# yarn lockfile v1\n\nms@^2.0.0:\n  version "2.0.0"\n\n"alias@npm:tool@^1.0.0", tool@${range}:\n  version "${version}"\n  dependencies:\n    ms "^2.0.0"\n`,
    "yarn.lock of yarn 4": (range, version) =>
      [
        "__metadata:\n  version: 8",
        `"fx@workspace:.":\n  version: 0.0.0-use.local\n  resolution: "fx@workspace:."\n  dependencies:\n    tool: "npm:${range}"\n  linkType: soft`,
        '"core@workspace:packages/core":\n  version: 0.0.0-use.local\n  resolution: "core@workspace:packages/core"\n  dependencies:\n    alias: "npm:tool@^1.0.0"\n  linkType: soft',
        `"alias@npm:tool@^1.0.0, tool@npm:${range}":\n  version: ${version}\n  resolution: "tool@npm:${version}"\n  dependencies:\n    ms: "npm:^2.0.0"\n  linkType: hard`,
        '"ms@npm:^2.0.0":\n  version: 2.0.0\n  resolution: "ms@npm:2.0.0"\n  linkType: hard',
      ].join("\n\n"),
    "bun.lock": (range, version) =>
      JSON.stringify({
        lockfileVersion: 1,
        workspaces: {
          "": { name: "fx", devDependencies: { tool: range } },
          "packages/core": { name: "core", dependencies: { alias: "npm:tool@^1.0.0" } },
        },
        packages: {
          alias: [`tool@${version}`, "", { dependencies: { ms: "^2.0.0" } }, "x"],
          ms: ["ms@2.0.0", "", {}, "x"],
          tool: [`tool@${version}`, "", { dependencies: { ms: "^2.0.0" } }, "x"],
        },
      }),
  };
  const filesOf = (form: string, range: string, version: string): Files => ({
    "package.json": root(range),
    "packages/core/package.json": manifest("core", { alias: "npm:tool@^1.0.0" }),
    "packages/docs/package.json": manifest("docs"),
    [form.replace(/ .*/, "")]: FORMS[form]?.(range, version) ?? "",
  });

  it.each(Object.keys(FORMS))("concerns its package alone, by %s", async (form) => {
    const lock = form.replace(/ .*/, "");
    const base = filesOf(form, "^1.0.0", "1.2.0");
    expect(await impact(base, filesOf(form, "^1.1.0", "1.2.0"))).toEqual(["fx", lock].sort());
  });

  it.each(Object.keys(FORMS))("concerns all if the version differs, by %s", async (form) => {
    const lock = form.replace(/ .*/, "");
    const found = await impact(filesOf(form, "^1.0.0", "1.2.0"), filesOf(form, "^1.1.0", "1.3.0"));
    expect(found).toEqual(expect.arrayContaining([`unowned: ${lock}`]));
  });

  it("concerns all if yarn 1 has no entry for it", async () => {
    const base = filesOf("yarn.lock of yarn 1", "^1.0.0", "1.2.0");
    const lock = base["yarn.lock"]?.replace('version "2.0.0"', 'version "2.0.1"') ?? "";
    const found = await impact(base, { "package.json": root("^1.1.0"), "yarn.lock": lock });
    expect(found).toEqual(expect.arrayContaining(["unowned: package.json", "unowned: yarn.lock"]));
  });
});

describe("pnpm-lock.yaml with catalogs", () => {
  it("concerns the packages that get another version, not all", async () => {
    const lock = (version: string) =>
      `lockfileVersion: '9.0'
catalogs:
  default:
    ms: { specifier: ${version}, version: ${version} }
importers:
  .: {}
  packages/core:
    dependencies:
      ms: { specifier: 'catalog:', version: ${version} }
  packages/docs: {}
packages:
  ms@${version}: { resolution: { integrity: x } }
snapshots:
  ms@${version}: {}
`;
    const files = {
      "package.json": manifest("fx"),
      "pnpm-workspace.yaml": 'packages: ["packages/*"]\n',
      "packages/core/package.json": manifest("core", { ms: "catalog:" }),
      "packages/docs/package.json": manifest("docs"),
      "pnpm-lock.yaml": lock("2.1.2"),
    };
    expect(await impact(files, { "pnpm-lock.yaml": lock("2.1.3") })).toEqual(["core", "pnpm-lock.yaml"]);
  });
});

describe("Cargo.lock", () => {
  const crate = (name: string, rest = "") => `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;
  const ours = (name: string, dependencies: readonly string[]) =>
    `[[package]]\nname = "${name}"\nversion = "0.1.0"\ndependencies = ${JSON.stringify(dependencies)}\n`;
  const theirs = (name: string, version: string, dependencies: readonly string[] = []) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+x"\nchecksum = "${name}-${version}"\ndependencies = ${JSON.stringify(dependencies)}\n`;
  const lock = (...packages: readonly string[]) => `version = 4\n\n${packages.join("\n")}`;
  const files = {
    "Cargo.toml": '[workspace]\nmembers = ["*"]\n',
    "web/Cargo.toml": crate("web", '[dependencies]\nhyper = "1"\n'),
    "app/Cargo.toml": crate("app", '[dependencies]\nweb = { path = "../web" }\n'),
    "cli/Cargo.toml": crate("cli", '[dependencies]\nbytes = "1"\n'),
    "docs/Cargo.toml": crate("docs"),
  };
  const members = [ours("web", ["hyper"]), ours("app", ["web"]), ours("cli", ["bytes"]), ours("docs", [])];
  const before = lock(...members, theirs("hyper", "1.0.0", ["bytes"]), theirs("bytes", "1.0.0"));

  it("concerns the crates that reach a changed one", async () => {
    const after = lock(...members, theirs("hyper", "1.0.0", ["bytes"]), theirs("bytes", "1.1.0"));
    const changed = await impact({ ...files, "Cargo.lock": before }, { "Cargo.lock": after });
    expect(changed).toEqual(["Cargo.toml", "app", "cli", "web"]);
  });

  it("concerns also those that share a dependency of it, which may get other features", async () => {
    const after = lock(...members, theirs("hyper", "1.1.0", ["bytes"]), theirs("bytes", "1.0.0"));
    const changed = await impact({ ...files, "Cargo.lock": before }, { "Cargo.lock": after });
    expect(changed).toEqual(["Cargo.toml", "app", "cli", "web"]);
    const alone = lock(...members, theirs("hyper", "1.0.0"), theirs("bytes", "1.0.0"));
    const bumped = lock(...members, theirs("hyper", "1.1.0"), theirs("bytes", "1.0.0"));
    expect(await impact({ ...files, "Cargo.lock": alone }, { "Cargo.lock": bumped })).toEqual([
      "Cargo.toml",
      "app",
      "web",
    ]);
  });

  it("tells two versions of one crate apart", async () => {
    const two = (old: string) =>
      lock(
        ours("web", ["hyper"]),
        ours("app", ["web"]),
        ours("cli", ["bytes 2.0.0"]),
        ours("docs", []),
        theirs("hyper", "1.0.0", ["bytes 1.0.0"]),
        theirs("bytes", "1.0.0").replace("bytes-1.0.0", old),
        theirs("bytes", "2.0.0"),
      );
    const changed = await impact({ ...files, "Cargo.lock": two("x") }, { "Cargo.lock": two("y") });
    expect(changed).toEqual(["Cargo.toml", "app", "web"]);
  });

  it("concerns all where it has another form, cannot be read, or is new", async () => {
    const from = { ...files, "Cargo.lock": before };
    for (const text of [before.replace("version = 4", "version = 3"), "[", 'version = 4\npackage = "x"\n']) {
      expect(await impact(from, { "Cargo.lock": text })).toEqual(["unowned: Cargo.lock"]);
    }
    expect(await impact(files, { "Cargo.lock": before })).toEqual(["unowned: Cargo.lock"]);
  });

  it("concerns a crate that it does not list, whatever changes", async () => {
    const [web = "", app = "", cli = ""] = members;
    const stale = (version: string) =>
      lock(web, app, cli, theirs("hyper", "1.0.0"), theirs("bytes", version));
    const changed = await impact({ ...files, "Cargo.lock": stale("1") }, { "Cargo.lock": stale("2") });
    expect(changed).toEqual(["Cargo.toml", "cli", "docs"]);
  });
});

describe("bun.lock", () => {
  const lock = (ms: string, more = "") => `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "fx", },
    "packages/core": { "name": "core", "dependencies": { "debug": "^4.0.0", }, },
    "packages/docs": { "name": "docs", "dependencies": { "ms": "^1.0.0", "core": "workspace:*", }, },
    "packages/site": { "name": "site", },
  },${more}
  "packages": {
    "core": ["core@workspace:packages/core"],
    "debug": ["debug@4.3.4", "", { "dependencies": { "ms": "2.1.2" } }, "sha512-debug"],
    "ms": ["ms@1.0.0", "", {}, "sha512-one"],
    "debug/ms": ["ms@2.1.2", "", {}, "${ms}"],
  },
}
`;
  const files = {
    "package.json": '{"name":"fx","workspaces":["packages/*"]}',
    "packages/core/package.json": manifest("core", { debug: "^4.0.0" }),
    "packages/docs/package.json": manifest("docs", { ms: "^1.0.0" }),
    "packages/site/package.json": manifest("site"),
    "bun.lock": lock("sha512-two"),
  };

  it("concerns the packages that reach what changed, as it is installed for them", async () => {
    expect(await impact(files, { "bun.lock": lock("sha512-three") })).toEqual(["bun.lock", "core"]);
    const one = files["bun.lock"].replace("sha512-one", "sha512-other");
    expect(await impact(files, { "bun.lock": one })).toEqual(["bun.lock", "docs"]);
  });

  it("concerns all where its settings, its version or the root's own tools change, or it cannot be read", async () => {
    for (const text of [
      lock("sha512-two", '\n  "trustedDependencies": ["debug"],'),
      files["bun.lock"].replace('"lockfileVersion": 1', '"lockfileVersion": 9'),
      files["bun.lock"].replace('"name": "fx",', '"name": "fx", "dependencies": { "ms": "1" },'),
      "{",
    ]) {
      expect(await impact(files, { "bun.lock": text })).toEqual(["unowned: bun.lock"]);
    }
  });
});

describe("go.sum at the root", () => {
  it("concerns the module there, or all modules of a go.work", async () => {
    const modules = {
      "go.mod": "module ex/root\ngo 1.22\n",
      "go.sum": "a v1 h1:x\n",
      "core/go.mod": "module ex/core\ngo 1.22\n",
    };
    expect(await impact(modules, { "go.sum": "a v2 h1:y\n" })).toEqual(["ex/root", "go.mod"]);
    const work = {
      ...modules,
      "go.work": "go 1.22\nuse (\n\t.\n\t./core\n)\n",
      "go.work.sum": "a v1 h1:x\n",
    };
    for (const path of ["go.sum", "go.work.sum"]) {
      expect(await impact(work, { [path]: "a v2 h1:y\n" })).toEqual(["ex/core", "ex/root", "go.work"]);
    }
  });
});
