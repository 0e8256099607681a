/** Edges that cross the borders of workspaces and ecosystems, and what one package decides for others. */
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

describe("two workspaces of npm in one repository", () => {
  const files = {
    "frontend/package.json": '{"workspaces":["app"]}',
    "frontend/app/package.json": manifest("app"),
    "shared/package.json": '{"workspaces":["core"]}',
    "shared/core/package.json": manifest("core"),
  };
  const edit = { "shared/core/index.js": "new" };

  it.each(["link:../../shared/core", "file:../../shared/core", "../../shared/core/dist", "^1.0.0"])(
    "are connected by %s",
    async (range) => {
      const from = { ...files, "frontend/app/package.json": manifest("app", { core: range }) };
      expect(await impact(from, edit)).toEqual(["app", "core"]);
    },
  );

  it("are strangers otherwise", async () => {
    expect(await impact(files, edit)).toEqual(["core"]);
  });

  it("are connected by an override of one of them", async () => {
    const root = '{"workspaces":["app"],"overrides":{"x":"file:../shared/core"}}';
    expect(await impact({ ...files, "frontend/package.json": root }, edit)).toEqual([
      "app",
      "core",
      "frontend",
    ]);
  });

  it("bring together who brings a package of one and who asks for its name or place in the other", async () => {
    const brings = await impact(files, {
      "shared/package.json": null,
      "shared/core/package.json": manifest("fresh"),
    });
    const asks = await impact(files, { "frontend/app/package.json": manifest("app", { fresh: "1" }) });
    expect(asks).toEqual(["app", "frontend/package.json"]);
    expect(brings).toContain("unowned: shared/package.json");
    const renames = await impact(files, { "shared/core/package.json": manifest("fresh") });
    expect(renames).toEqual(["core", "fresh", "frontend/package.json", "shared/package.json"]);
  });
});

describe("manifests that no workspace knows", () => {
  const files = {
    "package.json": '{"workspaces":["packages/*"]}',
    "packages/native/package.json": manifest("native"),
    "packages/rs-core/package.json": manifest("rs-core"),
    "packages/app/package.json": manifest("app"),
    "packages/core/package.json": manifest("core"),
  };

  it("of crates without a workspace are edges between the packages that they lie in", async () => {
    const from = {
      ...files,
      "packages/native/Cargo.toml": crate("native", '[dependencies]\ncore.path = "../rs-core"\n'),
      "packages/rs-core/Cargo.toml": crate("core"),
    };
    expect(await impact(from, { "packages/rs-core/src/lib.rs": "new" })).toEqual(["native", "rs-core"]);
  });

  it("lead on over those that lie in no package", async () => {
    const from = {
      ...files,
      "packages/native/Cargo.toml": crate("native", '[dependencies]\nhalf.path = "../../half"\n'),
      "half/Cargo.toml": crate("half", '[dependencies]\ncore.path = "../packages/rs-core"\n'),
      "packages/rs-core/Cargo.toml": crate("core"),
    };
    expect(await impact(from, { "packages/rs-core/src/lib.rs": "new" })).toEqual(["native", "rs-core"]);
  });

  it("of tests inside a package are edges of that package", async () => {
    const from = {
      ...files,
      "packages/app/e2e/package.json": manifest("e2e", { core: "file:../../core" }),
      "packages/app/broken/package.json": "{",
    };
    expect(await impact(from, { "packages/core/index.js": "new" })).toEqual(["app", "core"]);
  });

  it("of manifests inside a directory that a package leads to are edges of that package", async () => {
    const from = {
      ...files,
      "packages/app/package.json": manifest("app", { loose: "link:../../loose" }),
      "loose/e2e/package.json": manifest("e2e", { core: "file:../../packages/core" }),
    };
    expect(await impact(from, { "packages/core/index.js": "new" })).toEqual(["app", "core"]);
  });

  it("bring together who begins to ask for a place and who brings a package there", async () => {
    const asks = await impact(files, {
      "packages/app/e2e/package.json": manifest("e2e", { fresh: "file:../../fresh" }),
    });
    const brings = await impact(files, { "packages/fresh/package.json": manifest("fresh") });
    expect(asks).toEqual(["app", "package.json"]);
    expect(brings).toEqual(["fresh", "package.json"]);
  });

  it("of Maven lead to modules by name", async () => {
    const from = {
      ...files,
      "pom.xml":
        "<project><groupId>g</groupId><artifactId>r</artifactId><modules><module>m</module></modules></project>",
      "m/pom.xml": "<project><groupId>g</groupId><artifactId>m</artifactId></project>",
      "packages/app/pom.xml":
        "<project><groupId>g</groupId><artifactId>app</artifactId><dependencies><dependency><groupId>g</groupId><artifactId>m</artifactId></dependency></dependencies></project>",
    };
    expect(await impact(from, { "m/src/A.java": "new" })).toEqual(["app", "g:m"]);
  });
});

