/** Groups of suites: each suite runs once in `npm test`, on its own or in a group that has a suite. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { groupedSuites, suitesOf } from "../../scripts/suite-groups.mjs";
import { sourceFiles } from "../support/source-files.js";

const GROUPS = sourceFiles("__tests__/groups/").map(({ path }) => path);
const nameIn = (path: string) => /runGroup\("([a-z]+)"\)/.exec(readFileSync(path, "utf8"))?.[1] ?? "none";

describe("groups of suites", () => {
  it("have a suite each, of their own name", () => {
    expect(GROUPS.length).toBeGreaterThan(5);
    for (const path of GROUPS) expect(path).toBe(`__tests__/groups/${nameIn(path)}.test.ts`);
    expect(GROUPS.flatMap((path) => suitesOf(nameIn(path))).sort()).toEqual(groupedSuites().sort());
  });

  it("hold each suite once", () => {
    const suites = groupedSuites();
    expect(new Set(suites).size).toBe(suites.length);
  });

  it("leave out what changes its process and what takes long", () => {
    expect(groupedSuites()).not.toContain("contract/git.test.ts");
    for (const suite of groupedSuites()) {
      expect(readFileSync(`__tests__/${suite}`, "utf8")).not.toMatch(/\bjest\.|process\.chdir/);
    }
  });
});
