/** Packages that share a name, and crates that Cargo itself leaves out of a workspace. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

function manifest(name: string, dependencies: Files = {}): string {
  return JSON.stringify({ name, dependencies });
}

function crate(name: string, rest = ""): string {
  return `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;
}

describe("two packages of one name", () => {
  const files = {
    "package.json": '{"workspaces":["packages/*","examples/*"]}',
    "packages/one/package.json": manifest("fixture", { left: "1" }),
    "packages/two/package.json": manifest("fixture", { right: "2" }),
    "packages/core/package.json": manifest("core"),
  };

  it("add nothing to the list of a change elsewhere", async () => {
    expect(await impact(files, { "packages/core/a.js": "new" })).toEqual(["core"]);
  });

  it("of one manifest in two workspaces add nothing either", async () => {
    const nested = {
      ...files,
      "package.json": '{"workspaces":["packages/*","packages/core/inner"]}',
      "packages/core/package.json": '{"name":"core","workspaces":["inner"]}',
      "packages/core/inner/package.json": manifest("inner", { left: "1" }),
      "packages/other/package.json": manifest("other"),
    };
    expect(await impact(nested, { "packages/other/a.js": "new" })).toEqual(["other"]);
  });

  it("still share the target of resolution when one of them requests a new name", async () => {
    const asks = { "packages/two/package.json": manifest("fixture", { right: "2", fresh: "1" }) };
    expect(await impact(files, asks)).toEqual(["fixture", "package.json"]);
  });

  it("share it when one takes the name of the other", async () => {
    const takes = { "packages/core/package.json": manifest("fixture") };
    expect(await impact(files, takes)).toEqual(["core", "fixture", "package.json"]);
  });
});

describe("a crate and an npm package of one name", () => {
  const files: Files = {
    "package.json": '{"workspaces":["js/*"]}',
    "js/core/package.json": manifest("core"),
    "js/core/a.js": "1",
    "js/web/package.json": manifest("web", { core: "*" }),
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/core/Cargo.toml": crate("core"),
    "crates/core/src/lib.rs": "1",
    "crates/tool/Cargo.toml": crate("tool", '[dependencies]\ncore = { path = "../core" }\n'),
  };

  it("have their name in common, and a change of the crate also counts for the dependents of the package", async () => {
    expect(await impact(files, { "js/core/a.js": "2" })).toEqual(["core", "web"]);
    expect(await impact(files, { "crates/core/src/lib.rs": "2" })).toEqual(["core", "tool", "web"]);
  });

  it("have the same dependents if the package names the crate's path", async () => {
    const linked = {
      ...files,
      "js/core/package.json": manifest("core", { native: "file:../../crates/core" }),
    };
    expect(await impact(linked, { "js/core/a.js": "2" })).toEqual(["core", "web"]);
    expect(await impact(linked, { "crates/core/src/lib.rs": "2" })).toEqual(["core", "tool", "web"]);
  });

  it("have the name that the list of the only one has, also where the other one comes or goes", async () => {
    const { "crates/core/Cargo.toml": second = "", ...only } = files;
    const edited = await impact(only, { "js/core/a.js": "2" });
    expect(edited).toEqual(["core", "web"]);
    const comes = await impact(only, { "crates/core/Cargo.toml": second });
    expect(comes).toEqual(expect.arrayContaining(["core", "tool", "web"]));
    const goes = await impact(files, { "crates/core/Cargo.toml": null, "crates/core/src/lib.rs": null });
    expect(goes).toEqual(expect.arrayContaining(["core", "tool", "web"]));
  });

  it("are found by the lock file of each", async () => {
    const locked = {
      ...files,
      "crates/tool/Cargo.toml": crate("tool"),
      "Cargo.lock":
        'version = 4\n[[package]]\nname = "core"\nversion = "0.1.0"\ndependencies = ["x"]\n[[package]]\nname = "tool"\nversion = "0.1.0"\n[[package]]\nname = "x"\nversion = "1.0.0"\nsource = "r"\n',
    };
    const bumped = locked["Cargo.lock"].replace('"1.0.0"', '"1.0.1"');
    expect(await impact(locked, { "Cargo.lock": bumped })).toEqual(["Cargo.toml", "core", "web"]);
  });

  it("both count for an extra edge that names them", async () => {
    const base = MemoryTree.of(files);
    const { signal } = new AbortController();
    const context = { base, head: base, changed: [], checkout: null, signal };
    const source = workspacesSource();
    const dependents = await source.dependents?.(context, new Set(["core"]));
    expect([...(dependents?.keys() ?? [])].sort()).toEqual(["tool", "web"]);
    expect([...((await source.knownNames?.(context)) ?? [])].sort()).toEqual([".", "core", "tool", "web"]);
    expect(await source.owners?.(context, "crates/core/src/lib.rs")).toEqual(["core"]);
  });
});

describe("a package whose native part is the crate of its name", () => {
  const crates: Files = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/foo/Cargo.toml": crate("foo"),
    "crates/foo/src/lib.rs": "1",
    "crates/tool/Cargo.toml": crate("tool", '[dependencies]\nfoo = { path = "../foo" }\n'),
  };
  const python: Files = {
    ...crates,
    "py/foo/pyproject.toml":
      '[project]\nname = "foo"\n[tool.maturin]\nmanifest-path = "../../crates/foo/Cargo.toml"\n',
    "py/foo/a.py": "1\n",
    "py/bar/pyproject.toml": '[project]\nname = "bar"\ndependencies = ["foo"]\n',
    "py/bar/a.py": "1\n",
  };
  const npm: Files = {
    ...crates,
    "package.json": '{"workspaces":["js/*"]}',
    "js/foo/package.json": JSON.stringify({
      name: "foo",
      scripts: { build: "wasm-pack build ../../crates/foo" },
    }),
    "js/foo/a.js": "1",
    "js/bar/package.json": manifest("bar", { foo: "*" }),
  };

  it.each([
    ["Python", python, "py/foo/a.py"],
    ["npm", npm, "js/foo/a.js"],
  ])(
    "counts of %s, with its dependents, for a change of the crate, and not the other way around",
    async (_of, files, own) => {
      expect(await impact(files, { "crates/foo/src/lib.rs": "2" })).toEqual(["bar", "foo", "tool"]);
      expect(await impact(files, { [own]: "2" })).toEqual(["bar", "foo"]);
    },
  );

  it("adds no edge between packages of other ecosystems", async () => {
    const { "crates/foo/Cargo.toml": _, ...files } = { ...npm, ...python };
    expect(await impact(files, { "js/foo/a.js": "2" })).toEqual(["bar", "foo"]);
    const apart = { ...files, "js/bar/package.json": manifest("web", { foo: "*" }) };
    expect(await impact(apart, { "py/foo/a.py": "2" })).toEqual(["bar", "foo"]);
    expect(await impact(apart, { "js/foo/a.js": "2" })).toEqual(["foo", "web"]);
  });
});

describe("a crate outside the root's directory", () => {
  const files = {
    "app/Cargo.toml": `${crate("app", '[dependencies]\nshared = { path = "../shared" }\n')}[workspace]\n`,
    "shared/Cargo.toml": `${crate("shared", "[dependencies]\nserde = { version = '1', features = ['a'] }\n")}[workspace]\nmembers = ["inner"]\n`,
    "shared/inner/Cargo.toml": crate("inner"),
    "app/src/lib.rs": "app",
    "shared/src/lib.rs": "shared",
  };

  it("is a member of its own workspace only, so the features it requests leave the other one alone", async () => {
    const features = files["shared/Cargo.toml"].replace("'a'", "'a', 'b'");
    expect(await impact(files, { "shared/Cargo.toml": features })).toEqual([
      "app",
      "inner",
      "shared",
      "shared/Cargo.toml",
    ]);
    const ours = files["app/Cargo.toml"].replace("[workspace]", 'log = { version = "1" }\n[workspace]');
    expect(await impact(files, { "app/Cargo.toml": ours })).toEqual(["app", "app/Cargo.toml"]);
  });

  it("still has dependents across the border", async () => {
    expect(await impact(files, { "shared/src/lib.rs": "new" })).toEqual(["app", "shared"]);
  });

  it("is a member where its manifest names the root", async () => {
    const named = {
      ...files,
      "shared/Cargo.toml": `${crate("shared", "")}workspace = "../app"\n`,
    };
    expect(await impact(named, { "shared/src/lib.rs": "new" })).toEqual(["app", "shared"]);
  });

  it("is no target when it has no workspace, and its code counts for its users", async () => {
    const loose = { ...files, "shared/Cargo.toml": crate("shared") };
    expect(await impact(loose, { "app/src/lib.rs": "new" })).toEqual(["app"]);
    expect(await impact(loose, { "shared/src/lib.rs": "new" })).toEqual(["app", "shared"]);
  });
});

describe("a crate that the root excludes", () => {
  it("is no member, also where a member depends on it by path", async () => {
    const files = {
      "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\nexclude = ["out"]\n',
      "a/Cargo.toml": crate("a", '[dependencies]\nout = { path = "../out" }\n'),
      "b/Cargo.toml": crate("b"),
      "out/Cargo.toml": `${crate("out", "[dependencies]\nserde = { version = '1', features = ['x'] }\n")}[workspace]\n`,
    };
    const features = files["out/Cargo.toml"].replace("'x'", "'y'");
    expect(await impact(files, { "out/Cargo.toml": features })).not.toContain("b");
    expect(await impact(files, { "out/src/lib.rs": "new" })).toEqual(["a", "out"]);
  });
});