describe("two reactors of Maven in one repository", () => {
  const pom = (artifact: string, rest = "") =>
    `<project><groupId>g</groupId><artifactId>${artifact}</artifactId>${rest}</project>`;
  const uses =
    "<dependencies><dependency><groupId>g</groupId><artifactId>x</artifactId></dependency></dependencies>";

  it("are connected by the names that modules ask for", async () => {
    const files = {
      "a/pom.xml": pom("a", "<modules><module>x</module></modules>"),
      "a/x/pom.xml": pom("x"),
      "b/pom.xml": pom("b", "<modules><module>y</module></modules>"),
      "b/y/pom.xml": pom("y", uses),
    };
    expect(await impact(files, { "a/x/src/A.java": "new" })).toEqual(["g:x", "g:y"]);
  });
});

describe("features of Cargo", () => {
  const files = {
    "Cargo.toml": '[workspace]\nmembers = ["*"]\n',
    "core/Cargo.toml": crate(
      "core",
      '[features]\nx = ["util/y"]\nz = ["serde/derive"]\n[dependencies]\nutil.path = "../util"\nserde = "1"\n',
    ),
    "util/Cargo.toml": crate("util", "[features]\ny = []\n"),
    "a/Cargo.toml": crate("a", '[dependencies]\ncore.path = "../core"\n'),
    "b/Cargo.toml": crate("b", '[dependencies]\ncore.path = "../core"\n'),
    "c/Cargo.toml": crate("c", '[dependencies]\nutil.path = "../util"\n'),
    "d/Cargo.toml": crate("d"),
  };
  const asking = (features: string) =>
    crate("a", `[dependencies]\ncore = { path = "../core", ${features} }\n`);

  it("that one crate asks for are there for all that use the same crate", async () => {
    const changes = { "a/Cargo.toml": asking('features = ["w"]') };
    expect(await impact(files, changes)).toEqual(["a", "b", "core"]);
    expect(await impact(files, { "a/Cargo.toml": asking("default-features = false") })).toEqual([
      "a",
      "b",
      "core",
    ]);
  });

  it("that switch on features of another crate are there for all that use that one", async () => {
    expect(await impact(files, { "a/Cargo.toml": asking('features = ["x"]') })).toEqual([
      "a",
      "b",
      "c",
      "core",
      "util",
    ]);
    const forwards = crate("a", '[features]\nmore = ["core/x"]\n[dependencies]\ncore.path = "../core"\n');
    expect(await impact(files, { "a/Cargo.toml": forwards })).toEqual(["a", "b", "c", "core", "util"]);
  });

  it("of a crate from elsewhere are there for the whole workspace", async () => {
    expect(await impact(files, { "a/Cargo.toml": asking('features = ["z"]') })).toEqual([
      "Cargo.toml",
      "a",
      "b",
      "c",
      "core",
      "d",
      "util",
    ]);
    const serde = { ...files, "d/Cargo.toml": crate("d", '[dependencies]\nserde = "1"\n') };
    const derives = crate("d", '[dependencies]\nserde = { version = "1", features = ["derive"] }\n');
    expect(await impact(serde, { "d/Cargo.toml": derives })).toHaveLength(7);
  });

  it("that others ask for already change nothing for them when one begins to use the crate", async () => {
    const begins = crate("d", '[dependencies]\ncore.path = "../core"\n');
    expect(await impact(files, { "d/Cargo.toml": begins })).toEqual(["core", "d"]);
  });

  it("leave other edits of a manifest with the crate", async () => {
    expect(await impact(files, { "a/Cargo.toml": `${files["a/Cargo.toml"]}# edited\n` })).toEqual(["a"]);
  });
});

