/** From a pull request on real git to its targets, or to the one thing that makes everything impacted. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../../src/domain/ids.js";
import { computeTargets, NO_TARGET, type TargetsRequest } from "../../../src/targets/compute-targets.js";
import { readSourceChoices } from "../../../src/targets/source-choice.js";
import { ForgeOnDisk } from "../../support/forge-on-disk.js";
import type { FileChange } from "../../support/git-repository.js";
import { itInAll, itInCi } from "../../support/sized-tests.js";

let forge: ForgeOnDisk;
let base: CommitId;
let made = 0;

const NO_TIME = { rule: expect.stringMatching(/no time left/), hint: "Raise targets-timeout." };

const RULES = `
ignore: ["**/*.md"]
not-global: [.nvmrc]
extra-edges:
  - {target: docs, depends-on: [ui]}
`;

function manifest(name: string, ...dependencies: readonly string[]): string {
  return JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((one) => [one, "*"])) });
}

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  base = await forge.onMain({
    "package.json": JSON.stringify({ name: "shop", workspaces: ["packages/*"] }),
    "packages/core/package.json": manifest("core"),
    "packages/core/index.js": "1\n",
    "packages/ui/package.json": manifest("ui", "core"),
    "packages/ui/index.js": "1\n",
    "packages/docs/package.json": manifest("docs"),
    "packages/docs/index.js": "1\n",
    "packages/print/package.json": manifest("print", "docs"),
    "README.md": "Shop\n",
    ".nvmrc": "24\n",
    "tool.cfg": "1\n",
    ".github/merge-queue.yml": RULES,
    targets: "core\n",
  });
});

afterAll(async () => forge.remove());

async function impacted(
  files: Readonly<Record<string, FileChange>>,
  from = "workspaces",
  more: Partial<TargetsRequest> = {},
  onto = base,
) {
  const number = ++made;
  const { head, merge } = await forge.pullRequest(number, onto, files);
  const read = readSourceChoices(from);
  if (!read.ok) throw new Error(read.expected);
  return computeTargets({
    choices: read.choices,
    question: {
      wanted: { kind: "pullRequest", number, headSha: head, baseBranch: "main", workflowSha: merge },
      checkout: null,
      remote: { url: forge.url, token: null },
      signal: new AbortController().signal,
    },
    readFile: async function* () {
      yield await Promise.resolve(Buffer.from("one\ntwo\n"));
    },
    objection: () => null,
    ...more,
  });
}

async function answered(files: Readonly<Record<string, FileChange>>, from?: string) {
  const { answer } = await impacted(files, from);
  return answer.kind === "all" ? answer.cause : Object.fromEntries(answer.targets);
}

describe("workflows for pull requests onto other branches", () => {
  const path = ".github/workflows/release.yml";
  const DECIDES = "it is a CI workflow, and decides what is tested";
  const workflow = (filter: string) => `on: { pull_request: { ${filter} } }\njobs: {}\n`;

  it.each(["branches: [release-1, 'release 2']", "branches-ignore: [main]", "branches: release-1"])(
    "are files that no test reads, with %s",
    async (filter) => {
      // Whether another file reads it is unknown without a checkout.
      const rule = "no target owns it, and the files that may read it are not on this machine";
      expect(await answered({ [path]: workflow(filter) })).toMatchObject({ subject: path, rule });
    },
  );

  it.each([
    "branches: [release-1, main]",
    "branches: ['release-*']",
    "branches: ['!release-1', 'x']",
    "branches: []",
    "branches-ignore: ['ma*']",
    "branches-ignore: [release-1]",
  ])("decide what is tested, with %s", async (filter) => {
    expect(await answered({ [path]: workflow(filter) })).toMatchObject({ subject: path, rule: DECIDES });
  });

  it("decide what is tested if the branch of the queue is not known", async () => {
    const files = { [path]: workflow("branches: [release-1]") };
    const { merge } = await forge.pullRequest(++made, base, files);
    const { answer } = await impacted(files, "workspaces", {
      question: {
        wanted: { kind: "pair", base, head: merge },
        checkout: null,
        remote: { url: forge.url, token: null },
        signal: new AbortController().signal,
      },
    });
    expect(answer).toMatchObject({ kind: "all", cause: { subject: path, rule: DECIDES } });
  });
});

describe("a change that its targets own", () => {
  itInCi("impacts them, what depends on them, and what is declared to", async () => {
    expect(await answered({ "packages/core/index.js": "2\n" })).toEqual({
      core: { kind: "file", path: "packages/core/index.js" },
      ui: { kind: "dependsOn", on: "core" },
      docs: { kind: "declared", on: "ui" },
      print: { kind: "dependsOn", on: "docs" },
    });
  });

  it("is found by the source that auto chooses, which says why", async () => {
    const { answer, notes } = await impacted({ "packages/print/a": "2\n" }, "auto");
    expect(answer).toMatchObject({ kind: "targets" });
    expect(notes.at(-1)).toBe("auto chose workspaces, because of package.json.");
  });

  it("tells which commits were compared", async () => {
    expect((await impacted({ "packages/print/a": "2\n" })).compared).toMatchObject({ base });
  });
});

describe("a change that touches no target", () => {
  it("impacts a target of its own, since an empty list means different things to different services", async () => {
    expect(await answered({ "README.md": "New\n" })).toEqual({
      [NO_TARGET]: { kind: "file", path: "README.md" },
    });
  });

  it("may be empty altogether", async () => {
    expect(Object.keys(await answered({}))).toEqual([NO_TARGET]);
  });
});

describe("everything is impacted", () => {
  itInAll.each<[string, Readonly<Record<string, FileChange>>, object]>([
    [
      "by a file that no target owns",
      { "tool.cfg": "2\n" },
      { subject: "tool.cfg", rule: "no target owns it" },
    ],
    [
      "by files that no target owns, beside one that has an owner",
      { "tool.cfg": "2\n", "z.cfg": "3\n", "packages/core/index.js": "3\n" },
      { subject: "tool.cfg", rule: "no target owns it, as with 1 more of the changed files" },
    ],
    [
      "by a workflow",
      { ".github/workflows/ci.yml": "on: push\n" },
      { subject: ".github/workflows/ci.yml", rule: "it is a CI workflow, and decides what is tested" },
    ],
    [
      "by a file that is not global any more, and that no target owns",
      { ".nvmrc": "26\n" },
      { rule: "no target owns it" },
    ],
    [
      "by the rules, although they would ignore themselves",
      { ".github/merge-queue.yml": 'ignore: ["**"]\n', "packages/core/index.js": "4\n" },
      { subject: ".github/merge-queue.yml", rule: "the rules themselves have changed" },
    ],
    [
      "by rules that cannot be used",
      { ".github/merge-queue.yml": "ignored: []\n" },
      {
        rule: 'it cannot be used: the file has the unknown key "ignored"; did you mean ignore?',
        hint: "Correct the file: it may contain ignore, ignore-defaults, global, not-global, extra-edges.",
      },
    ],
    [
      "by rules that nobody reads",
      { ".github/merge-queue.yaml": RULES },
      { subject: ".github/merge-queue.yml" },
    ],
    [
      "by the rules being a link",
      { ".github/merge-queue.yml": { mode: "120000", content: "README.md" } },
      { rule: "it cannot be used: it is not a regular file" },
    ],
  ])("%s", async (_by, files, cause) => {
    expect(await answered(files)).toMatchObject(cause);
  });

  itInCi("by a path that is too long to look at, although the rules would ignore it", async () => {
    const path = `${"long/".repeat(900)}a.md`;
    expect(await answered({ [path]: "new\n" })).toEqual({
      subject: `${path.slice(0, 100)}…`,
      rule: "its path has 4504 characters, and the limit is 4096",
      hint: "Give the file a shorter path.",
    });
  });

  it("by a change of the file that the targets are read from", async () => {
    expect(await answered({ targets: "ui\n" }, "list=targets")).toMatchObject({
      subject: "targets",
      rule: "the targets are read from it, and it has changed",
    });
  });

  describe("by a change of the mapping, although the rules would ignore it", () => {
    let ignoring: CommitId;
    const mapping = (target: string) => `${target}: ["packages/**"]\n`;

    beforeAll(async () => {
      const rules = 'ignore: ["**/*.yml"]\n';
      const files = { ".github/merge-queue.yml": rules, "m.yml": mapping("one") };
      const usual = { ".github/impacted-targets.yml": mapping("one"), "packages/a": "1\n" };
      ignoring = await forge.onMain({ ...files, ...usual });
    });

    it.each([
      ["paths", ".github/impacted-targets.yml"],
      ["auto", ".github/impacted-targets.yml"],
      ["paths=m.yml", "m.yml"],
      ["paths=./m.yml", "m.yml"],
      ["list=./packages/../m.yml", "m.yml"],
      ["list=/checked/out/at/m.yml", "m.yml"],
    ])("with %s", async (from, path) => {
      const { answer } = await impacted({ [path]: mapping("two") }, from, {}, ignoring);
      expect(answer).toMatchObject({
        kind: "all",
        cause: { subject: path, rule: "the targets are read from it, and it has changed" },
      });
    });
  });

  it("when the two revisions cannot be found", async () => {
    const { answer, compared } = await impacted({ "packages/core/x": "" }, "workspaces", {
      question: {
        wanted: { kind: "pair", base: "1".repeat(40), head: "2".repeat(40) },
        checkout: null,
        remote: null,
        signal: new AbortController().signal,
      },
    });
    expect(answer).toMatchObject({ kind: "all", cause: { subject: "the two revisions" } });
    expect(compared).toBeNull();
  });

  it("when computing them fails in a way that nobody thought of", async () => {
    const before = process.env["RUNNER_TEMP"];
    process.env["RUNNER_TEMP"] = "/nowhere/at/all";
    try {
      const { answer } = await impacted({ "packages/core/x": "" });
      expect(answer).toMatchObject({
        cause: { subject: "the computation", rule: expect.stringMatching(/^it failed: .*ENOENT/) },
      });
    } finally {
      if (before === undefined) delete process.env["RUNNER_TEMP"];
      else process.env["RUNNER_TEMP"] = before;
    }
  });

  it("when there is no time", async () => {
    const { answer } = await impacted({ "packages/core/x": "" }, "workspaces", {
      question: {
        wanted: { kind: "pair", base: "1".repeat(40), head: "2".repeat(40) },
        checkout: null,
        remote: null,
        signal: AbortSignal.abort(),
      },
    });
    expect(answer).toMatchObject({ kind: "all", cause: NO_TIME });
  });

  it("when the time ends while git reads for a source", async () => {
    const { head, merge } = await forge.pullRequest(++made, base, { "packages/core/x": "" });
    const time = new AbortController();
    const { answer } = await impacted({}, "auto", {
      question: {
        wanted: { kind: "pullRequest", number: made, headSha: head, baseBranch: "main", workflowSha: merge },
        checkout: null,
        remote: { url: forge.url, token: null },
        signal: time.signal,
      },
      // Asked once the source is chosen, before it reads.
      objection: () => {
        time.abort();
        return null;
      },
    });
    expect(answer).toMatchObject({ kind: "all", cause: { subject: "git", ...NO_TIME } });
  });
});

describe("several sources", () => {
  it("impact each in a namespace of its own", async () => {
    expect(await answered({ "packages/print/a": "2\n" }, "workspaces, list=targets.txt")).toEqual({
      "workspaces:print": { kind: "file", path: "packages/print/a" },
      "list:one": { kind: "named", by: "targets.txt" },
      "list:two": { kind: "named", by: "targets.txt" },
    });
  });

  it("take no extra edge that does not say of which source its names are", async () => {
    await forge.onMain({ ".github/merge-queue.yml": RULES });
    expect(await answered({ "packages/print/a": "3\n" }, "workspaces, list=targets.txt")).toMatchObject({
      rule: 'an extra edge names "docs" without its source',
    });
  });
});

describe("words that choose sources", () => {
  it.each([
    ["workspace", /did you mean workspaces\?/],
    ["auto,workspaces", /auto alone/],
    ["workspaces,workspaces", /workspaces once/],
    ["list=", /a value after list=/],
    [" , ", /auto, or some of/],
    ["__proto__", /auto, or some of/],
  ])("are refused as %j", (text, expected) => {
    const read = readSourceChoices(text);
    expect(read.ok ? "" : read.expected).toMatch(expected);
  });

  it("may hold anything in an argument but a comma", () => {
    expect(readSourceChoices("list=a=b c.txt\nworkspaces")).toEqual({
      ok: true,
      choices: [
        { name: "list", argument: "a=b c.txt" },
        { name: "workspaces", argument: null },
      ],
    });
  });
});

describe("auto, where programs of the repository may not run", () => {
  it("refuses to compute instead of naming targets differently from other jobs", async () => {
    const nx = await forge.onMain({ "nx.json": "{}", ".github/impacted-targets.yml": null });
    const objection: TargetsRequest["objection"] = ({ name, runsRepositoryCode }) =>
      runsRepositoryCode ? `${name} must not run here` : null;
    const computing = impacted({ "packages/print/a": "1\n" }, "auto", { objection }, nx);
    await expect(computing).rejects.toThrow("nx must not run here");
  });
});
