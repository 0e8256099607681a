/** The short check runs the suites that a change reaches, and no others. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type ReachedSuite, reachedSuites, withinBudget } from "../support/reached-suites.js";
import type { Import, SourceFile } from "../support/source-files.js";
import { COSTLY_SUITES, costOf } from "../support/suite-costs.js";

function source(path: string, imports: readonly string[] = [], text = ""): SourceFile {
  return { path, text, imports: imports.map((file) => imported(file)) };
}

function imported(file: string): Import {
  const isTypeOnly = file.startsWith("type ");
  return { specifier: file, file: file.replace("type ", ""), isTypeOnly, isLazy: false };
}

const FILES = [
  source("src/a.ts", ["src/b.ts"]),
  source("src/b.ts"),
  source("src/c.ts", ["type src/b.ts"]),
  source("__tests__/unit/a.test.ts", ["src/a.ts"]),
  source("__tests__/unit/c.test.ts", ["src/c.ts"]),
  source("__tests__/support/lives.ts", ["src/b.ts"]),
  source("__tests__/unit/lives.test.ts", [], `runApart("./lives.ts")`),
  source("__tests__/unit/guide.test.ts", [], `readFileSync("docs/guide.md")`),
];

it.each([
  ["a suite itself", ["__tests__/unit/c.test.ts"], ["__tests__/unit/c.test.ts"]],
  [
    "what imports the change, however indirectly, but not what imports its types only",
    ["src/b.ts"],
    ["__tests__/unit/a.test.ts", "__tests__/unit/lives.test.ts"],
  ],
  ["what starts a program", ["__tests__/support/lives.ts"], ["__tests__/unit/lives.test.ts"]],
  ["what names a document", ["docs/guide.md"], ["__tests__/unit/guide.test.ts"]],
  ["nothing", ["src/unknown.ts"], []],
])("reaches %s", (_, changed, suites) => {
  expect(reachedSuites(FILES, changed).map(({ path }) => path)).toEqual(suites);
});

it("reaches the nearest suites first", () => {
  expect(reachedSuites(FILES, ["src/b.ts", "__tests__/unit/lives.test.ts"])).toEqual([
    { path: "__tests__/unit/lives.test.ts", distance: 0 },
    { path: "__tests__/unit/a.test.ts", distance: 2 },
  ]);
  const both = reachedSuites(FILES, ["src/a.ts", "__tests__/support/lives.ts", "src/b.ts"]);
  expect(both.map(({ distance }) => distance)).toEqual([1, 1]);
});

describe("a budget of 10", () => {
  const costs: Readonly<Record<string, number>> = { slow: 15, middling: 6, quick: 3, far: 4 };
  const planned = (...reached: readonly ReachedSuite[]) =>
    withinBudget(reached, (path) => costs[path] ?? 0, 10);

  it("goes to the nearest suites, and to the cheapest of equally near ones", () => {
    const near = ["slow", "middling", "quick"].map((path) => ({ path, distance: 1 }));
    expect(planned(...near, { path: "far", distance: 3 })).toEqual({
      run: ["quick", "middling"],
      leftOut: ["slow", "far"],
    });
  });

  it("has room for a cheap one behind one that is too slow", () => {
    const reached = [
      { path: "slow", distance: 1 },
      { path: "far", distance: 3 },
    ];
    expect(planned(...reached)).toEqual({ run: ["far"], leftOut: ["slow"] });
  });

  it("is doubled for suites that are themselves changed", () => {
    const changed = ["slow", "middling"].map((path) => ({ path, distance: 0 }));
    expect(planned(...changed)).toEqual({ run: ["middling"], leftOut: ["slow"] });
    expect(planned({ path: "slow", distance: 0 }, { path: "quick", distance: 1 })).toEqual({
      run: ["slow"],
      leftOut: ["quick"],
    });
  });
});

describe("the costs of suites", () => {
  it("name suites that exist", () => {
    expect(COSTLY_SUITES.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("are known for the slow ones, and guessed for the others", () => {
    expect(costOf("__tests__/contract/git.test.ts")).toBeGreaterThan(50);
    expect(costOf("__tests__/unit/reached-suites.test.ts")).toBe(1);
  });
});
