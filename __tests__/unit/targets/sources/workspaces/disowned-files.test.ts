/** The reasons why the effect of a lock file or of a root's manifest is not known: each has its own sentence. */
import { describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { MemoryTree } from "../../../../support/memory-tree.js";
import { answerOf } from "../../../../support/targets-answer.js";

type Files = Readonly<Record<string, string | null>>;

const packages = (entries: object) => ({
  lockfileVersion: 3,
  packages: {
    "": { name: "fx", workspaces: ["packages/*"], devDependencies: { tool: "1" } },
    "packages/core": { version: "1.0.0", dependencies: { ms: "2" } },
    "node_modules/core": { resolved: "packages/core", link: true },
    "node_modules/ms": { version: "2.0.0" },
    "node_modules/tool": { version: "1.0.0" },
    ...entries,
  },
});
const text = (lock: object) => JSON.stringify(lock);
const LOCK = text(packages({}));
const manifest = (more: object = {}) =>
  text({ name: "fx", workspaces: ["packages/*"], devDependencies: { tool: "1" }, ...more });
const TREE = MemoryTree.of({
  "package.json": manifest(),
  "package-lock.json": LOCK,
  "packages/core/package.json": text({ name: "core", version: "1.0.0", dependencies: { ms: "2" } }),
  "packages/docs/package.json": text({ name: "docs", version: "1.0.0" }),
});

async function reasonFor(path: string, changes: Files, base = TREE): Promise<string | undefined> {
  const answer = await answerOf(workspacesSource(), base, base.with(changes));
  if (answer.kind === "all") throw new Error(answer.cause.rule);
  expect(answer.owned.has(path)).toBe(false);
  return answer.disowned?.get(path)?.[0];
}

describe("a lock file that may affect everything has the reason", () => {
  it.each<[string, string]>([
    ["its form or some of its entries are unknown", "{"],
    ["its settings for all packages differ", text({ ...packages({}), requires: false, other: 1 })],
    [
      "no package depends on its changed entry node_modules/stray",
      text(packages({ "node_modules/stray": { version: "1.0.0" } })),
    ],
    [
      "the change reaches what is installed at the root, which all packages use",
      text(packages({ "node_modules/tool": { version: "1.0.1" } })),
    ],
    [
      "it changes dependencies of packages/gone, which is no package",
      text(packages({ "packages/gone": { version: "1.0.0", dependencies: { ms: "2" } } })),
    ],
  ])("that %s", async (because, lock) => {
    expect(await reasonFor("package-lock.json", { "package-lock.json": lock })).toBe(
      `it is a lockfile, and ${because}`,
    );
  });

  it("that only one of the trees has it", async () => {
    expect(await reasonFor("package-lock.json", { "package-lock.json": null })).toMatch(
      /only one of the trees has it$/,
    );
  });
});

describe("the root's manifest", () => {
  it("names its differing fields", async () => {
    const changed = manifest({ engines: { node: "24" }, type: "module", jest: { a: 1 } });
    expect(await reasonFor("package.json", { "package.json": changed })).toBe(
      "it is the root of the build, and which packages a change of `engines`, `type`, `jest` affects is not known",
    );
  });

  it("names the entry inside a field, and not more than five", async () => {
    const fields = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`field${index}`, index]));
    const before = TREE.with({ "package.json": manifest({ engines: { node: "22", npm: "10" } }) });
    const changed = manifest({ engines: { node: "24", npm: "10" }, ...fields });
    expect(await reasonFor("package.json", { "package.json": changed }, before)).toContain(
      "a change of `engines.node`, `field0`, `field1`, `field2`, `field3`, 4 more affects",
    );
  });
});
