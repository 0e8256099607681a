/** Configuration at the root that only some packages read, and what makes every package a reader. */
import { describe, expect, it } from "@jest/globals";
import { answerBetween } from "../../../../../src/targets/answer-between.js";
import type { Source } from "../../../../../src/targets/source.js";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { changesBetween, linkTo, MemoryTree } from "../../../../support/memory-tree.js";

type Files = Readonly<Record<string, string | null>>;

const BASE = {
  "package.json": '{"name":"shop","workspaces":["packages/*"]}',
  "package-lock.json": "{}",
  "tsconfig.base.json": '{"compilerOptions":{"strict":false}}',
  "packages/core/package.json": '{"name":"core"}',
  "packages/core/tsconfig.json": '{"extends":"../../tsconfig.base.json"}',
  "packages/core/index.ts": "1",
  "packages/ui/package.json": '{"name":"ui","dependencies":{"core":"*"}}',
  "packages/docs/package.json": '{"name":"docs"}',
  "packages/docs/a.js": "1",
  "packages/alone/package.json": '{"name":"alone"}',
  "packages/alone/a.js": "1",
};

/** Sorted names; the cause for everything. */
async function impact(
  more: Files,
  change: Files,
  sources: readonly Source[] = [workspacesSource()],
): Promise<readonly string[] | string> {
  const base = MemoryTree.of(BASE).with(more);
  const head = base.with(change);
  const { answer } = await answerBetween(
    { base, head, changed: changesBetween(base, head) },
    {
      named: sources,
      detect: () => Promise.reject(new Error("the source is named")),
      checkout: null,
      signal: new AbortController().signal,
      wantsEveryBlocker: false,
      warn: () => undefined,
      note: () => undefined,
    },
  );
  return answer.kind === "all"
    ? `${answer.cause.subject}: ${answer.cause.rule}`
    : [...answer.targets.keys()].sort();
}

const STRICT = { "tsconfig.base.json": '{"compilerOptions":{"strict":true}}' };
const READERS = ["core", "package-lock.json", "shop", "tsconfig.base.json", "ui"];

