/** Dependencies that the tree shows and no manifest: links into other packages, configurations of TypeScript and of build tools. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { computeTargets } from "../../../../../src/targets/compute-targets.js";
import { readSourceChoices } from "../../../../../src/targets/source-choice.js";
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

  it("makes a pattern an edge to every package, and an excluded project none", async () => {
    const more = { "packages/alone/project.json": '{"implicitDependencies":["!core","lib*"]}' };
    expect(await impact(more, edit)).toEqual(["alone", "core"]);
    const none = { "packages/alone/project.json": '{"implicitDependencies":["!core","elsewhere"]}' };
    expect(await impact(none, edit)).toEqual(["core"]);
  });

  it.each(["{", "[]", '{"tasks":[]}', '{"tasks":{"a":{"dependsOn":[1]}}}', '{"tasks":{"a":null}}'])(
    "declares nothing if it cannot be read: %s",
    async (text) => {
      expect(await impact({ "turbo.json": text, "packages/ui/project.json": text }, edit)).toEqual(["core"]);
    },
  );
});
