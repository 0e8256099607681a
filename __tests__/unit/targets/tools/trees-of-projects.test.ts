/** What the trees show of a tool's projects beyond the tool's own files, in every ecosystem and in changed code. */
import { describe, expect, it } from "@jest/globals";
import { lerna } from "../../../../src/targets/sources/lerna.js";
import { moon, moonGraphIn } from "../../../../src/targets/sources/moon.js";
import { nx } from "../../../../src/targets/sources/nx.js";
import { pnpm } from "../../../../src/targets/sources/pnpm.js";
import { rush } from "../../../../src/targets/sources/rush.js";
import { turbo } from "../../../../src/targets/sources/turbo.js";
import type { FoundEdges } from "../../../../src/targets/tools/found-edges.js";
import type { ToolSource } from "../../../../src/targets/tools/tool-source.js";
import { linkTo, MemoryTree } from "../../../support/memory-tree.js";
import { listOfTool } from "../../../support/tool-answers.js";

type Files = Readonly<Record<string, string>>;
type Changes = Readonly<Record<string, string | null>>;

/** Projects of moon without a package manager: `core`, `docs` and `web`. */
const MOON: Files = {
  ".moon/workspace.yml": "projects: ['core', 'docs', 'web']\n",
  "core/moon.yml": "language: unknown\n",
  "core/a.txt": "1\n",
  "docs/moon.yml": "language: unknown\n",
  "web/moon.yml": "dependsOn: [docs]\n",
};

function moonList(files: Files, changes: Changes, named = ["docs"], found?: FoundEdges) {
  const base = MemoryTree.of(files);
  return listOfTool(moon, base, base.with(changes), found === undefined ? { named } : { named, found });
}

describe("a manifest of another language in a project of moon", () => {
  const LANGUAGES: readonly (readonly [string, Files, Changes])[] = [
    [
      "Cargo",
      {
        "Cargo.toml": '[workspace]\nmembers = ["core", "docs"]\n',
        "core/Cargo.toml": '[package]\nname = "shop-core"\n',
        "docs/Cargo.toml": '[package]\nname = "docs"\n',
      },
      { "docs/Cargo.toml": '[package]\nname = "docs"\n[dependencies]\nshop-core = { path = "../core" }\n' },
    ],
    [
      "Go",
      {
        "go.work": "go 1.22\nuse ./core\nuse ./docs\n",
        "core/go.mod": "module example.com/core\n",
        "docs/go.mod": "module example.com/docs\n",
      },
      { "docs/go.mod": "module example.com/docs\nrequire example.com/core v1.0.0\n" },
    ],
    [
      "Python",
      {
        "core/pyproject.toml": '[project]\nname = "shop-core"\n',
        "docs/pyproject.toml": '[project]\nname = "docs"\n',
      },
      { "docs/pyproject.toml": '[project]\nname = "docs"\ndependencies = ["shop-core"]\n' },
    ],
    [
      "Gradle",
      {
        "settings.gradle": "include ':core', ':docs'\n",
        "core/build.gradle": "",
        "docs/build.gradle": "",
      },
      { "docs/build.gradle": "dependencies { implementation project(':core') }\n" },
    ],
  ];

  it.each(LANGUAGES)(
    "lets the two share a target when one begins to use the other: %s",
    async (_, own, uses) => {
      const files = { ...MOON, ...own };
      expect(await moonList(files, uses)).toEqual(expect.arrayContaining(["core", "docs", "web"]));
      const both = { ...files, ...uses } as Files;
      const edited = await moonList(both, { "core/a.txt": "2\n" }, ["core"]);
      expect(edited).toEqual(["core", "docs", "web"]);
    },
  );

  it("counts a crate inside a project for the project, and one outside under its own name", async () => {
    const files = {
      ...MOON,
      "Cargo.toml": '[workspace]\nmembers = ["core/native", "docs/native", "tool"]\n',
      "core/native/Cargo.toml": '[package]\nname = "native"\n',
      "docs/native/Cargo.toml":
        '[package]\nname = "docs-native"\n[dependencies]\ntool = { path = "../../tool" }\n',
      "tool/Cargo.toml": '[package]\nname = "tool"\n[dependencies]\nnative = { path = "../core/native" }\n',
    };
    expect(await moonList(files, { "core/a.txt": "2\n" }, ["core"])).toEqual(["core", "docs", "tool", "web"]);
  });

  it("makes every name known that a list may have, for extra edges", async () => {
    const base = MemoryTree.of({
      ...MOON,
      "Cargo.toml": '[workspace]\nmembers = ["tool"]\n',
      "tool/Cargo.toml": '[package]\nname = "tool"\n',
    });
    const names = await moon.knownNames({ base, head: base.with({ "web/moon.yml": "id: site\n" }) });
    expect([...names].sort()).toEqual(["core", "docs", "site", "tool", "web"]);
  });

  it("has no effect on two projects that remain apart", async () => {
    const files = { ...MOON, ...LANGUAGES[0]?.[1] };
    expect(await moonList(files, { "core/a.txt": "2\n" }, ["core"])).toEqual(["core"]);
  });
});