describe("tsconfig.base.json", () => {
  it("counts for the packages that extend it, and for those that use them", async () => {
    expect(await impact({}, STRICT)).toEqual(READERS);
  });

  it.each([
    ["without the ending", { "packages/docs/tsconfig.json": '{"extends":"../../tsconfig.base"}' }],
    [
      "as a reference",
      { "packages/docs/tsconfig.json": '{"references":[{"path":"../../tsconfig.base.json"}]}' },
    ],
    [
      "through another one",
      {
        "tsconfig.lib.json": '{"extends":"./tsconfig.base.json"}',
        "packages/docs/tsconfig.json": '{"extends":"../../tsconfig.lib.json"}',
      },
    ],
    ["in a program", { "packages/docs/a.js": 'read("../../tsconfig.base.json")' }],
    [
      "in a script",
      { "packages/docs/package.json": '{"name":"docs","scripts":{"b":"tsc -p ../../tsconfig.base.json"}}' },
    ],
    ["with a link", { "packages/docs/base.json": linkTo("../../tsconfig.base.json") }],
    [
      "with a link to a link",
      {
        "tsconfig.link.json": linkTo("tsconfig.base.json"),
        "packages/docs/base.json": linkTo("../../tsconfig.link.json"),
      },
    ],
    [
      "by a link of that name",
      {
        "tsconfig.link.json": linkTo("./tsconfig.base.json"),
        "packages/docs/tsconfig.json": '{"extends":"../../tsconfig.link.json"}',
      },
    ],
    [
      "from the folder where a program starts",
      { "packages/docs/.eslintrc.js": 'module.exports = { project: "./tsconfig.base.json" };' },
    ],
    [
      "after a change of the folder",
      {
        "packages/docs/package.json":
          '{"name":"docs","scripts":{"b":"cd ../.. && tsc -p ./tsconfig.base.json"}}',
        "packages/docs/tsconfig.base.json": "{}",
      },
    ],
    ["with a pattern", { "packages/docs/a.js": 'project: ["../../tsconfig.*.json"]' }],
    ["with a name put together", { "packages/docs/a.js": 'read("../../tsconfig." + "base" + ".json")' }],
    [
      "with a variable",
      { "packages/docs/package.json": '{"name":"docs","scripts":{"b":"tsc -p ../../tsconfig.$f.json"}}' },
    ],
    ["in a very long file", { "packages/docs/a.js": `"../../tsconfig.base.json"${" ".repeat(2 ** 21)}` }],
  ] as const)("counts for a package that names it %s", async (_how, more) => {
    expect(await impact(more, STRICT)).toEqual(["core", "docs", ...READERS.slice(1)].sort());
  });

  it.each([
    [
      "another file of that name",
      {
        "packages/docs/tsconfig.json": '{"extends":"./tsconfig.base.json"}',
        "packages/docs/tsconfig.base.json": "{}",
      },
    ],
    [
      "prose and ignore files",
      { "packages/docs/README.md": "tsconfig.base.json", ".npmignore": "tsconfig.base.json" },
    ],
    ["a longer name", { "packages/docs/a.js": "tsconfig.base.json5 my-tsconfig.base" }],
  ] as const)("does not count for %s", async (_what, more) => {
    expect(await impact(more, STRICT)).toEqual(READERS);
  });

  it("counts for what its new lines name", async () => {
    const paths = { "tsconfig.base.json": '{"compilerOptions":{"paths":{"d":["packages/docs/a.js"]}}}' };
    expect(await impact({}, paths)).toEqual(["core", "docs", ...READERS.slice(1)].sort());
    const types = { "tsconfig.base.json": '{"compilerOptions":{"types":["alone"]}}' };
    expect(await impact({}, types)).toEqual(["alone", ...READERS]);
    for (const place of ["packages/*/types", "packages", "../../packages/d*/x", "packages/{docs,alone}"]) {
      const include = { "tsconfig.base.json": `{"compilerOptions":{"strict":false},"include":["${place}"]}` };
      expect(await impact({}, include)).toContain("docs");
    }
  });

  it.each(["**/*.ts", "*", ".", "./", "../*"])(
    "counts for everything if new lines may name %s",
    async (place) => {
      expect(await impact({}, { "tsconfig.base.json": `{"include":["${place}"]}` })).toMatch(
        /may name every folder$/,
      );
    },
  );

  it.each([
    [
      "package.json",
      { "package.json": `${BASE["package.json"].slice(0, -1)},"scripts":{"b":"tsc -p tsconfig.base.json"}}` },
      /package\.json names it, and no target owns that file$/,
    ],
    ["a workflow", { ".github/workflows/ci.yml": "run: tsc -p tsconfig.base.json" }, /ci\.yml names it/],
    [
      "tsconfig.json",
      { "tsconfig.json": '{"extends":"./tsconfig.base.json"}' },
      /tsconfig\.json reads it, which tools look for in every folder$/,
    ],
    [
      "a pattern outside all packages",
      { "turbo.json": '{"globalDependencies":["tsconfig.*.json"]}' },
      /turbo\.json names it/,
    ],
    ["a link at the root", { "tsconfig.json": linkTo("tsconfig.base.json") }, /tsconfig\.json reads it/],
    ["nx.json", { "nx.json": "{}" }, /Nx reads it for all projects$/],
  ])("counts for everything if it is read by %s", async (_what, more, expected) => {
    expect(await impact(more, STRICT)).toMatch(expected);
  });

  it.each([
    [
      "a package that begins to extend it",
      { "packages/docs/tsconfig.json": '{"extends":"../../tsconfig.base"}' },
    ],
    [
      "a package that begins to name it",
      { "packages/docs/package.json": '{"name":"docs","scripts":{"b":"tsc -p ../../tsconfig.base.json"}}' },
    ],
    [
      "a package that begins to link to it",
      { "packages/docs/tsconfig.json": linkTo("../../tsconfig.base.json") },
    ],
    ["a package that begins to name a pattern", { "packages/docs/a.js": '"../../tsconfig.*.json"' }],
    [
      "a package with a new, very long file",
      { "packages/docs/b.js": `"../../tsconfig.base.json"${" ".repeat(2 ** 21)}` },
    ],
    [
      "a new package",
      {
        "packages/new/package.json": '{"name":"new"}',
        "packages/new/tsconfig.json": '{"extends":"../../tsconfig.base"}',
      },
    ],
  ] as const)("has a target in common with %s", async (_what, change) => {
    expect(await impact({}, change)).toContain("package-lock.json");
    expect(READERS).toContain("package-lock.json");
  });

  it("has none in common with a change of other lines", async () => {
    expect(
      await impact({ "packages/docs/a.js": "tsconfig.base" }, { "packages/docs/a.js": "tsconfig.base; 2" }),
    ).toEqual(["docs"]);
  });
});

