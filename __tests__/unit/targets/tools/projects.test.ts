/** What tools call their projects, read from trees that strangers wrote. */
import { describe, expect, it } from "@jest/globals";
import { parseRelaxedJson } from "../../../../src/targets/parse-json.js";
import { nxProjects } from "../../../../src/targets/sources/nx.js";
import { rushProjects } from "../../../../src/targets/sources/rush.js";
import { moonProjects } from "../../../../src/targets/tools/moon-projects.js";
import type { ReadProjects } from "../../../../src/targets/tools/tool-projects.js";
import { MemoryTree } from "../../../support/memory-tree.js";

type Files = Readonly<Record<string, string>>;

/** Each project as `name (folder) -> what it uses`. */
async function lines(read: ReadProjects, files: Files): Promise<readonly string[]> {
  const { graph, nameByFolder } = await read(MemoryTree.of(files));
  return [...nameByFolder].map(([folder, name]) => {
    const uses = [...(graph.get(name) ?? [])].sort().join(", ");
    return `${name} (${folder})${uses === "" ? "" : ` -> ${uses}`}`;
  });
}

function manifest(name: string, uses: readonly string[] = []): string {
  return JSON.stringify({ name, dependencies: Object.fromEntries(uses.map((used) => [used, "*"])) });
}

describe("projects of Nx", () => {
  const read = (files: Files) => lines(nxProjects(), files);

  it("are packages of the workspace, by the name of the package", async () => {
    expect(
      await read({
        "package.json": '{"name":"root","workspaces":["packages/*"]}',
        "packages/core/package.json": manifest("@org/core"),
        "packages/ui/package.json": manifest("@org/ui", ["@org/core", "react"]),
        "elsewhere/package.json": manifest("@org/elsewhere"),
      }),
    ).toEqual(["root ()", "@org/core (packages/core)", "@org/ui (packages/ui) -> @org/core"]);
  });

  it("are folders with a project file, whose name comes first", async () => {
    expect(
      await read({
        "apps/web/project.json": '{"name":"web","implicitDependencies":["lib-core","!other"]} // fine',
        "libs/core/project.json": '{"name":"lib-core"}',
        "libs/core/package.json": manifest("@org/core"),
        "libs/ui/project.json": '{"name":"lib-ui",}',
        "libs/ui/package.json": manifest("@org/ui", ["@org/core"]),
        "libs/Plain/project.json": "{}",
      }),
    ).toEqual([
      "web (apps/web) -> lib-core",
      "lib-core (libs/core)",
      "lib-ui (libs/ui) -> lib-core",
      "plain (libs/Plain)",
    ]);
  });

  it("have the name that the package has for Nx alone", async () => {
    expect(
      await read({
        "package.json": '{"workspaces":["packages/*"]}',
        "packages/core/package.json": '{"name":"@org/core","nx":{"name":"core"}}',
        "packages/ui/package.json": manifest("@org/ui", ["@org/core"]),
      }),
    ).toContain("@org/ui (packages/ui) -> core");
  });

  it("are not guessed where versions of Nx differ", async () => {
    await expect(
      read({ "libs/core/project.json": "{}", "libs/core/package.json": manifest("@org/core") }),
    ).rejects.toThrow("libs/core/project.json: it has no `name`");
  });

  it("are not guessed from a project file that cannot be read", async () => {
    await expect(read({ "libs/core/project.json": "name: core" })).rejects.toThrow(
      "libs/core/project.json: it is not a JSON object",
    );
  });

  it("are not two of one name", async () => {
    await expect(
      read({ "a/project.json": '{"name":"x"}', "b/project.json": '{"name":"x"}' }),
    ).rejects.toThrow('b: another project is named "x" too');
  });

  it("may be named like what every object has", async () => {
    expect(
      await read({
        "a/project.json": '{"name":"__proto__","implicitDependencies":["constructor"]}',
        "b/project.json": '{"name":"constructor"}',
      }),
    ).toEqual(["__proto__ (a) -> constructor", "constructor (b)"]);
  });
});

describe("projects of Rush", () => {
  const read = (files: Files) => lines(rushProjects, files);

  it("are those that rush.json lists, with comments in it or not", async () => {
    expect(
      await read({
        "rush.json": `/* the "list" */ {
          "projects": [ // all of them
            { "packageName": "core", "projectFolder": "libs/core" },
            { "packageName": "ui", "projectFolder": "./libs/ui/", },
          ],
        }`,
        "libs/core/package.json": manifest("core"),
        "libs/ui/package.json": manifest("ui", ["core", "react"]),
      }),
    ).toEqual(["core (libs/core)", "ui (libs/ui) -> core"]);
  });

  it("are none before Rush was brought in", async () => {
    expect(await read({ "package.json": "{}" })).toEqual([]);
  });

  it.each([["{"], ['{"projects":{}}'], ['{"projects":[{"packageName":"core"}]}'], ["null"]])(
    "are not guessed from %j",
    async (text) => {
      await expect(read({ "rush.json": text })).rejects.toThrow(
        "rush.json: its list of projects cannot be read",
      );
    },
  );

  it("are not guessed from a package that cannot be read", async () => {
    const list = '{"projects":[{"packageName":"core","projectFolder":"core"}]}';
    await expect(read({ "rush.json": list, "core/package.json": "{" })).rejects.toThrow(
      "core/package.json: it is not JSON",
    );
  });
});

