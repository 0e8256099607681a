/** Packages inside packages: which ecosystem counts the files of an inner package for the outer one. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

describe("modules of Maven inside a module", () => {
  const pom = (artifact: string, rest = "") =>
    `<project><groupId>g</groupId><artifactId>${artifact}</artifactId>${rest}</project>`;
  const files = {
    "pom.xml": pom(
      "root",
      "<packaging>pom</packaging><modules><module>outer</module><module>outer/middle/inner</module><module>set</module></modules>",
    ),
    "outer/pom.xml": pom("outer"),
    "outer/middle/inner/pom.xml": pom("inner"),
    "set/pom.xml": pom(
      "set",
      "<packaging>pom</packaging><modules><module>a</module><module>b</module></modules>",
    ),
    "set/a/pom.xml": pom("a", "<parent><groupId>g</groupId><artifactId>set</artifactId></parent>"),
    "set/b/pom.xml": pom("b", "<parent><groupId>g</groupId><artifactId>set</artifactId></parent>"),
  };
  const edit = { "outer/middle/inner/src/main/java/A.java": "new" };

  it("count for every module around them that has code", async () => {
    expect(await impact(files, edit)).toEqual(["g:inner", "g:outer"]);
  });

  it("do not count for a module that only lists them: it compiles and tests nothing", async () => {
    expect(await impact(files, { "set/a/src/main/java/A.java": "new" })).toEqual(["g:a"]);
  });

  it("count for a list of modules that runs plugins of its own", async () => {
    const plugins =
      "<build><plugins><plugin><artifactId>maven-assembly-plugin</artifactId></plugin></plugins></build>";
    const inherited = { "set/pom.xml": files["set/pom.xml"].replace("</project>", `${plugins}</project>`) };
    expect(await impact({ ...files, ...inherited }, { "set/a/A.java": "new" })).toEqual([
      "g:a",
      "g:b",
      "g:set",
    ]);
    const managed = `<build><pluginManagement>${plugins.slice(7, -8)}</pluginManagement></build>`;
    const only = { "set/pom.xml": files["set/pom.xml"].replace("</project>", `${managed}</project>`) };
    expect(await impact({ ...files, ...only }, { "set/a/A.java": "new" })).toEqual(["g:a"]);
  });
});

describe("modules of Go inside a module", () => {
  it("never count for it: a module excludes the modules inside it", async () => {
    const files = {
      "go.mod": "module ex/root\ngo 1.22\n",
      "outer/go.mod": "module ex/outer\ngo 1.22\n",
      "outer/inner/go.mod": "module ex/inner\ngo 1.22\n",
    };
    expect(await impact(files, { "outer/inner/a.go": "new" })).toEqual(["ex/inner"]);
  });
});

describe("crates inside a crate", () => {
  const crate = (name: string, rest = "") => `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;
  const files = {
    "Cargo.toml": '[workspace]\nmembers = ["outer", "outer/inner"]\n',
    "outer/Cargo.toml": crate("outer"),
    "outer/src/lib.rs": "pub mod a;",
    "outer/inner/Cargo.toml": crate("inner"),
    "outer/inner/src/lib.rs": "one",
    "outer/inner/data.txt": "one",
  };
  const edit = { "outer/inner/src/lib.rs": "two" };

  it("do not count for it as such", async () => {
    expect(await impact(files, edit)).toEqual(["inner"]);
  });

  it.each([
    ["#[path]", "outer/src/lib.rs", '#[path = "../inner/src/lib.rs"]\nmod inner;'],
    ["include!", "outer/src/a/b.rs", 'include!(\n    "../../inner/src/lib.rs"\n);'],
    [
      "include_str! from the manifest",
      "outer/src/lib.rs",
      'include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/inner/src/lib.rs"))',
    ],
    ["include_bytes!", "outer/tests/t.rs", 'const X: &[u8] = include_bytes!("../inner/data.txt");'],
    ["a path in build.rs", "outer/build.rs", 'println!("cargo::rerun-if-changed=x"); read("inner/src");'],
    ["a folder in build.rs", "outer/build.rs", 'let dir = root.join("inner");'],
  ])("count for it with %s", async (_means, path, text) => {
    expect(await impact({ ...files, [path]: text }, edit)).toEqual(["inner", "outer"]);
  });

  it.each([
    ["include", crate("outer", 'include = ["src/**", "/inner/**"]\n')],
    ["the path of a test", crate("outer", '[[test]]\nname = "t"\npath = "inner/src/lib.rs"\n')],
    ["the path of the library", crate("outer", '[lib]\npath = "inner/src/lib.rs"\n')],
    ["the path of the build script", crate("outer", 'build = "inner/src/lib.rs"\n')],
  ])("count for it with %s in its manifest", async (_means, text) => {
    expect(await impact({ ...files, "outer/Cargo.toml": text }, edit)).toEqual(["inner", "outer"]);
  });

  it("that are newly included are named, and so is the other end when it is changed together", async () => {
    const includes = { "outer/src/lib.rs": 'include!("../inner/src/lib.rs");' };
    expect(await impact(files, includes)).toEqual(["inner", "outer"]);
  });
});
