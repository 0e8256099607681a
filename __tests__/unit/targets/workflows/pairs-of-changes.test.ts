/**
 * Two pull requests of which one changes a workflow or an action, on real git: if they mean something together that
 * neither means alone, their lists share a name, or one of them is `ALL`.
 */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { computeTargets } from "../../../../src/targets/compute-targets.js";
import { type FileChange, GitRepository } from "../../../support/git-repository.js";

type Files = Readonly<Record<string, FileChange>>;

const CI = ".github/workflows/ci.yml";
const NIGHTLY = ".github/workflows/nightly.yml";
const CORE = ".github/workflows/core.yml";
const SETUP = ".github/actions/setup/action.yml";

const ACTION = "runs: { using: composite, steps: [] }\n";
const OTHER_ACTION = ACTION.replace("[]", "[{ run: other, shell: sh }]");
const COMPOSITE = { [SETUP]: ACTION };
const OTHER_COMPOSITE = { [SETUP]: OTHER_ACTION };

const BASE: Files = {
  "package.json": JSON.stringify({ name: "fx", workspaces: ["packages/*"] }),
  "packages/core/package.json": JSON.stringify({ name: "core" }),
  "packages/core/index.js": "1\n",
  "packages/ui/package.json": JSON.stringify({ name: "ui" }),
};
const IN_CORE: Files = { "packages/core/a.js": "1\n" };
const IN_UI: Files = { "packages/ui/a.js": "1\n" };

let repository: GitRepository;

beforeAll(async () => {
  repository = await GitRepository.create();
});

afterAll(async () => repository.remove());

const workflow = (on: string, jobs = "{ a: { steps: [{ run: 'true' }] } }") => `on: ${on}\njobs: ${jobs}\n`;
const steps = (written: string) => `{ a: { steps: [${written}] } }`;

/** The names that both lists have; a list that is `ALL` has each. */
async function together(more: Files, one: Files, other: Files): Promise<readonly string[]> {
  const [base = "", ...heads] = await repository.commits([
    { files: { ...BASE, ...more } },
    { parents: [0], files: one },
    { parents: [0], files: other },
  ]);
  const [first = null, second = null] = await Promise.all(heads.map((head) => listOf(base, head)));
  if (first === null || second === null) return ["ALL"];
  return first.filter((name) => second.includes(name));
}

async function listOf(base: string, head: string): Promise<readonly string[] | null> {
  const { answer } = await computeTargets({
    choices: [{ name: "workspaces", argument: null }],
    question: {
      wanted: { kind: "pair", base, head },
      checkout: repository.folder,
      remote: null,
      signal: new AbortController().signal,
    },
    readFile: async function* () {
      yield await Promise.resolve(Buffer.from(""));
    },
    objection: () => null,
  });
  return answer.kind === "all" ? null : [...answer.targets.keys()];
}

it("share nothing where they mean nothing together", async () => {
  const files = { [CI]: workflow("push"), [NIGHTLY]: workflow("schedule") };
  expect(await together(files, { [NIGHTLY]: workflow("issues"), ...IN_CORE }, IN_UI)).toEqual([]);
});

describe("two changes of a workflow that no test branch starts", () => {
  it.each<[string, string, string, string]>([
    [
      "one adds an event, the other lets its job run",
      workflow("{ schedule: }", "{\n  e2e: { if: github.event_name == 'schedule', steps: [] }\n}"),
      workflow("{ schedule:, push: }", "{\n  e2e: { if: github.event_name == 'schedule', steps: [] }\n}"),
      workflow("{ schedule: }", "{\n  e2e: { steps: [] }\n}"),
    ],
    [
      "each removes one of two reasons why a job does not run",
      workflow("push", "{\n  x: { if: false, steps: [] },\n\n  e2e: { needs: x, if: false, steps: [] }\n}"),
      workflow("push", "{\n  x: { if: false, steps: [] },\n\n  e2e: { if: false, steps: [] }\n}"),
      workflow("push", "{\n  x: { if: false, steps: [] },\n\n  e2e: { needs: x, steps: [] }\n}"),
    ],
    [
      "each removes a part of a filter",
      workflow("{ push: { branches: [main], tags: ['v*'] } }"),
      workflow("{ push: { branches: [main] } }"),
      workflow("{ push: { branches: [main, next], tags: ['v*'] } }"),
    ],
  ])("share its path: %s", async (_what, before, one, other) => {
    const changes = [
      { [NIGHTLY]: one, ...IN_CORE },
      { [NIGHTLY]: other, ...IN_UI },
    ] as const;
    const shared = await together({ [CI]: workflow("push"), [NIGHTLY]: before }, ...changes);
    expect(shared).toHaveLength(1);
    expect([NIGHTLY, "ALL"]).toContain(shared[0]);
  });
});