describe("projects of moon", () => {
  const read = (files: Files) => lines(moonProjects, files);
  const packages = {
    "packages/core/package.json": manifest("@org/core"),
    "packages/ui/package.json": manifest("@org/ui", ["@org/core"]),
    "packages/ui/src/deep/file.ts": "",
    "apps/web/moon.yml": "dependsOn:\n  - ui\n  - id: core\n    scope: build\n",
  };

  it("are the folders that patterns find, named like the folder", async () => {
    expect(
      await read({ ...packages, ".moon/workspace.yml": "projects:\n  - packages/*\n  - apps/*/moon.yml\n" }),
    ).toEqual(["core (packages/core)", "ui (packages/ui) -> core", "web (apps/web) -> core, ui"]);
  });

  it("are the folders that a table names", async () => {
    const workspace = "projects:\n  kernel: ./packages/core/\n  root: '.'\n";
    expect(await read({ ...packages, ".moon/workspace.yml": workspace })).toEqual([
      "kernel (packages/core)",
      "root ()",
    ]);
  });

  it("are both where the table says so, without what is excluded", async () => {
    const workspace = "projects:\n  globs: ['packages/*', '!packages/ui']\n  sources:\n    site: apps/web\n";
    expect(await read({ ...packages, ".moon/workspace.yml": workspace })).toEqual([
      "site (apps/web) -> core",
      "core (packages/core)",
    ]);
  });

  it("use the projects whose tasks their tasks need", async () => {
    const tasks =
      "tasks:\n  build:\n    deps: ['^:build', '~:gen', 'lint', '#lib:build', 'core:build', { target: 'ui:dev:start' }]\n";
    const files = { ...packages, "apps/web/moon.yml": tasks };
    expect(await read({ ...files, ".moon/workspace.yml": "projects: ['packages/*', 'apps/*']\n" })).toEqual([
      "core (packages/core)",
      "ui (packages/ui) -> core",
      "web (apps/web) -> core, ui",
    ]);
  });

  it.each<[string, Files]>([
    ["one file", { ".moon/tasks.yml": "tasks:\n  build:\n    deps: ['^:build', 'core:gen']\n" }],
    ["a file for some", { ".moon/tasks/node/library.yml": "tasks: { build: { deps: 'core:gen' } }\n" }],
    ["JSON", { ".moon/tasks/all.jsonc": '{"tasks":{"build":{"deps":["core:gen",]}}} // all' }],
    ["needs of every task", { ".moon/tasks.yml": "implicitDeps: ['core:gen']\n" }],
    [
      "a file that extends another",
      {
        ".moon/tasks.yml": "extends: '../shared/tasks.yml'\n",
        "shared/tasks.yml": "extends: '../.moon/tasks.yml'\ntasks:\n  build:\n    deps: ['core:gen']\n",
      },
    ],
  ])("inherit tasks that need other projects: %s", async (_what, tasks) => {
    const files = { ...tasks, "apps/web/package.json": manifest("web"), "packages/core/package.json": "{}" };
    expect(await read({ ...files, ".moon/workspace.yml": "projects: ['packages/*', 'apps/*']\n" })).toEqual(
      expect.arrayContaining(["core (packages/core)", "web (apps/web) -> core"]),
    );
  });

  it.each<[string, Files]>([
    ["a tag", { ".moon/tasks.yml": "tasks: { build: { deps: ['#lib:gen'] } }\n" }],
    ["tasks from elsewhere", { ".moon/tasks.yml": "extends: 'https://example.com/tasks.yml'\n" }],
    ["tasks in another language", { ".moon/tasks/all.pkl": "tasks {}" }],
  ])("may use every project through %s", async (_what, tasks) => {
    const files = { ...tasks, "a/package.json": "{}", "b/package.json": "{}", "c/package.json": "{}" };
    expect(await read({ ...files, ".moon/workspace.yml": "projects: ['?']\n" })).toEqual([
      "a (a) -> b, c",
      "b (b) -> a",
      "c (c) -> a",
    ]);
  });

  it("inherit no edge from tasks of their dependencies", async () => {
    const files = {
      ".moon/tasks.yml": "tasks: { build: { deps: ['^:build', '~:gen', 'lint'] } }\n",
      ".moon/tasks/README.md": "core:gen",
    };
    expect(
      await read({ ...files, ...packages, ".moon/workspace.yml": "projects: ['packages/*']\n" }),
    ).toEqual(["core (packages/core)", "ui (packages/ui) -> core"]);
  });

  it("have the id that their own file gives", async () => {
    const files = {
      "packages/core/moon.yml": "id: kernel\n",
      ".moon/workspace.yml": "projects: ['packages/*']\n",
    };
    expect(await read(files)).toEqual(["kernel (packages/core)"]);
  });

  it.each([
    ["vcs: {}\n"],
    ["extends: ../other.yml\nprojects:\n  a: b\n"],
    ["projects:\n  globs: ['*']\n  globFormat: source-path\n"],
    ["projects:\n  - 1\n"],
    ["projects: [\n"],
    ["projects:\n  - packages/*\n---\nprojects:\n  - other/*\n"],
  ])("are not guessed from %j", async (text) => {
    await expect(read({ ".moon/workspace.yml": text })).rejects.toThrow(/^\.moon\/workspace\.yml: /);
  });
});

describe("relaxed JSON", () => {
  it("keeps what only looks like a comment", () => {
    expect(parseRelaxedJson('\uFEFF{"a": "// no", "b": "/* no */,]", /* yes */ "c": [1,],}')).toEqual({
      a: "// no",
      b: "/* no */,]",
      c: [1],
    });
  });

  it.each(["/*".repeat(200_000), '"\\'.repeat(200_000), `${"[".repeat(10)}${",".repeat(200_000)}`])(
    "gives up on what has no end, in no time",
    (text) => {
      expect(parseRelaxedJson(text)).toBeUndefined();
    },
  );
});
