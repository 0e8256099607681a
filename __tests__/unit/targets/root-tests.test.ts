/** Tests in a folder beside the packages: a change of them counts for what they use, and for what uses their files. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { computeTargets } from "../../../src/targets/compute-targets.js";
import { readSourceChoices } from "../../../src/targets/source-choice.js";
import { type FileChange, GitRepository } from "../../support/git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

let repository: GitRepository;

beforeAll(async () => {
  repository = await GitRepository.create();
});

afterAll(async () => repository.remove());

const BASE: Files = {
  "package.json": JSON.stringify({
    name: "fx",
    workspaces: ["packages/*", "website"],
    scripts: { test: "node ./packages/cli/bin.js" },
  }),
  "packages/cli/package.json": '{"name":"@fx/cli","dependencies":{"core":"*"}}',
  "packages/core/package.json": '{"name":"core"}',
  "packages/ui/package.json": '{"name":"ui"}',
  "packages/alone/package.json": '{"name":"alone"}',
  "website/package.json": '{"name":"website"}',
  "e2e/run.ts": "export const run = 1;\n",
  "e2e/__tests__/a.test.ts": "import { run } from '../run';\nimport ui from 'ui';\n",
};

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
  if (answer.kind === "all") return [`ALL: ${answer.cause.subject}: ${answer.cause.rule}`];
  return [...answer.targets.keys()].sort();
}

const edit = { "e2e/__tests__/a.test.ts": "import ui from 'ui'; // edited\n" };
const unowned = (path: string) => [`ALL: ${path}: no target owns it`];
/** The folder itself, the package at the root, and how names are resolved. */
const ALWAYS = ["e2e/", "fx", "package.json"];

describe("a changed test beside the packages", () => {
  it("counts for the packages that the folder and the root's scripts name", async () => {
    expect(await impact({}, edit)).toEqual(["@fx/cli", ...ALWAYS, "ui"].sort());
  });

  it("shares a target with a change of what the named packages use", async () => {
    const list = await impact({}, edit);
    const other = await impact({}, { "packages/core/a.js": "1\n" });
    expect(other).toEqual(["@fx/cli", "core"]);
    expect(other.some((name) => list.includes(name))).toBe(true);
    const apart = await impact({}, { "packages/alone/a.js": "1\n" });
    expect(apart.some((name) => list.includes(name))).toBe(false);
  });

  it.each([
    ["by its directory", { "e2e/data.json": '{"at":"../packages/alone/x"}\n' }, ["alone"]],
    ["by a directory around all", { "e2e/u.ts": "join(root, '../packages')\n" }, ["alone", "core"]],
    ["in the tree after", {}, ["alone"], { "e2e/n.ts": "import 'alone/x';\n" }],
  ])("counts for a package that is named %s", async (_how, more, names, change: Files = edit) => {
    expect(await impact(more, change)).toEqual(["@fx/cli", ...ALWAYS, "ui", ...names].sort());
  });

  it("counts for a package whose files name the folder, and its dependents", async () => {
    const reader = { "packages/core/a.test.ts": "import '../../e2e/run';\n" };
    expect(await impact(reader, edit)).toEqual(["@fx/cli", "core", ...ALWAYS, "ui"].sort());
  });

  it.each(["cd ../.. && npx jest e2e", "jest --roots ../../e2e --ci"])(
    "counts for a package whose script names the folder as a word: %s",
    async (script) => {
      const reader = {
        "packages/core/package.json": JSON.stringify({ name: "core", scripts: { t: script } }),
      };
      const list = await impact(reader, edit);
      expect(list).toEqual(["@fx/cli", "core", ...ALWAYS, "ui"].sort());
    },
  );

  it("counts for everything if the configuration at the root names it, directly or through imports", async () => {
    const config = { "jest.config.js": "export default { globalSetup: './e2e/setup' };\n" };
    const setup = { ...config, "e2e/setup.ts": "import './run.js';\n" };
    expect(await impact(setup, { "e2e/setup.ts": "import './run.js'; //\n" })).toEqual(
      unowned("e2e/setup.ts"),
    );
    expect(await impact(setup, { "e2e/run.ts": "// edited\n" })).toEqual(unowned("e2e/run.ts"));
    expect(await impact(setup, edit)).toEqual(["@fx/cli", ...ALWAYS, "ui"].sort());
    const selects = { "jest.config.js": "export default { roots: ['e2e/__tests__', 'e2e/**'] };\n" };
    expect(await impact(selects, edit)).toEqual(["@fx/cli", ...ALWAYS, "ui"].sort());
  });

  it.each([
    [
      "a package in the folder",
      { "e2e/p/package.json": '{"name":"p","workspaces":["x"]}', "e2e/p/x/package.json": "{}" },
    ],
    ["a link out of the folder", { "e2e/link": { mode: "120000", content: "../packages/core" } as const }],
    ["code whose names differ from those of packages", { "e2e/test_a.py": "import fx_core\n" }],
    ["a path with too many parts", { "e2e/long.txt": `${"a/".repeat(50)}\n` }],
    ["a word that is too long", { "e2e/long.txt": `${"a".repeat(500)}\n` }],
  ])("counts for everything with %s", async (_what, more) => {
    expect(await impact(more, edit)).toEqual(unowned("e2e/__tests__/a.test.ts"));
  });

  it("follows no link, and needs not to if it leads to the folder itself", async () => {
    const link = { "e2e/link": { mode: "120000", content: "./run.ts" } as const };
    expect(await impact(link, edit)).toEqual(["@fx/cli", ...ALWAYS, "ui"].sort());
  });

  it("leaves other folders beside the packages as they are", async () => {
    expect(await impact({}, { "scripts/build.js": "1\n" })).toEqual(unowned("scripts/build.js"));
  });
});