describe("a change of a workflow that a program of the repository may start", () => {
  const HEAVY = ".github/workflows/heavy.yml";
  const heavy = workflow("workflow_dispatch");

  it.each<[string, Files]>([
    ["a script in .github", { ".github/scripts/heavy.sh": 'gh workflow run "$1" --ref "$2"\n' }],
    ["a script in .github with the word alone", { ".github/lib/heavy.mjs": "await dispatch(id, ref)\n" }],
    ["a list over lines", { "scripts/a.js": 'execa("gh", [\n  "workflow",\n  "run",\n  id,\n]);\n' }],
    ["a list without spaces", { "scripts/a.py": "call(['gh','workflow','run',x])\n" }],
    ["a program in a variable", { "scripts/a.sh": '"$GH" workflow run "$1"\n' }],
    ["an option in between", { "scripts/a.sh": 'gh workflow --repo a/b run "$1"\n' }],
    ["a line that goes on", { "scripts/a.sh": "gh workflow \\\n  run x\n" }],
    ["a client", { "packages/core/a.py": "api.actions.create_workflow_dispatch(x)\n" }],
    [
      "a step over lines",
      { [NIGHTLY]: `on: push\njobs: { a: { steps: [{ run: "gh workflow \\\\\\n run 7" }] } }\n` },
    ],
  ])("is ALL: %s", async (_what, files) => {
    const before = { [CI]: workflow("push"), [HEAVY]: heavy, ...files };
    expect(await together(before, { [HEAVY]: heavy.replace("true", "false") }, IN_UI)).toEqual(["ALL"]);
  });

  it("is not where nothing does", async () => {
    const others = {
      ".github/scripts/a.sh": '[ "$GITHUB_EVENT_NAME" = workflow_dispatch ] || echo "a workflow that runs"\n',
      "scripts/store.js": 'dispatch({ type: "run" }); // Each workflow, and what may run.\n',
    };
    const before = { [CI]: workflow("push"), [HEAVY]: heavy, ...others };
    expect(await together(before, { [HEAVY]: heavy.replace("true", "false") }, IN_UI)).toEqual([]);
  });
});

describe("a change of an action that a workflow uses", () => {
  it.each([
    ".github/workflows/setup",
    ".github/workflows/deep/setup",
    ".github/actions",
    ".github/actions/a/b",
  ])("is ALL in %s", async (folder) => {
    const action = `${folder}/action.yml`;
    const files = { [CI]: workflow("push", steps(`{ uses: ./${folder} }`)), [action]: ACTION };
    expect(await together(files, { [action]: OTHER_ACTION }, IN_UI)).toEqual(["ALL"]);
    const unused = { ...files, [CI]: workflow("push") };
    expect(await together(unused, { [action]: OTHER_ACTION }, IN_UI)).toEqual([]);
  });
});

it.each([
  "./.github/workflows/../actions/setup",
  "./.github//actions/./setup/",
  "./.GitHub/Actions/Setup",
  ".\\.github\\actions\\setup",
])("of an action are ALL where a workflow uses it as %s", async (used) => {
  const files = { ...COMPOSITE, [CI]: workflow("push", steps(`{ uses: '${used}' }`)) };
  expect(await together(files, OTHER_COMPOSITE, IN_UI)).toEqual(["ALL"]);
});

it("of a workflow that only some paths start share its path, where one only writes it in another way", async () => {
  const jobs = (one: string, other: string, value = "1") =>
    `on: { push: { paths: ['packages/core/**'] } }
jobs:
  a:
    env: ${one}
      X: ${value}
    steps: []


  b:
    env: ${other}
    steps: []
`;
  const files = { [CORE]: jobs("", "{ X: 1 }") };
  const alias = { [CORE]: jobs("&e", "*e") };
  expect(await together(files, alias, { [CORE]: jobs("", "{ X: 1 }", "2") })).toEqual([CORE]);
});