describe("an edge that only moon infers", () => {
  const found = {
    graph: new Map([["docs", new Set(["core"])]]),
    byFile: new Map(),
    aliases: new Map(),
  } satisfies FoundEdges;

  it("puts its end into the list if the user changes", async () => {
    expect(await moonList(MOON, { "docs/deno.json": "{}" }, ["docs"], found)).toEqual([
      "core",
      "docs",
      "web",
    ]);
  });

  it("makes the user a dependent", async () => {
    expect(await moonList(MOON, { "core/a.txt": "2\n" }, ["core"], found)).toEqual(["core", "docs", "web"]);
  });
});

describe("the graph that moon prints", () => {
  const edges = [[2, 0, "production"], null, [2, 1, "build"], [0, 1, "root"]];
  const expected = new Map([
    ["web", new Set(["docs"])],
    ["docs", new Set<string>()],
    ["core", new Set(["web", "docs"])],
  ]);

  it("has its projects as nodes in moon 1, and beside them in moon 2", () => {
    const ids = ["web", "docs", "core"].map((id) => ({ id }));
    expect(moonGraphIn({ graph: { nodes: ids, node_holes: [], edges } })).toEqual(expected);
    const data = { 0: ids[0], 1: ids[1], 2: ids[2] };
    expect(moonGraphIn({ graph: { nodes: [0, 1, 2], node_holes: [], edges }, data })).toEqual(expected);
  });

  it("counts the places of nodes that were removed", () => {
    const graph = { nodes: [{ id: "a" }, { id: "b" }], node_holes: [0, 2], edges: [[1, 3, "build"]] };
    expect(moonGraphIn({ graph })).toEqual(
      new Map([
        ["a", new Set(["b"])],
        ["b", new Set<string>()],
      ]),
    );
  });

  it.each([
    null,
    {},
    { graph: {} },
    { graph: { nodes: [{ id: "a" }] } },
    { graph: { nodes: [{}], edges: [] } },
    { graph: { nodes: [0], edges: [] }, data: {} },
    { graph: { nodes: [{ id: "a" }], edges: [[0, 1, "build"]] } },
    { graph: { nodes: [{ id: "a" }], edges: [{ from: 0, to: 0 }] } },
    { graph: { nodes: [{ id: "a" }], node_holes: 1, edges: [] } },
  ])("is refused in another form: %j", (printed) => {
    expect(() => moonGraphIn(printed)).toThrow("its output has an unknown shape");
  });
});

describe("a project of moon that is new", () => {
  const adds = {
    ".moon/workspace.yml": "projects: ['core', 'docs', 'web', 'new']\n",
    "new/moon.yml": "{}\n",
  };

  it("shares a target with a change that begins to request it, by name or by path", async () => {
    const added = await moonList(MOON, adds, ["new"]);
    const requests: readonly Changes[] = [
      { "docs/moon.yml": "dependsOn: [new]\n" },
      { "docs/a.ts": 'import "../new/a";\n' },
    ];
    for (const changes of requests) {
      const asked = await moonList(MOON, changes);
      expect([...asked].filter((name) => added.includes(name))).toEqual([".moon/workspace.yml"]);
    }
  });
});

