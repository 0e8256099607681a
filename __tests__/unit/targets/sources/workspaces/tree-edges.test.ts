/** Dependencies that the tree shows and no manifest: links into other packages, configurations of TypeScript and of build tools. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { computeTargets } from "../../../../../src/targets/compute-targets.js";
import { readSourceChoices } from "../../../../../src/targets/source-choice.js";
import { nodeEcosystem } from "../../../../../src/targets/sources/workspaces/node/node-workspaces.js";
import { ParsedFiles } from "../../../../../src/targets/sources/workspaces/parsed-files.js";
import { treeEdges } from "../../../../../src/targets/sources/workspaces/tree-edges.js";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { type FileChange, GitRepository } from "../../../../support/git-repository.js";
import { linkTo, MemoryTree } from "../../../../support/memory-tree.js";
import { targetsOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, FileChange>>;

const BASE = {
  "package.json": '{"workspaces":["packages/*"]}',
  "packages/core/package.json": '{"name":"core"}',
  "packages/core/data/a.json": "1\n",
  "packages/ui/package.json": '{"name":"ui"}',
  "packages/docs/package.json": '{"name":"docs","dependencies":{"ui":"*"}}',
  "packages/alone/package.json": '{"name":"alone"}',
};

describe("a link into another package", () => {
  let repository: GitRepository;

  beforeAll(async () => {
    repository = await GitRepository.create();
  });

  afterAll(async () => repository.remove());

  async function impact(more: Files, change: Files): Promise<readonly string[]> {
    const [base = "", head = ""] = await repository.commits([
      { files: { ...BASE, ...more } },
      { parents: [0], files: change },
    ]);
    const read = readSourceChoices("workspaces");
    if (!read.ok) throw new Error(read.expected);
    const { answer } = await computeTargets({
      choices: read.choices,
      question: {
        wanted: { kind: "pair", base, head },
        checkout: repository.folder,
        remote: null,
        signal: new AbortController().signal,
      },
      readFile: () => {
        throw new Error("there is no list");
      },
      objection: () => null,
    });
    return answer.kind === "all" ? [`ALL: ${answer.cause.rule}`] : [...answer.targets.keys()].sort();
  }

  const link = (content: string): FileChange => ({ mode: "120000", content });
  const edit = { "packages/core/data/a.json": "2\n" };

  it.each([
    ["a file", { "packages/ui/a.json": link("../core/data/a.json") }],
    ["a folder", { "packages/ui/data": link("../core/data") }],
    ["another link", { "packages/ui/data": link("../../shared"), shared: link("packages/core/data") }],
    ["a folder behind a link", { "packages/ui/d": link("../../all/data"), all: link("packages/core") }],
  ] as const)("is an edge of the package that has it: to %s", async (_what, links) => {
    expect(await impact(links, edit)).toEqual(["core", "docs", "ui"]);
  });

  it("names its target when it is new", async () => {
    expect(await impact({}, { "packages/ui/data": link("../core/data") })).toEqual(["core", "docs", "ui"]);
  });

  it.each([
    ["itself", "data"],
    ["a circle", "../ui/data"],
    ["a place outside the repository", "../../../x"],
    ["the whole repository", "../.."],
  ])("means nothing to %s", async (_what, target) => {
    expect(await impact({ "packages/ui/data": link(target) }, edit)).toEqual(["core"]);
  });
});

describe("a configuration of TypeScript", () => {
  async function impact(path: string, text: string, change: Readonly<Record<string, string>>) {
    const base = MemoryTree.of({ ...BASE, "packages/core/tsconfig.json": "{}", [path]: text });
    return targetsOf(workspacesSource(), base, base.with(change));
  }

  const edit = { "packages/core/tsconfig.json": '{"strict":true}' };

  it.each([
    '{ "extends": "../core/tsconfig.json" }',
    '{ "extends": "../core/tsconfig" }',
    '{ "extends": ["../core/tsconfig.json"], }',
    '{ // a comment with "quotes"\n "references": [{ "path": "../core" }, /* one */ ], }',
  ])("is an edge of its package: %s", async (text) => {
    expect(await impact("packages/ui/tsconfig.build.json", text, edit)).toEqual(["core", "docs", "ui"]);
  });

  it.each([
    [
      "through a file that no package owns",
      { "tsconfig.base.json": '{"extends":"./packages/core/tsconfig"}' },
    ],
    ["through a link", { "tsconfig.base.json": linkTo("packages/core/tsconfig.json") }],
    [
      "through a circle",
      {
        "tsconfig.base.json": '{"extends":"./tsconfig.b.json"}',
        "tsconfig.b.json": '{"extends":["./tsconfig.base.json","./packages/core/tsconfig.json"]}',
      },
    ],
  ])("is an edge %s", async (_how, more) => {
    const extending = { "packages/ui/tsconfig.json": '{"extends":"../../tsconfig.base"}' };
    const base = MemoryTree.of({ ...BASE, ...extending, ...more });
    expect(await targetsOf(workspacesSource(), base, base.with(edit))).toEqual(["core", "docs", "ui"]);
  });

  it.each(['{ "extends": "@tsconfig/node20" }', "{", '{ "extends": "../../tsconfig.base.json" }', "[]"])(
    "is none for %s",
    async (text) => {
      expect(await impact("packages/ui/tsconfig.json", text, edit)).toEqual(["core"]);
    },
  );
});