describe("a change of a workflow that begins to use another file", () => {
  const limited = "{ push: { paths: ['packages/core/**'] } }";
  const release = workflow("schedule", steps("{ uses: ./.github/actions/setup }"));
  const uses = steps("{ uses: ./.github/actions/setup }");

  it.each<[string, Files, Files, Files]>([
    [
      "a limited one uses an action",
      { ...COMPOSITE, [NIGHTLY]: release, [CORE]: workflow(limited) },
      { [CORE]: workflow(limited, uses) },
      OTHER_COMPOSITE,
    ],
    [
      "a limited one comes",
      { ...COMPOSITE, [NIGHTLY]: release },
      { [CORE]: workflow(limited, uses) },
      OTHER_COMPOSITE,
    ],
    [
      "one that runs from the base uses an action",
      { ...COMPOSITE, [NIGHTLY]: release, [CORE]: workflow("pull_request_target") },
      { [CORE]: workflow("pull_request_target", uses), ...IN_CORE },
      OTHER_COMPOSITE,
    ],
    [
      "a limited one calls a workflow",
      { [NIGHTLY]: workflow("workflow_call"), [CORE]: workflow(limited) },
      { [CORE]: workflow(limited, `{ a: { uses: ./${NIGHTLY} } }`) },
      { [NIGHTLY]: workflow("workflow_call", "{}") },
    ],
    [
      "a limited one starts a workflow by its title",
      { [NIGHTLY]: `name: Heavy\n${workflow("workflow_dispatch")}`, [CORE]: workflow(limited) },
      { [CORE]: workflow(limited, steps("{ run: 'gh workflow run Heavy' }")) },
      { [NIGHTLY]: `name: Heavy\n${workflow("workflow_dispatch", "{}")}` },
    ],
    [
      "a limited one gives its title to an action",
      { [NIGHTLY]: `name: Heavy\n${workflow("workflow_dispatch")}`, [CORE]: workflow(limited) },
      { [CORE]: workflow(limited, steps("{ uses: x/y@1, with: { start: Heavy } }")) },
      { [NIGHTLY]: `name: Heavy\n${workflow("workflow_dispatch", "{}")}` },
    ],
    [
      "an action of a package uses an action",
      {
        ...COMPOSITE,
        "packages/core/action.yml": ACTION,
        [CI]: workflow("push", steps("{ uses: ./packages/core }")),
      },
      {
        "packages/core/action.yml":
          "runs: { using: composite, steps: [{ uses: ./.github/actions/setup }] }\n",
      },
      OTHER_COMPOSITE,
    ],
    [
      "the first workflow that runs makes a script run",
      { ".github/actions/lib.sh": "1\n" },
      { [CORE]: workflow(limited) },
      { ".github/actions/lib.sh": "2\n" },
    ],
  ])("is ALL: %s", async (_what, files, one, other) => {
    expect(await together(files, one, other)).toEqual(["ALL"]);
  });

  it("is limited where it used that before", async () => {
    const files = { ...COMPOSITE, [CORE]: workflow(limited, uses) };
    const edited = workflow(limited, steps("{ uses: ./.github/actions/setup }, { run: make }"));
    expect(await together(files, { [CORE]: edited }, IN_UI)).toEqual([]);
  });
});

describe("a workflow that cannot be compared", () => {
  it.each([
    ["a cycle", "on: push\njobs: &a\n  x: *a\n"],
    ["a cycle of all", "&a\non: push\njobs: *a\n"],
  ])("is ALL: %s", async (_what, text) => {
    const files = { [CI]: text, [NIGHTLY]: workflow("schedule") };
    expect(await together(files, { [CI]: `${text}# new\n` }, IN_UI)).toEqual(["ALL"]);
    expect(await together(files, { [NIGHTLY]: workflow("issues") }, IN_UI)).toEqual([]);
  });

  it("makes changes of all workflows ALL if it is too large to read", async () => {
    const files = {
      [CI]: `on: push\njobs: {}\n# ${"a".repeat(1024 * 1024)}\n`,
      [NIGHTLY]: workflow("schedule"),
    };
    expect(await together(files, { [NIGHTLY]: workflow("issues") }, IN_UI)).toEqual(["ALL"]);
  });

  it("is ALL, too, where it is an action", async () => {
    const files = { [CI]: workflow("push", steps("{ uses: ./.github/actions/setup }")) };
    const cycle = { [SETUP]: "runs: &a\n  x: *a\n" };
    const edited = { [SETUP]: "runs: &a\n  x: *a # new\n" };
    expect(await together({ ...files, ...cycle }, edited, IN_UI)).toEqual(["ALL"]);
  });
});
