/**
 * The workspaces of a real repository, five packages of which `ui` and `api` use `core`, `web` uses those and `docs`
 * stands alone: what each pull request impacts, though the branch moved on; and the break that no other list shows.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { workspacesSource } from "../../../../../src/targets/sources/workspaces/workspaces.js";
import { type FileChange, GitRepository } from "../../../../support/git-repository.js";
import { RealTrees } from "../../../../support/real-trees.js";

type Files = Readonly<Record<string, FileChange>>;

const USES = { core: [], ui: ["core"], api: ["core"], web: ["ui", "api"], docs: [] };
const ALL = "ALL";

function manifest(name: string, uses: readonly string[]): string {
  return JSON.stringify({
    name,
    version: "1.0.0",
    dependencies: Object.fromEntries(uses.map((one) => [one, "1.0.0"])),
  });
}

const BASE: Files = {
  "package.json": JSON.stringify({ name: "five", private: true, workspaces: ["packages/*"] }),
  "package-lock.json": "not what npm writes",
  "tool.cfg": "strict = false\n",
  ...Object.fromEntries(
    Object.entries(USES).map(([name, uses]) => [`packages/${name}/package.json`, manifest(name, uses)]),
  ),
  ...Object.fromEntries(Object.keys(USES).map((name) => [`packages/${name}/src/index.js`, `${name}\n`])),
  "packages/core/src/guide.js": "a guide\n",
};

let repository: GitRepository;
let trees: RealTrees;
let tip: string;

beforeAll(async () => {
  repository = await GitRepository.create();
  [, , tip = ""] = await repository.commits([
    { files: BASE, refs: ["refs/heads/fork-point"] },
    { parents: [0], files: { "packages/api/src/index.js": "the api moves on\n" } },
    { parents: [1], files: { "packages/api/src/more.js": "and on\n" }, refs: ["refs/heads/main"] },
  ]);
  trees = await RealTrees.of(repository);
});

afterAll(async () => {
  await trees.remove();
  await repository.remove();
});

/** The list for a pull request that was begun before the branch moved on. */
async function listOf(files: Files): Promise<readonly string[]> {
  const forkPoint = await repository.ref("refs/heads/fork-point");
  if (forkPoint === null) throw new Error("the repository has no fork point");
  const head = await repository.commit({ parents: [forkPoint], files });
  const tree = await repository.git("merge-tree", "--write-tree", tip, head);
  const merge = await repository.git(
    ...["-c", "user.name=x", "-c", "user.email=x@example.com"],
    ...["commit-tree", tree, "-p", tip, "-p", head, "-m", "merge"],
  );
  const context = await trees.context(tip, merge);
  const answer = await workspacesSource().answer(context);
  if (answer.kind === "all" || context.changed.some(({ path }) => !answer.owned.has(path))) return [ALL];
  return [...answer.targets.keys()].sort();
}

it.each<readonly [string, Files, readonly string[]]>([
  ["an edit of core", { "packages/core/src/index.js": "new\n" }, ["api", "core", "ui", "web"]],
  ["an edit of ui", { "packages/ui/src/index.js": "new\n" }, ["ui", "web"]],
  ["a file at the root", { "tool.cfg": "strict = true\n" }, [ALL]],
  [
    "a file that moves from core to docs",
    { "packages/core/src/guide.js": null, "packages/docs/src/guide.js": "a guide\n" },
    ["api", "core", "docs", "ui", "web"],
  ],
  ["a file of docs with a name beyond ASCII", { "packages/docs/src/café.js": "new\n" }, ["docs"]],
  ["the deletion of docs", { "packages/docs": null }, ["docs"]],
  [
    "the first use of core by docs",
    { "packages/docs/package.json": manifest("docs", ["core"]) },
    ["core", "docs"],
  ],
  ["a workflow", { ".github/workflows/test.yml": "on: push\n" }, [ALL]],
  ["a lock file that nobody can read", { "package-lock.json": "still not\n" }, [ALL]],
])("impacts what it should: %s", async (_what, files, expected) => {
  expect(await listOf(files)).toEqual(expected);
});

it("puts into one lane who changes core and who begins to use it", async () => {
  const changes = await listOf({ "packages/core/src/index.js": "export const renamed = 1;\n" });
  const begins = await listOf({
    "packages/docs/package.json": manifest("docs", ["core"]),
    "packages/docs/src/index.js": 'import "core";\n',
  });
  expect(changes.filter((target) => begins.includes(target))).toEqual(["core"]);
});

it("counts everything where a manifest is a link, whatever the link says", async () => {
  const linked: FileChange = { mode: "120000", content: manifest("docs", []) };
  expect(await listOf({ "packages/docs/package.json": linked })).toEqual([ALL]);
});

describe("folders that nobody can look into", () => {
  const link = (content: string): FileChange => ({ mode: "120000", content });
  const submodule: FileChange = { mode: "160000", commit: "1".repeat(40) };
  const more = {
    "elsewhere/linked/package.json": manifest("linked", ["core"]),
    "elsewhere/notes.md": "notes\n",
  };

  it.each<readonly [string, Files, string, string]>([
    [
      "a submodule",
      { "packages/other": submodule },
      "packages/other",
      "it may be a member, and the content of submodules is not read",
    ],
    [
      "a link to a folder with a manifest",
      { "packages/other": link("../elsewhere/linked") },
      "packages/other",
      "it may be a member, and folders behind links are not read",
    ],
    [
      "a path of a manifest through a link",
      {
        there: link("packages/docs"),
        "packages/ui/package.json": JSON.stringify({ name: "ui", dependencies: { x: "link:../../there" } }),
      },
      "packages/ui/package.json",
      "it leads through the link there, which is not followed",
    ],
  ])("make everything count where they may be members: %s", async (_what, files, subject, rule) => {
    const [base = "", head = ""] = await repository.commits([
      { files: { ...BASE, ...more, ...files } },
      { parents: [0], files: { "packages/docs/src/index.js": "new\n" } },
    ]);
    expect(await workspacesSource().answer(await trees.context(base, head))).toMatchObject({
      kind: "all",
      cause: { subject, rule },
    });
  });

  it.each<readonly [string, Files]>([
    ["a submodule that no pattern meets", { "third-party/other": submodule }],
    [
      "a link to a file",
      {
        "packages/README": link("../elsewhere/notes.md"),
        "packages/docs/LICENSE": link("../../elsewhere/notes.md"),
      },
    ],
    ["a link to a member", { "packages/other": link("core") }],
    ["a link to a folder without manifests", { "packages/other": link("core/src") }],
    ["a link to nothing", { "packages/other": link("nothing") }],
  ])("change nothing otherwise: %s", async (_what, files) => {
    const [base = "", head = ""] = await repository.commits([
      { files: { ...BASE, ...more, ...files } },
      { parents: [0], files: { "packages/docs/src/index.js": "new\n" } },
    ]);
    const answer = await workspacesSource().answer(await trees.context(base, head));
    expect(answer.kind === "all" ? answer.cause : [...answer.targets.keys()]).toEqual(["docs"]);
  });
});