describe("a go.work", () => {
  const files = {
    "go.work": "go 1.22\nuse (\n\t./app\n\t./svc\n\t./testdata/m\n)\n",
    "app/go.mod": "module ex/app\nrequire ext.io/x v1.0.0\n",
    "svc/go.mod": "module ex/svc\nrequire ext.io/x v1.0.0\n",
    "testdata/m/go.mod": "module ex/m\n",
  };

  it("has one list of versions for all of its modules", async () => {
    expect(await impact(files, { "svc/go.mod": "module ex/svc\nrequire ext.io/x v1.5.0\n" })).toEqual([
      "ex/app",
      "ex/m",
      "ex/svc",
      "go.work",
    ]);
    expect(
      await impact(files, { "svc/go.mod": `${files["svc/go.mod"]}replace ext.io/x => ext.io/y v1.0.0\n` }),
    ).toEqual(["ex/app", "ex/m", "ex/svc", "go.work"]);
  });

  it("leaves other edits of a go.mod with its module", async () => {
    expect(await impact(files, { "svc/go.mod": `${files["svc/go.mod"]}// edited\n` })).toEqual(["ex/svc"]);
  });

  it("has modules in folders that are set aside otherwise", async () => {
    const uses = { ...files, "app/go.mod": "module ex/app\nrequire ex/m v1.0.0\n" };
    expect(await impact(uses, { "testdata/m/a.go": "new" })).toEqual(["ex/app", "ex/m"]);
  });

  it("takes the replacements of one module for those of all", async () => {
    const replaces = { ...files, "svc/go.mod": "module ex/svc\nreplace ext.io/x => ../testdata/m\n" };
    expect(await impact(replaces, { "testdata/m/a.go": "new" })).toEqual(["ex/app", "ex/m", "ex/svc"]);
  });

  it("of another part of the repository is reached by a replacement", async () => {
    const two = {
      "a/go.work": "use ./x\n",
      "a/x/go.mod": "module ex/x\n",
      "b/go.work": "use ./y\n",
      "b/y/go.mod": "module ex/y\nrequire other v1.0.0\nreplace other => ../../a/x\n",
    };
    expect(await impact(two, { "a/x/a.go": "new" })).toEqual(["ex/x", "ex/y"]);
  });
});

describe("modules of Go without a go.work", () => {
  it.each(["vendor/x", "_x", "testdata/x", ".x"])(
    "are used in %s when a replacement names them",
    async (place) => {
      const files = {
        "app/go.mod": `module ex/app\nrequire ext.io/x v1.0.0\nreplace ext.io/x => ../${place}\n`,
        [`${place}/go.mod`]: "module ext.io/x\n",
      };
      expect(await impact(files, { [`${place}/a.go`]: "new" })).toEqual(["ex/app", "ext.io/x"]);
    },
  );
});

describe("patterns of a pull request", () => {
  async function withWorkspaces(pattern: string) {
    const files = {
      "package.json": '{"workspaces":["packages/*"]}',
      "packages/one/package.json": manifest("one"),
      [`${"a".repeat(60)}/package.json`]: manifest("long"),
    };
    return impact(files, { "package.json": JSON.stringify({ workspaces: [pattern] }) });
  }

  it.each(["*a*a*a*a*a*a*a*a*c", "**/a/**/a/**/a/**/a/**/c", "{a,a}{a,a}{a,a}c"])(
    "that may be tried in very many ways are answered: %s",
    async (pattern) => {
      expect(await withWorkspaces(pattern)).toEqual([".", "one", "package.json"]);
    },
  );

  it.each(["(a|a)+c", "[a]+[a]+c"])("that tools read differently are refused: %s", async (pattern) => {
    expect(await withWorkspaces(pattern)).toEqual([
      "ALL: package.json: one of its patterns is not supported",
    ]);
  });
});
