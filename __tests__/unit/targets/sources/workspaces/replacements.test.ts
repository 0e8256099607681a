/** Replacements of one module or crate by a folder: only what requires the replaced one depends on the folder. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string>>;

function impact(files: Files, changes: Readonly<Record<string, string | null>>): Promise<readonly string[]> {
  const base = MemoryTree.of(files);
  return targetsOf(workspacesSource(), base, base.with(changes));
}

describe("a replacement in one module of a go.work", () => {
  const files = {
    "go.work": "go 1.22\nuse (\n\t./app\n\t./svc\n\t./lib\n\t./far\n)\n",
    "app/go.mod": "module ex/app\ngo 1.22\nrequire ext.io/x v1.0.0\n",
    "svc/go.mod": "module ex/svc\ngo 1.22\nreplace ext.io/x => ../far\n",
    "lib/go.mod": "module ex/lib\ngo 1.22\nrequire ex/app v1.0.0\n",
    "far/go.mod": "module ex/far\ngo 1.22\n",
  };

  it("counts for the modules that require the replaced one, and for their dependents", async () => {
    expect(await impact(files, { "far/a.go": "new" })).toEqual(["ex/app", "ex/far", "ex/lib"]);
  });

  it("counts for all modules that may require it unseen: before Go 1.17 a go.mod lists direct ones only", async () => {
    for (const old of ["", "go 1.16\n"]) {
      const from = { ...files, "svc/go.mod": `module ex/svc\n${old}replace ext.io/x => ../far\n` };
      expect(await impact(from, { "far/a.go": "new" })).toContain("ex/svc");
    }
  });

  it("of the go.work itself counts likewise", async () => {
    const from = {
      ...files,
      "svc/go.mod": "module ex/svc\ngo 1.22\n",
      "go.work": `${files["go.work"]}replace ext.io/x => ./far\n`,
    };
    expect(await impact(from, { "far/a.go": "new" })).toEqual(["ex/app", "ex/far", "ex/lib"]);
  });

  it("that begins names the modules that require it", async () => {
    const before = { ...files, "svc/go.mod": "module ex/svc\ngo 1.22\n" };
    expect(await impact(before, { "svc/go.mod": files["svc/go.mod"] })).toEqual([
      "ex/app",
      "ex/far",
      "ex/lib",
      "ex/svc",
    ]);
  });
});

describe("a patch of Cargo by path", () => {
  const crate = (name: string, rest = "") => `[package]\nname = "${name}"\nversion = "0.1.0"\n${rest}`;
  const files = {
    "Cargo.toml": '[workspace]\nmembers = ["*"]\n[patch.crates-io]\nslow = { path = "slow" }\n',
    "slow/Cargo.toml": crate("slow"),
    "direct/Cargo.toml": crate("direct", '[dependencies]\nslow = "1"\n'),
    "above/Cargo.toml": crate("above", '[dependencies]\ndirect = { path = "../direct" }\n'),
    "alone/Cargo.toml": crate("alone"),
    "other/Cargo.toml": crate("other", '[dependencies]\nhyper = "1"\n'),
  };
  const lock = (hyper: string) =>
    [
      'version = 4\n[[package]]\nname = "slow"\nversion = "0.1.0"',
      '[[package]]\nname = "direct"\nversion = "0.1.0"\ndependencies = ["slow"]',
      '[[package]]\nname = "above"\nversion = "0.1.0"\ndependencies = ["direct"]',
      '[[package]]\nname = "alone"\nversion = "0.1.0"',
      '[[package]]\nname = "other"\nversion = "0.1.0"\ndependencies = ["hyper"]',
      `[[package]]\nname = "hyper"\nversion = "1.0.0"\nsource = "registry+x"\nchecksum = "1"\n${hyper}`,
    ].join("\n");

  it("leaves crates without a dependency from a registry alone", async () => {
    expect(await impact(files, { "slow/src/lib.rs": "new" })).toEqual(["above", "direct", "other", "slow"]);
  });

  it("counts for the crates that reach it in Cargo.lock", async () => {
    const locked = { ...files, "Cargo.lock": lock("") };
    expect(await impact(locked, { "slow/src/lib.rs": "new" })).toEqual(["above", "direct", "slow"]);
    const reached = { ...files, "Cargo.lock": lock('dependencies = ["slow 0.1.0"]') };
    expect(await impact(reached, { "slow/src/lib.rs": "new" })).toContain("other");
  });

  it("counts for a crate that Cargo.lock does not yet know", async () => {
    const stale = { ...files, "Cargo.lock": lock("").replace('"other"', '"renamed"') };
    expect(await impact(stale, { "slow/src/lib.rs": "new" })).toContain("other");
  });
});

describe("a pom.xml among the resources of tests", () => {
  const pom = (artifact: string, rest = "") =>
    `<project><groupId>g</groupId><artifactId>${artifact}</artifactId>${rest}</project>`;

  it("is not a reactor, and its files belong to the module that tests with them", async () => {
    const files = {
      "pom.xml": pom("root", "<modules><module>core</module></modules>"),
      "core/pom.xml": pom("core"),
      "core/src/test/resources/demo/pom.xml": pom("demo", "<modules><module>part</module></modules>"),
      "core/src/test/resources/demo/part/pom.xml": pom("part"),
    };
    expect(await impact(files, { "core/src/test/resources/demo/part/A.java": "new" })).toEqual(["g:core"]);
  });
});