describe("a project of moon that is the root of a workspace with other projects", () => {
  const files: Files = {
    ...MOON,
    ".moon/workspace.yml": "projects: ['core', 'docs', 'web', 'fe', 'fe/packages/*', 'rust', 'rust/one']\n",
    "fe/package.json": '{"name":"fe","workspaces":["packages/*"]}',
    "fe/package-lock.json": "{}",
    "fe/packages/a/package.json": '{"name":"a"}',
    "rust/Cargo.toml": '[workspace]\nmembers = ["one"]\n',
    "rust/one/Cargo.toml": '[package]\nname = "one"\n',
    "docs/native/Cargo.toml": '[workspace]\nmembers = ["inner"]\n',
    "docs/native/Cargo.lock": "version = 4\n",
    "docs/native/inner/Cargo.toml": '[package]\nname = "inner"\n',
  };

  it.each([
    "fe/package-lock.json",
    "fe/package.json",
    "fe/tsconfig.json",
    "fe/.yarn/patches/x.patch",
    "rust/Cargo.lock",
    "rust/clippy.toml",
    "rust/.cargo/config.toml",
  ])("owns no file there that the other projects may share: %s", async (path) => {
    const text = path === "fe/package.json" ? '{"name":"fe","workspaces":["packages/*"],"x":1}' : "new\n";
    expect(await moonList(files, { [path]: text }, ["fe", "rust"])).toBe(`ALL: ${path}`);
    const before = { ...files, [path]: files[path] ?? "old\n" };
    expect(await moonList(before, { [path]: null }, ["fe", "rust"])).toBe(`ALL: ${path}`);
  });

  it("owns its other files, and all files of a workspace that only it has", async () => {
    expect(await moonList(files, { "fe/src/a.ts": "1\n" }, ["fe"])).toEqual(["fe"]);
    expect(await moonList(files, { "fe/packages/a/a.ts": "1\n" }, ["a"])).toEqual(["a"]);
    expect(await moonList(files, { "docs/native/Cargo.lock": "version = 5\n" })).toEqual(["docs", "web"]);
  });
});

describe("a package in a project of moon that gets another name", () => {
  it("shares a target with a change that begins to request that name", async () => {
    const files = { ...MOON, "core/package.json": '{"name":"old"}', "docs/package.json": '{"name":"docs"}' };
    const renamed = await moonList(files, { "core/package.json": '{"name":"fresh"}' }, ["core"]);
    const requests = { "docs/package.json": '{"name":"docs","dependencies":{"fresh":"1"}}' };
    const asked = await moonList(files, requests);
    expect([...asked].filter((name) => renamed.includes(name))).toEqual([".moon/workspace.yml"]);
  });
});

/** The same two projects for each tool; the packages are named like them. */
const WORKSPACE: Files = {
  "package.json": '{"name":"root","workspaces":["packages/*"],"dependencies":{"react":"^19"}}',
  "package-lock.json": "{}",
  "packages/core/package.json": '{"name":"core"}',
  "packages/core/a.ts": "1\n",
  "packages/docs/package.json": '{"name":"docs"}',
  "packages/docs/a.ts": "1\n",
};
const RUSH: Files = {
  "rush.json": JSON.stringify({
    projects: ["core", "docs"].map((name) => ({ packageName: name, projectFolder: `packages/${name}` })),
  }),
  "package.json": '{"dependencies":{"react":"^19"}}',
};
const TOOLS: readonly (readonly [string, ToolSource, Files])[] = [
  ["nx", nx, WORKSPACE],
  ["turbo", turbo, WORKSPACE],
  ["pnpm", pnpm, WORKSPACE],
  ["lerna", lerna, WORKSPACE],
  ["moon", moon, { ...WORKSPACE, ".moon/workspace.yml": "projects: ['packages/*']\n" }],
  ["rush", rush, { ...WORKSPACE, ...RUSH }],
];

