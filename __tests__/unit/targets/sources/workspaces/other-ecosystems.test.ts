/** Workspaces of Cargo, Go and Maven, and several of them side by side in one repository. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

describe("Cargo workspaces", () => {
  const crate = (name: string, rest = "") => `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;
  const files = {
    "Cargo.toml":
      '[workspace]\nmembers = ["crates/*"]\nexclude = ["crates/out"]\n[workspace.dependencies]\ncore = { path = "crates/core" }\n',
    "Cargo.lock": "1",
    "crates/core/Cargo.toml": crate("core"),
    "crates/core/src/lib.rs": "core",
    "crates/ui/Cargo.toml": crate("ui", "[dependencies]\ncore = { workspace = true }\n"),
    "crates/api/Cargo.toml": crate(
      "api",
      '[target."cfg(unix)".dev-dependencies]\nshort = { path = "../core", package = "core" }\n',
    ),
    "crates/web/Cargo.toml": crate("web", "[build-dependencies]\nui.path = '../ui'\n"),
    "crates/docs/Cargo.toml": crate("docs"),
    "crates/out/Cargo.toml": crate("out"),
  };

  it("are closed over dependencies of every kind", async () => {
    expect(await impact(files, { "crates/core/src/lib.rs": "new" })).toEqual(["api", "core", "ui", "web"]);
  });

  it("leave a lock file that cannot be read and what is excluded to nobody", async () => {
    const changes = {
      "Cargo.lock": "2",
      "Cargo.toml": `${files["Cargo.toml"]}# new`,
      "crates/out/src/lib.rs": "x",
    };
    expect(await impact(files, changes)).toEqual([
      "Cargo.toml",
      "unowned: Cargo.lock",
      "unowned: crates/out/src/lib.rs",
    ]);
  });

  it("take in what a member depends on by path, wherever it stands, and name its former owner", async () => {
    const inside = { ...files, "crates/core/vendored/Cargo.toml": crate("vendored") };
    const uses = crate("docs", '[dependencies]\nvendored = { path = "../core/vendored" }\n');
    expect(await impact(inside, { "crates/docs/Cargo.toml": uses })).toEqual([
      "Cargo.toml",
      "api",
      "core",
      "docs",
      "ui",
      "vendored",
      "web",
    ]);
  });

  it("leave a patch to itself where no crate can use what it replaces", async () => {
    const patched = `${files["Cargo.toml"]}[patch.crates-io]\ndocs = { path = "crates/docs" }\n`;
    const impacted = await impact({ ...files, "Cargo.toml": patched }, { "crates/docs/x": "new" });
    expect(impacted).toEqual(["docs"]);
  });

  it("have a package at the root that owns its own folders", async () => {
    const root = `${crate("app", '[dependencies]\ncore = { path = "crates/core" }\n')}${files["Cargo.toml"]}`;
    expect(
      await impact({ ...files, "Cargo.toml": root }, { "src/main.rs": "new", "scripts/x": "new" }),
    ).toEqual(["app", "unowned: scripts/x"]);
  });

  it("leave a workspace of its own inside a crate to both", async () => {
    const fuzz = `${crate("fuzz", '[dependencies]\napi = { path = "../../api" }\n')}[workspace]\n`;
    const inside = { ...files, "crates/docs/fuzz/Cargo.toml": fuzz };
    expect(await impact(inside, { "crates/docs/fuzz/fuzz_targets/one.rs": "new" })).toEqual(["docs", "fuzz"]);
    expect(await impact(inside, { "crates/api/src/lib.rs": "new" })).toEqual(["api", "fuzz"]);
  });

  it("with a member that cannot be read make everything count; what is no member is looked over", async () => {
    const changes = { "crates/core/src/lib.rs": "new" };
    expect(await impact({ ...files, "crates/ui/Cargo.toml": "[" }, changes)).toEqual([
      "ALL: crates/ui/Cargo.toml: it is not TOML",
    ]);
    expect(await impact({ ...files, "crates/ui/Cargo.toml": "[package]\n" }, changes)).toEqual([
      "ALL: crates/ui/Cargo.toml: its package has no name",
    ]);
    expect(await impact({ ...files, "crates/core/tests/bad/Cargo.toml": "[" }, changes)).toContain("ui");
  });
});

describe("Go modules", () => {
  const files = {
    "go.work": "go 1.22\n\nuse (\n\t./core // the core\n\t./ui\n\t./docs\n)\n",
    "core/go.mod": "module example.com/core\n",
    "core/a.go": "package core",
    "ui/go.mod": 'module "example.com/ui"\n\nrequire(\n\texample.com/core v1.0.0 // indirect\n)\n',
    "docs/go.mod":
      "module example.com/docs\nrequire example.com/other v1.0.0\nreplace example.com/other v1.0.0 => ../ui\n",
    "unused/go.mod": "module example.com/unused\n",
  };

  it("are those that go.work uses, closed over requirements and replacements", async () => {
    expect(await impact(files, { "core/a.go": "new", "unused/a.go": "new", "go.work": "new" })).toEqual([
      "example.com/core",
      "example.com/docs",
      "example.com/ui",
      "unowned: go.work",
      "unowned: unused/a.go",
    ]);
  });

  it("are all without a go.work, the one at the root owning its code", async () => {
    const modules = {
      "go.mod": "module example.com/root\n",
      "core/go.mod": files["core/go.mod"],
      "ui/go.mod": files["ui/go.mod"],
      "docs/go.mod": files["docs/go.mod"],
    };
    const changes = {
      "cmd/main.go": "new",
      "config/x.yaml": "new",
      "core/testdata/x": "new",
      "go.sum": "new",
    };
    expect(await impact(modules, changes)).toEqual([
      "example.com/core",
      "example.com/docs",
      "example.com/root",
      "example.com/ui",
      "unowned: config/x.yaml",
      "unowned: go.sum",
    ]);
  });

  it("that go.work replaces are depended on by all", async () => {
    const replaced = { ...files, "go.work": `${files["go.work"]}replace example.com/far => ./docs\n` };
    expect(await impact(replaced, { "docs/x.go": "new" })).toEqual([
      "example.com/core",
      "example.com/docs",
      "example.com/ui",
    ]);
  });

  it("that cannot be read make everything count, but for those that tests bring along", async () => {
    const changes = { "core/a.go": "new" };
    for (const [text, rule] of Object.entries({
      "require (": "a parenthesis is never closed",
      "replace x ../y": "a replacement has no target",
      'module "\\x"': "it cannot be read",
    })) {
      expect(await impact({ ...files, "ui/go.mod": text }, changes)).toEqual([`ALL: ui/go.mod: ${rule}`]);
      expect(await impact({ ...files, "core/testdata/m/go.mod": text }, changes)).toContain("example.com/ui");
    }
  });
});

describe("Maven modules", () => {
  const pom = (artifact: string, rest = "", group = "<groupId>org.x</groupId>") =>
    `<?xml version="1.0"?>\n<!-- a module --><project xmlns="http://maven.apache.org/POM/4.0.0" a='>'>${group}<artifactId>${artifact}</artifactId>${rest}</project>`;
  const dependency = (artifact: string, more = "") =>
    `<dependency><groupId>org.x</groupId><artifactId>${artifact}</artifactId>${more}</dependency>`;
  const managed = `<dependencyManagement><dependencies>${dependency("docs")}</dependencies></dependencyManagement>`;
  const files = {
    "pom.xml": pom(
      "root",
      `<modules><module>core</module><module>group</module><module>docs</module></modules>${managed}`,
    ),
    "core/pom.xml": pom(
      "core_${scala.version}",
      "<parent><groupId>org.x</groupId><artifactId>root</artifactId></parent>",
      "",
    ),
    "docs/pom.xml": pom("docs"),
    "group/pom.xml": pom(
      "group",
      "<packaging>pom</packaging><modules><module> ui </module><module>../tools/pom-tools.xml</module></modules>",
    ),
    "group/ui/pom.xml": pom("ui", `<dependencies>${dependency("core_2.13")}</dependencies>`),
    "tools/pom-tools.xml": pom(
      "tools",
      "<build><plugins><plugin><artifactId>ui</artifactId><empty/></plugin></plugins></build>",
    ),
    "stray/pom.xml": pom("stray"),
  };

  it("are those the root lists, closed over parents, dependencies and plugins", async () => {
    expect(await impact(files, { "core/src/A.java": "new" })).toEqual([
      "org.x:core_${scala.version}",
      "org.x:tools",
      "org.x:ui",
    ]);
    expect(await impact(files, { "src/main/A.java": "new" })).toEqual([
      "org.x:core_${scala.version}",
      "org.x:root",
      "org.x:tools",
      "org.x:ui",
    ]);
  });

  it("do not depend on what is only managed or excluded", async () => {
    expect(await impact(files, { "docs/src/A.java": "new" })).toEqual(["org.x:docs"]);
    const excluding = dependency(
      "core_2.13",
      `<exclusions><exclusion><groupId>org.x</groupId><artifactId>docs</artifactId></exclusion></exclusions>`,
    );
    const excluded = { ...files, "group/ui/pom.xml": pom("ui", `<dependencies>${excluding}</dependencies>`) };
    expect(await impact(excluded, { "docs/src/A.java": "new" })).toEqual(["org.x:docs"]);
  });

  it("depend on what their imports manage", async () => {
    const importing = `<dependencyManagement><dependencies>${dependency("docs", "<scope>import</scope>")}</dependencies></dependencyManagement>`;
    const from = { ...files, "group/ui/pom.xml": pom("ui", importing) };
    expect(await impact(from, { "docs/src/A.java": "new" })).toEqual([
      "org.x:docs",
      "org.x:tools",
      "org.x:ui",
    ]);
  });

  it("leave what nobody lists to nobody", async () => {
    expect(await impact(files, { "stray/A.java": "new" })).toEqual(["unowned: stray/A.java"]);
  });

  it("that cannot be read make everything count", async () => {
    for (const [text, rule] of Object.entries({
      "<project>": "it is not well-formed XML",
      "<project></other>": "it is not well-formed XML",
      "<!DOCTYPE project [<!ENTITY x 'y'>]><project/>":
        "it is not XML that can be read without its document type",
      "<project><artifactId> </artifactId></project>": "it defines no project",
      [`<project>${"<a>".repeat(300)}`]: "it is nested too deeply",
      "": "it is not well-formed XML",
    })) {
      expect(await impact({ ...files, "docs/pom.xml": text }, { "core/A.java": "" })).toEqual([
        `ALL: docs/pom.xml: ${rule}`,
      ]);
    }
  });
});

describe("several ecosystems in one repository", () => {
  const files = {
    "package.json": '{"workspaces":["apps/*"]}',
    "apps/desk/package.json": '{"name":"desk"}',
    "apps/desk/native/Cargo.toml":
      '[package]\nname = "native"\n[dependencies]\nshared = { path = "../../../crates/shared" }\n',
    "Cargo.toml": '[workspace]\nmembers = ["apps/desk/native", "crates/*"]\n',
    "crates/shared/Cargo.toml": '[package]\nname = "shared"\n',
  };

  it("each say whose a file is, so that a package of one inside a package of the other has two owners", async () => {
    expect(await impact(files, { "apps/desk/native/src/lib.rs": "new" })).toEqual(["desk", "native"]);
    expect(await impact(files, { "crates/shared/src/lib.rs": "new" })).toEqual(["native", "shared"]);
  });

  it("leave two packages with one name their own dependents", async () => {
    const from = { ...files, "apps/web/package.json": '{"name":"shared"}' };
    expect(await impact(from, { "apps/web/x": "new" })).toEqual(["shared"]);
    expect(await impact(from, { "crates/shared/src/lib.rs": "new" })).toEqual(["native", "shared"]);
  });
});