describe("the files of a tree", () => {
  it("are not searched again for each name of a configuration", async () => {
    const names = Array.from({ length: 50 }, (_, number) => `tsconfig.v${number}.json`);
    const tree = MemoryTree.of(Object.fromEntries(names.map((name) => [name, "{}"])));
    let searches = 0;
    const named = (name: string) => {
      searches += 1;
      return names.filter((one) => one === name);
    };
    const entries = Object.assign(new Map(await tree.entries()), { named });
    tree.entries = () => Promise.resolve(entries);
    await treeEdges().read(tree);
    expect(searches).toBeLessThan(5);
  });

  it("are parsed only when the parser is ready, also if none is there yet", async () => {
    let isReady = false;
    const ready = new Promise<void>((resolve) => {
      setImmediate(() => {
        isReady = true;
        resolve();
      });
    });
    await new ParsedFiles((text) => text).read(MemoryTree.of({}), [], ready);
    expect(isReady).toBe(true);
  });
});

describe("the settings of a build tool", () => {
  const edit = { "packages/core/data/a.json": "2\n" };

  async function impact(more: Readonly<Record<string, string>>, change: Readonly<Record<string, string>>) {
    const base = MemoryTree.of({ ...BASE, ...more });
    return targetsOf(workspacesSource(), base, base.with(change));
  }

  it.each<[string, Readonly<Record<string, string>>]>([
    ["a task of a package", { "packages/ui/turbo.json": '{"tasks":{"test":{"dependsOn":["core#build"]}}}' }],
    ["a task beside another", { "packages/ui/turbo.json": '{"tasks":{"dev":{"with":["core#dev"]}}}' }],
    ["a task in the older form", { "turbo.json": '{"pipeline":{"ui#test":{"dependsOn":["core#build"]}}}' }],
    ["a task with a comment", { "turbo.jsonc": '{"tasks":{"ui#test":{"dependsOn":["core#build",]}}} // a' }],
    ["an implicit dependency", { "packages/ui/project.json": '{"implicitDependencies":["core"]}' }],
    [
      "an implicit dependency on the name of a project",
      {
        "packages/ui/project.json": '{"name":"user","implicitDependencies":["kernel"]}',
        "packages/core/project.json": '{"name":"kernel"}',
      },
    ],
    [
      "an implicit dependency in a manifest",
      {
        "nx.json": "{}",
        "packages/ui/package.json": '{"name":"ui","nx":{"implicitDependencies":["core"]}}',
      },
    ],
  ])("makes %s an edge", async (_what, more) => {
    expect(await impact(more, edit)).toEqual(["core", "docs", "ui"]);
  });

  it("names the package whose task is newly needed", async () => {
    const turbo = '{"extends":["//"],"tasks":{"test":{"dependsOn":["core#build"]}}}';
    expect(await impact({ "turbo.json": "{}" }, { "packages/ui/turbo.json": turbo })).toEqual([
      "core",
      "docs",
      "ui",
    ]);
  });

  it("makes a task that all packages need an edge of those that have the script", async () => {
    const more = {
      "turbo.json": '{"tasks":{"build":{"dependsOn":["^build","core#build","$CI"]}}}',
      "packages/alone/package.json": '{"name":"alone","scripts":{"build":"tsc"}}',
    };
    expect(await impact(more, edit)).toEqual(["alone", "core"]);
  });

  it.each([
    ["a task without a script", '{"build":{"dependsOn":["transit"]},"transit":{"dependsOn":["core#gen"]}}'],
    [
      "a task of its dependencies",
      '{"build":{"dependsOn":["^gen"]},"gen":{"dependsOn":["^gen","core#gen"]}}',
    ],
    ["a task beside it", '{"build":{"with":["dev"]},"dev":{"with":["core#dev"]}}'],
    ["a task beside an odd entry", '{"build":{"dependsOn":["core#build",null]}}'],
    ["a single task", '{"build":{"dependsOn":"core#build"}}'],
    ["a task of another package", '{"build":{"dependsOn":["ui#x"]},"x":{"dependsOn":["core#gen"]}}'],
  ])("reaches %s from a script", async (_what, tasks) => {
    const more = {
      "turbo.json": `{"tasks":${tasks}}`,
      "packages/alone/package.json": '{"name":"alone","scripts":{"build":"tsc"}}',
    };
    const found = await impact(more, edit);
    expect(found).toContain("alone");
    expect(found).toContain("core");
  });

  it("takes what a package needs from the settings that it extends", async () => {
    const more = {
      "turbo.json": '{"tasks":{"build":{"dependsOn":["^build"]},"gen":{}}}',
      "packages/alone/turbo.json": '{"extends":["//","ui"]}',
      "packages/ui/turbo.json": '{"extends":["//",1],"tasks":{"build":{"dependsOn":["core#gen"]}}}',
    };
    expect(await impact(more, edit)).toEqual(["alone", "core", "docs", "ui"]);
    expect(await impact(more, { "packages/ui/turbo.json": "{}" })).toEqual(["alone", "docs", "ui"]);
  });

  it("adds no edge for tasks of the dependencies", async () => {
    const more = {
      "turbo.json":
        '{"tasks":{"build":{"dependsOn":["^build","codegen","$CI"]},"ui#gen":{"dependsOn":["x"]}}}',
      "nx.json":
        '{"targetDefaults":{"build":{"dependsOn":["^build","build:prod",{"projects":"self","target":"x"},{"dependencies":true,"target":"build"}]}}}',
      "packages/alone/package.json": '{"name":"alone","scripts":{"build":"tsc","build:prod":"tsc"}}',
      "packages/docs/project.json":
        '{"targets":{"test":{"dependsOn":["^build","vite:build"]},"vite:build":{}}}',
    };
    expect(await impact(more, edit)).toEqual(["core"]);
  });

  it.each([
    ['{"targets":{"build":{"dependsOn":["core:build"]}}}'],
    ['{"targets":{"build":{"dependsOn":[null,"core:build:prod"]}}}'],
    ['{"targets":{"build":{"dependsOn":[{"projects":["core"],"target":"build"}]}}}'],
    ['{"targets":{"build":{"dependsOn":[{"projects":"core","target":"build"}]}}}'],
    ['{"targets":{"build":{"dependsOn":[{"projects":["!docs"],"target":"build"}]}}}'],
    ['{"targets":{"build":{"dependsOn":["kernel:build"]}}}'],
    ['{"implicitDependencies":["core",7]}'],
    ['{"implicitDependencies":["lib*"]}'],
    ['{"implicitDependencies":["tag:lib"]}'],
    ['{"implicitDependencies":["directory:packages/core"]}'],
    ['{"implicitDependencies":["packages/core"]}'],
    ['{"implicitDependencies":["elsewhere"]}'],
  ])("reads the targets and the dependencies of a project of Nx: %s", async (project) => {
    expect(await impact({ "packages/alone/project.json": project }, edit)).toEqual(["alone", "core"]);
    const manifest = `{"name":"alone","nx":${project}}`;
    expect(await impact({ "nx.json": "{}", "packages/alone/package.json": manifest }, edit)).toEqual([
      "alone",
      "core",
    ]);
  });

  it("makes an excluded project no edge", async () => {
    const none = { "packages/alone/project.json": '{"implicitDependencies":["!core"]}' };
    expect(await impact(none, edit)).toEqual(["core"]);
  });

  it.each([
    '{"targetDefaults":{"build":{"dependsOn":["core:build"]}}}',
    '{"targetDefaults":[{"target":"build","dependsOn":["core:build"]}]}',
    '{"targetDefaults":{"build":{"dependsOn":[{"projects":["lib*"],"target":"build"}]}}}',
    '{"targetDependencies":{"build":[{"projects":"core","target":"build"}]}}',
  ])("makes what Nx needs by default an edge of every package: %s", async (workspace) => {
    expect(await impact({ "nx.json": workspace }, edit)).toEqual([".", "alone", "core", "docs", "ui"]);
  });

  it("means every package of a name that several folders have", async () => {
    const more = {
      "package.json": '{"workspaces":["packages/*","other/*"]}',
      "packages/core/package.json": '{"name":"@a/core"}',
      "other/core/package.json": '{"name":"@b/core"}',
      "packages/alone/project.json": '{"implicitDependencies":["core"]}',
    };
    expect(await impact(more, edit)).toEqual(["@a/core", "alone"]);
    expect(await impact(more, { "other/core/a.js": "" })).toEqual(["@b/core", "alone"]);
  });

  it("has few edges when every package may use every other", async () => {
    const members = Array.from({ length: 3_000 }, (_, number): [string, string] => [
      `packages/m${number}/package.json`,
      `{"name":"m${number}"}`,
    ]);
    const files = {
      ...BASE,
      ...Object.fromEntries(members),
      "nx.json": '{"targetDefaults":{"a":{"dependsOn":["x:y"]}}}',
    };
    const { packages } = (await nodeEcosystem().read(MemoryTree.of(files))).workspaces[0] ?? { packages: [] };
    expect(packages.length).toBeGreaterThan(3_000);
    expect(packages.reduce((sum, { dependsOn }) => sum + dependsOn.size, 0)).toBeLessThan(
      3 * packages.length,
    );
  });

  it.each(["{", "[]", '{"tasks":[]}', '{"tasks":{"a":{"dependsOn":[1]}}}', '{"tasks":{"a":null}}'])(
    "declares nothing if it cannot be read: %s",
    async (text) => {
      expect(await impact({ "turbo.json": text, "packages/ui/project.json": text }, edit)).toEqual(["core"]);
    },
  );
});