describe.each(TOOLS)("%s with what the trees show", (_name, source, files) => {
  async function list(changes: Changes, named = ["docs"], from = files) {
    const base = MemoryTree.of(from);
    return listOfTool(source, base, base.with(changes), { named });
  }

  it("lists what changed code uses without a declaration, by its name or by a path", async () => {
    for (const code of ['import "core";\n', 'import "../core/a";\n', 'read("../core/a.ts");\n'])
      expect(await list({ "packages/docs/a.ts": code })).toEqual(["core", "docs"]);
  });

  it("lists nothing more for what is declared, installed, built in, or in the project itself", async () => {
    const from = { ...files, "packages/docs/package.json": '{"name":"docs","dependencies":{"core":"*"}}' };
    const code = 'import "core"; import "react"; import "node:fs"; import "./b"; import "docs";\n';
    expect(await list({ "packages/docs/a.ts": code }, ["docs"], from)).toEqual(["docs"]);
  });

  it("shares a target with a change that adds what new code imports", async () => {
    const asked = await list({ "packages/docs/a.ts": 'import "left-pad";\n' });
    expect([...asked].filter((name) => name !== "docs")).toEqual([expect.stringMatching(/lock|rush/)]);
  });

  it("lists what a reference or a link begins to use, and makes the user a dependent", async () => {
    const reference = '{"references":[{"path":"../core"}]}';
    const changes = [
      { "packages/docs/tsconfig.json": reference },
      { "packages/docs/core.ts": linkTo("../core/a.ts") },
    ];
    for (const change of changes) {
      expect(await list(change)).toEqual(["core", "docs"]);
      expect(await list({ "packages/core/a.ts": "2\n" }, ["core"], { ...files, ...change })).toEqual([
        "core",
        "docs",
      ]);
    }
  });
});

describe("code in an Nx workspace without packages", () => {
  const files: Files = {
    "nx.json": "{}",
    "package.json": '{"name":"shop","dependencies":{"react":"^19"}}',
    "libs/core/project.json": '{"name":"core"}',
    "libs/core/a.ts": "1\n",
    "libs/docs/project.json": '{"name":"docs"}',
    "libs/docs/a.ts": 'import "@shop/core";\n',
    "libs/web/project.json": '{"name":"web"}',
    "libs/web/a.ts": 'import "@shop/core";\n',
  };
  const found: FoundEdges = {
    graph: new Map(["docs", "web"].map((name) => [name, new Set(["core"])])),
    byFile: new Map(
      ["docs", "web"].map((name) => [name, new Map([[`libs/${name}/a.ts`, new Set(["core"])]])]),
    ),
    aliases: new Map([["@shop/core", ["libs/core/a.ts"]]]),
  };

  it("keeps two projects apart that use a third, also with new imports of it and of installed packages", async () => {
    const base = MemoryTree.of(files);
    const code = 'import "@shop/core"; import "react";\n';
    for (const name of ["docs", "web"]) {
      const head = base.with({ [`libs/${name}/a.ts`]: `// edited\n${code}`, [`libs/${name}/b.ts`]: code });
      expect(await listOfTool(nx, base, head, { named: [name], found })).toEqual([name]);
    }
  });

  it("lists a project that changed code uses although Nx finds no such edge, and not for an import that is gone", async () => {
    const base = MemoryTree.of(files);
    const silent: FoundEdges = { ...found, graph: new Map() };
    const edited = base.with({ "libs/docs/a.ts": '// edited\nimport "@shop/core";\n' });
    expect(await listOfTool(nx, base, edited, { named: ["docs"], found: silent })).toEqual(["core", "docs"]);
    const removed = base.with({ "libs/docs/a.ts": "// edited\n" });
    expect(await listOfTool(nx, base, removed, { named: ["docs"], found: silent })).toEqual(["docs"]);
  });
});