describe("tsconfig.json at the root", () => {
  it("counts for everything", async () => {
    expect(await impact({}, { "tsconfig.json": "{}" })).toMatch(/^tsconfig\.json: it configures the build$/);
  });
});

describe("jest.preset.js", () => {
  const more = {
    "jest.preset.js": "module.exports = { a: 1 };",
    "packages/docs/jest.config.js": 'module.exports = { preset: "../../jest.preset.js" };',
  };
  const edit = { "jest.preset.js": "module.exports = { a: 2 };" };

  it("counts for what its new lines name below the folder of a package", async () => {
    const setup = { "jest.preset.js": 'module.exports = { a: ["<rootDir>/../../packages/alone/a.js"] };' };
    expect(await impact(more, setup)).toContain("alone");
    const mapped = {
      "jest.preset.js": 'module.exports = { a: { "^x/(.*)$": "<rootDir>/../../packages/$1" } };',
    };
    expect(await impact(more, mapped)).toContain("alone");
  });

  it("counts for the packages that name it", async () => {
    expect(await impact(more, edit)).toEqual(["docs", "jest.preset.js", "package-lock.json", "shop"]);
  });

  it.each([
    ["`join`", 'module.exports = { roots: [join("a", "b")] };'],
    ["a function", "module.exports = async () => ({});"],
    ["`process`", "module.exports = { a: process.env.A };"],
    ["texts that it joins", 'module.exports = { a: "b" + c };'],
    ["a template", "module.exports = { a: `${b}` };"],
    ["a name that it requires", "module.exports = require(name);"],
    ["`process`", "/* a\n b */ module.exports = { a: process.env.A };"],
    ["`process`", "/*\n*/ module.exports = { a: `b\n`, c: process.env.A };"],
    ["`process`", 'module.exports = { a: require("node:process").env.A };'],
    ["a template", "module.exports = { a: `it's ${b}` };"],
    ["a template", "module.exports = { a: b`c` };"],
    ["a call", "module.exports = { a: b?.(c) };"],
    ["a regular expression", "module.exports = { a: /'/, b, c: /'/ };"],
  ])("counts for everything if it computes with %s", async (what, text) => {
    expect(await impact(more, { "jest.preset.js": text })).toBe(
      `jest.preset.js: it configures the build, and it computes its content with ${what}`,
    );
  });

  it.each(["preset: find()", '"preset": find()', "preset,", "preset: `${root}/jest`"])(
    "counts for everything if a package computes its preset: %s",
    async (line) => {
      const computed = { ...more, "packages/alone/jest.config.ts": `export default { ${line} };` };
      expect(await impact(computed, edit)).toBe(
        "jest.preset.js: it configures the build, and packages/alone/jest.config.ts computes its preset",
      );
    },
  );
});

describe(".eslintrc", () => {
  it.each([".eslintrc", ".eslintrc.json", ".eslintrc.cjs"])("counts for everything: %s", async (path) => {
    expect(await impact({ [path]: "{}" }, { [path]: "{ }" })).toBe(`${path}: it configures the build`);
  });
});

describe("several sources", () => {
  it("count it for everything, since each knows only its own targets", async () => {
    const other: Source = {
      name: "paths",
      runsRepositoryCode: false,
      detect: () => Promise.resolve(null),
      answer: () => Promise.resolve({ kind: "targets", targets: new Map(), owned: new Set() }),
      dependents: () => Promise.resolve(new Map()),
      knownNames: () => Promise.resolve(new Set()),
    };
    expect(await impact({}, STRICT, [workspacesSource(), other])).toMatch(/^tsconfig\.base\.json: /);
  });
});
