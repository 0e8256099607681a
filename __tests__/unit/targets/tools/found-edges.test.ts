/** Which of the edges that a tool finds in the head tree are new: those that the base tree cannot be seen to have. */
import { describe, expect, it } from "@jest/globals";
import { newlyUsedTargets } from "../../../../src/targets/graph.js";
import { nxProjects } from "../../../../src/targets/sources/nx.js";
import {
  type FoundEdges,
  importedIn,
  mayImport,
  withFoundEdges,
} from "../../../../src/targets/tools/found-edges.js";
import { changesBetween, MemoryTree } from "../../../support/memory-tree.js";

const manifest = (name: string, dependencies = {}) => JSON.stringify({ name: `@shop/${name}`, dependencies });
const base = MemoryTree.of({
  "package.json": JSON.stringify({ workspaces: ["libs/*"] }),
  "libs/core/package.json": manifest("core"),
  "libs/ui/package.json": manifest("ui"),
  "libs/ui/a.ts": 'import { core } from "@shop/core";\n',
  "libs/ui/b.ts": 'import "@shop/core/b";\n',
  "libs/docs/package.json": manifest("docs"),
  "libs/docs/a.md": "docs",
});

const USES: FoundEdges = {
  graph: new Map([["@shop/ui", new Set(["@shop/core"])]]),
  byFile: new Map(),
  aliases: new Map(),
};

function carriedBy(...paths: readonly string[]): FoundEdges {
  const files = new Map(paths.map((path) => [path, new Set(["@shop/core"])]));
  return { ...USES, byFile: new Map([["@shop/ui", files]]) };
}

/** The projects that count as newly used. */
async function newlyUsed(
  found: FoundEdges,
  changes: Readonly<Record<string, string | null>>,
  from = base,
): Promise<readonly string[]> {
  const head = from.with(changes);
  const read = nxProjects();
  const projects = { base: await read(from), head: await read(head) };
  const changed = changesBetween(from, head);
  const all = await withFoundEdges(projects, found, { base: from, changed });
  const graphs = { base: all.base.graph, head: all.head.graph, changed: new Map() };
  return [...newlyUsedTargets(graphs).keys()].sort();
}

describe("an edge that a tool finds", () => {
  it("was there where a file has it that is not changed", async () => {
    const found = carriedBy("libs/ui/a.ts", "libs/ui/b.ts");
    expect(await newlyUsed(found, { "libs/ui/a.ts": "changed" })).toEqual([]);
  });

  it("was there where no file is told, and the project is not touched", async () => {
    expect(await newlyUsed(USES, { "libs/docs/a.md": "changed" })).toEqual([]);
    expect(await newlyUsed(USES, { "libs/ui/c.css": "new" })).toEqual(["@shop/core"]);
  });

  it("was there where a changed file of the project imported the other before", async () => {
    for (const path of ["libs/ui/a.ts", "libs/ui/b.ts"]) {
      expect(await newlyUsed(carriedBy(path), { [path]: 'import "@shop/core"; // changed' })).toEqual([]);
    }
    const moved = { "libs/ui/a.ts": null, "libs/ui/c.ts": 'import "@shop/core";' };
    expect(await newlyUsed(carriedBy("libs/ui/c.ts"), moved)).toEqual([]);
  });

  it("is new where only files have it that are new, or did not import the other before", async () => {
    const edited = { "libs/docs/a.md": "changed" };
    const from = base.with({ "libs/ui/a.ts": "// nothing\n", "libs/ui/b.ts": null });
    for (const path of ["libs/ui/a.ts", "libs/ui/new.ts"]) {
      expect(await newlyUsed(carriedBy(path), { ...edited, [path]: 'import "@shop/core";' }, from)).toEqual([
        "@shop/core",
      ]);
    }
  });

  it("is new where one of the two projects is, and where a manifest declares it from now on", async () => {
    const from = base.with({ "libs/ui/package.json": null });
    expect(
      await newlyUsed(carriedBy("libs/ui/b.ts"), { "libs/ui/package.json": manifest("ui") }, from),
    ).toEqual(["@shop/core"]);
    const declared = { "libs/ui/package.json": manifest("ui", { "@shop/core": "1" }) };
    expect(await newlyUsed(carriedBy("libs/ui/b.ts"), declared)).toEqual(["@shop/core"]);
  });

  it.each([
    ["a path", 'import x from "../core/src";', []],
    ["a path to a folder", 'import x from "../core";', []],
    ["a name of tsconfig", 'import x from "core-of-shop";', []],
    ["a pattern of tsconfig", 'import x from "lib/core/x";', []],
    ["a path to another place", 'import x from "../docs/core";', ["@shop/core"]],
    ["a path out of the repository", 'import x from "../../../core";', ["@shop/core"]],
    ["a name that may mean two", 'import x from "@shop/both";', ["@shop/core"]],
    ["a longer name", 'import x from "@shop/core2";', ["@shop/core"]],
  ])("is looked for in the base tree by %s", async (_kind, text, expected) => {
    const from = base.with({ "libs/ui/a.ts": text, "libs/ui/b.ts": null });
    const aliases = new Map([
      ["core-of-shop", ["./libs/core/src/index.ts"]],
      ["lib/*", ["libs/*/index.ts"]],
      ["@shop/both", ["libs/core/x", "libs/docs/x"]],
    ]);
    const found = { ...carriedBy("libs/ui/a.ts"), aliases };
    expect(await newlyUsed(found, { "libs/ui/a.ts": `${text}\n// changed` }, from)).toEqual(expected);
  });
});

describe("a file imports for sure", () => {
  const imports = (text: string) => importedIn(Buffer.from(text));

  it.each([
    'import a from "x";',
    "  import { a, type B as C } from 'x'",
    "import * as a from 'x';",
    'import {\n  a,\n  b,\n} from "x";',
    'import type { A } from "x";',
    'import "x";',
    'export * from "x";',
    'export { from } from "x";',
    '/* one */ import "x";',
    '"use strict";\nconst { a, b: c } = require("x");',
  ])("what stands in %j", (text) => {
    expect(imports(text)).toEqual(["x"]);
  });

  it.each([
    '// import "x";',
    '/* import "x"; */',
    '/*\nimport "x";\n*/',
    '/*/\nimport "x";',
    'const glob = "src/*";\nimport "x";',
    '// nx-ignore-next-line\nimport "x";',
    'const a = `\nimport "x";\n`;',
    'const a = "\\\nimport \\"x\\"";\n',
    'const text = "x";',
    'export const x = "x";',
    'export default "x";',
    'import("x");',
    "import { a }\n",
    "import 'x\n'",
    "",
  ])("nothing of %j", (text) => {
    expect(imports(text)).toEqual([]);
  });

  it("nothing of files of other kinds, or of great length", () => {
    const kinds = ["a.ts", "a.tsx", "a.js", "a.mjs", "a.cjs", "a.mts", "a.cts", "a.jsx"];
    expect([...kinds, "a.py", "js", "a.jsonx", "a.tsv"].filter(mayImport)).toEqual(kinds);
    expect(imports(`import "x";\n${" ".repeat(1024 * 1024)}`)).toEqual([]);
  });

  it.each(["import\n", "import from ", "const a = ", "/*", "\t", "import {", "from"])(
    "within a moment, whatever stands in it: %j",
    (piece) => {
      const start = performance.now();
      imports(piece.repeat(Math.floor((1024 * 1024) / piece.length)));
      expect(performance.now() - start).toBeLessThan(5000);
    },
  );
});
