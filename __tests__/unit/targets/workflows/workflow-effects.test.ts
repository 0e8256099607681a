/** What the change of a workflow, or of an action or a script beside it, can mean for the tests of a test branch. */
import { describe, expect, it } from "@jest/globals";
import { workflowEffects } from "../../../../src/targets/workflows/workflow-effects.js";
import { changesBetween, linkTo, MemoryTree } from "../../../support/memory-tree.js";
import { itInCi } from "../../../support/sized-tests.js";

type Files = Readonly<Record<string, string>>;

const CI = ".github/workflows/ci.yml";
const OTHER = ".github/workflows/other.yml";
const LIMITED = { kind: "limited", places: ["a"] } as const;
const everything = (difference: string | null) => ({ kind: "everything", difference });

/** The effect of one path; `undefined`: it is no file of GitHub Actions. */
async function effect(
  before: Files,
  after: Readonly<Record<string, string | null>>,
  path = CI,
  branch = "main",
) {
  const base = MemoryTree.of(before);
  const head = base.with(after);
  return (await workflowEffects(changesBetween(base, head), [base, head], branch)).get(path);
}

const workflow = (on: string, jobs = "{ a: { steps: [{ run: 'true' }] } }") => `on: ${on}\njobs: ${jobs}\n`;

describe("a change without a meaning", () => {
  const before = `# CI
name: "CI"
on: [push, pull_request]
env: { A: 1, B: 'x' }
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@abc # v1
      - run: |
          # step
          make
`;

  it.each<[string, string]>([
    ["comments", before.replace("# CI", "# All of CI\n").replace("# v1", "# v1.0.0")],
    ["quotes", before.replace('"CI"', "CI").replace("'x'", '"x"')],
    ["layout", before.replace("{ A: 1, B: 'x' }", "\n  A: 1\n\n  B: x")],
    ["line endings", before.replaceAll("\n", "\r\n")],
    ["an alias", before.replace("env: {", "env: &env {")],
  ])("is one of %s: only other changes of the file share a target with it", async (_what, after) => {
    expect(after).not.toBe(before);
    expect(await effect({ [CI]: before }, { [CI]: after })).toEqual({ kind: "alone" });
  });

  it.each<[string, string, string]>([
    ["a comment in a script", before.replace("# step", "# other"), "`jobs.test`"],
    ["the type of a value", before.replace("A: 1", "A: '1'"), "`env`"],
    ["the name of the workflow", before.replace('"CI"', "Tests"), "`name`"],
    [
      "a job's id, which is the name of its check",
      before.replace("test:", "tests:"),
      "`jobs.test`, `jobs.tests`",
    ],
    ["permissions", `${before}permissions: {}\n`, "`permissions`"],
    ["a limit", before.replace("    steps:", "    timeout-minutes: 5\n    steps:"), "`jobs.test`"],
    ["a group", before.replace("    steps:", "    concurrency: x\n    steps:"), "`jobs.test`"],
  ])("is not one of %s", async (_what, after, parts) => {
    expect(await effect({ [CI]: before }, { [CI]: after })).toEqual(everything(`it differs in ${parts}`));
  });

  it("is not one of the order in a matrix, which is the order in the names of checks", async () => {
    const jobs = (matrix: string) => workflow("push", `{ a: { strategy: { matrix: { ${matrix} } } } }`);
    const change = await effect({ [CI]: jobs("os: [x], node: [1]") }, { [CI]: jobs("node: [1], os: [x]") });
    expect(change).toEqual(everything("it differs in `jobs.a`"));
  });

  it("may be in an action, but not in a script or in settings beside it", async () => {
    const folder = ".github/actions/setup";
    const files = {
      [CI]: workflow("push", "{ a: { steps: [{ uses: './.github/actions/setup' }] } }"),
      [`${folder}/action.yml`]: "runs: { using: composite }\n",
      [`${folder}/settings.yml`]: "a: 1\n",
    };
    const change = (path: string, text: string) => effect(files, { [path]: text }, path);
    const action = `${folder}/action.yml`;
    expect(await change(action, "# new\nruns: { using: composite }\n")).toEqual({ kind: "alone" });
    expect(await change(action, "runs: { using: node24 }\n")).toEqual(everything(`${CI} names it`));
    expect(await change(`${folder}/settings.yml`, "a: 1 # new\n")).toEqual(everything(`${CI} names it`));
  });

  it.each<[string, string, string]>([
    ["not UTF-8", "on: push # \uFFFD\njobs: {}\n", "on: push # \uFFFD\uFFFD\njobs: {}\n"],
    ["not YAML", "on: [push\n", "on: [push\n# new\n"],
    ["two documents", "on: push\n---\na: 1\n", "on: push\n---\na: 1 # new\n"],
    ["a repeated key", "on: push\non: push\n", "on: push\non: push # new\n"],
    ["a cycle", "on: push\njobs: &a\n  x: *a\n", "on: push\njobs: &a\n  x: *a # new\n"],
    ["too deep", `on: ${"[".repeat(9_000)}${"]".repeat(9_000)}\n`, "on: push\n"],
  ])("is unknown in a file that is %s", async (what, before, after) => {
    const bytes = (text: string) =>
      what === "not UTF-8" ? Buffer.from(text.replaceAll("\uFFFD", "\xff"), "latin1") : text;
    const base = MemoryTree.of({ [CI]: bytes(before) });
    const head = MemoryTree.of({ [CI]: bytes(after) });
    const effects = await workflowEffects(changesBetween(base, head), [base, head], "main");
    expect(effects.get(CI)).toEqual(everything(null));
  });

  it("is unknown where a workflow is a link", async () => {
    const files = { [CI]: before, [OTHER]: linkTo("ci.yml") };
    expect(await effect(files, { [CI]: `${before}# new\n` })).toEqual(everything(null));
  });
});

describe("a workflow that a person may start", () => {
  const manual = workflow("{ workflow_dispatch: { inputs: { x: { type: string } } }, schedule: }");
  const edited = manual.replace("true", "false");
  const change = (files: Files) => effect({ [CI]: manual, ...files }, { [CI]: edited });

  it("is run by no test branch", async () => {
    expect(await change({})).toEqual({ kind: "alone" });
    const quiet = workflow("push", "{ a: { if: github.event_name != 'workflow_dispatch', steps: [] } }");
    const prose = { "docs/ci.md": "Run `gh workflow run ci.yml`.\n", "notes.txt": "dispatch\n" };
    expect(await change({ [OTHER]: quiet, ...prose })).toEqual({ kind: "alone" });
  });

  it.each<[string, Files]>([
    ["by the API", { [OTHER]: workflow("push", "{ a: { steps: [{ run: 'curl $URL/dispatches' }] } }") }],
    [
      "by the program of GitHub",
      { [OTHER]: workflow("push", "{ a: { steps: [{ run: 'gh workflow run 7' }] } }") },
    ],
    ["with its file's name", { [OTHER]: workflow("push", "{ a: { steps: [{ run: 'x ci.yml' }] } }") }],
    [
      "by an action that gets its name",
      { [OTHER]: workflow("push", "{ a: { steps: [{ uses: x/y@1, with: { start: ci } }] } }") },
    ],
    [
      "by an action for that",
      { [OTHER]: workflow("pull_request_target", "{ a: { steps: [{ uses: x/workflow-dispatch@1 }] } }") },
    ],
    [
      "by a script beside an action",
      { [OTHER]: workflow("push"), ".github/actions/a/x.js": "api.actions.createWorkflowDispatch(x)\n" },
    ],
    ["by a program of the repository", { "scripts/start.js": 'execa("gh", ["workflow", "run", name])\n' }],
    ["by a program of a package", { "a/start.py": "repo.get_workflow(7).create_dispatch(ref)\n" }],
  ])("is run by one where something may start it %s", async (_how, files) => {
    expect(await change(files)).toMatchObject({ kind: "everything" });
  });

  it("is run by none where only a workflow may start it that none starts", async () => {
    const bot = workflow("issue_comment", "{ a: { steps: [{ run: gh workflow run ci.yml }] } }");
    expect(await change({ [OTHER]: bot })).toEqual({ kind: "alone" });
  });

  it("is run by one if the files to search are not on this machine", async () => {
    const base = MemoryTree.of({ [CI]: manual });
    const head = base.with({ [CI]: edited });
    const [was, is] = [base, head].map((tree) => ({
      commit: tree.commit,
      entries: () => tree.entries(),
      read: (paths: readonly string[]) => tree.read(paths),
      naming: () => Promise.resolve(null),
      readLinks: (paths: readonly string[]) => tree.readLinks(paths),
    }));
    if (was === undefined || is === undefined) throw new Error("there are two trees");
    const effects = await workflowEffects(changesBetween(base, head), [was, is], "main");
    expect(effects.get(CI)).toEqual(everything("it differs in `jobs.a`"));
  });

  it("may have paths, besides", async () => {
    const limited = workflow("{ workflow_dispatch:, push: { paths: ['a/**'] } }");
    const change = (files: Files) =>
      effect({ [CI]: limited, ...files }, { [CI]: limited.replace("true", "false") });
    expect(await change({})).toEqual(LIMITED);
    const starts = { [OTHER]: workflow("push", "{ a: { steps: [{ run: gh workflow run }] } }") };
    expect(await change(starts)).toEqual(everything("it differs in `jobs.a`"));
  });
});

describe("a workflow that another one calls", () => {
  const called = workflow("workflow_call");
  const edit = { [CI]: called.replace("true", "false") };
  const caller = (on: string, condition = "true") =>
    workflow(on, `{ b: { if: ${condition}, uses: './${CI}' }, c: { steps: [] } }`);

  it("is run by a test branch if that starts a caller", async () => {
    expect(await effect({ [CI]: called }, edit)).toEqual({ kind: "alone" });
    expect(await effect({ [CI]: called, [OTHER]: caller("schedule") }, edit)).toEqual({ kind: "alone" });
    for (const on of ["push", "pull_request_target", "[schedule, merge_group]"])
      expect(await effect({ [CI]: called, [OTHER]: caller(on) }, edit)).toEqual(
        everything(`${OTHER} names it`),
      );
  });

  it("is not run if only jobs call it that no test branch runs", async () => {
    const onMain = caller("push", "github.ref == 'refs/heads/main'");
    expect(await effect({ [CI]: called, [OTHER]: onMain }, edit)).toEqual({ kind: "alone" });
    const perhaps = caller("push", "github.ref == 'refs/heads/main' || inputs.x");
    expect(await effect({ [CI]: called, [OTHER]: perhaps }, edit)).toMatchObject({ kind: "everything" });
  });

  it("has no limit by its own paths then", async () => {
    const both = workflow("{ workflow_call:, push: { paths: ['a/**'] } }");
    const change = { [CI]: both.replace("true", "false") };
    expect(await effect({ [CI]: both }, change)).toEqual(LIMITED);
    expect(await effect({ [CI]: both, [OTHER]: caller("push") }, change)).toMatchObject({
      kind: "everything",
    });
  });

  it("is everything when a caller begins to run", async () => {
    const files = { [CI]: called, [OTHER]: caller("schedule") };
    expect(await effect(files, { ...edit, [OTHER]: caller("push") })).toEqual(
      everything(`${OTHER} names it`),
    );
  });
});

describe("a job that no test branch runs", () => {
  const jobs = (condition: string, script: string, more = "") =>
    `{ test: { steps: [{ run: t }] }, release: { if: "${condition}", steps: [{ run: ${script} }] }${more} }`;

  const edited = (condition: string, on = "[push, pull_request]", branch = "main") =>
    effect(
      { [CI]: workflow(on, jobs(condition, "one")) },
      { [CI]: workflow(on, jobs(condition, "two")) },
      CI,
      branch,
    );

  it.each([
    "false",
    "github.ref == 'refs/heads/main'",
    "github.ref_name == 'main'",
    "${{ github.event_name == 'push' && github.ref == 'refs/heads/main' }}",
    "startsWith(github.ref, 'refs/tags/')",
    "github.ref_type == 'tag'",
    "github.event_name == 'schedule' || github.event_name == 'release'",
    "github.event_name == 'workflow_dispatch'",
    "github.actor == 'dependabot[bot]'",
    "github.event.pull_request.user.login == 'dependabot[bot]' && github.repository == 'a/b'",
    "always() && github.base_ref == 'release'",
  ])("may change alone: %s", async (condition) => {
    expect(await edited(condition)).toEqual({ kind: "alone" });
  });

  it.each([
    "true",
    "github.ref != 'refs/heads/main'",
    "github.event_name == 'push'",
    "github.event_name == 'pull_request'",
    "github.base_ref == 'main'",
    "github.repository == 'a/b'",
    "github.actor == 'renovate[bot]'",
    "github.actor != 'dependabot[bot]'",
    "startsWith(github.ref, 'refs/heads/')",
    "startsWith(github.ref, 'refs/heads/mq-merge/')",
    "startsWith(github.ref_name, 'mq-merge/')",
    "github.ref == 'refs/heads/mq-merge/pr-1/x'",
    "github.ref == 'refs/heads/main' || always()",
    "contains(github.event.pull_request.labels.*.name, 'x')",
  ])("is another one: %s", async (condition) => {
    expect(await edited(condition)).toEqual(everything("it differs in `jobs.release`"));
  });

  it("depends on the events and on the queue's branch", async () => {
    expect(await edited("github.event_name == 'pull_request'", "push")).toEqual({ kind: "alone" });
    expect(await edited("github.ref == 'refs/heads/main'", "[push, create]")).toMatchObject({
      kind: "everything",
    });
    expect(await edited("github.ref == 'refs/heads/main'", "[push, merge_group]")).toMatchObject({
      kind: "everything",
    });
    expect(await edited("github.base_ref == 'next'", "pull_request", "next")).toMatchObject({
      kind: "everything",
    });
    const onBoth = "github.event_name == 'workflow_call'";
    expect(await edited(onBoth, "[push, workflow_call]")).toMatchObject({ kind: "everything" });
  });

  it("takes the jobs with it that need it, unless these run anyway", async () => {
    const after = (condition: string, script: string) =>
      workflow(
        "push",
        jobs(
          "github.ref == 'refs/heads/main'",
          "one",
          `, x: { needs: [test, release], if: "${condition}", steps: [{ run: ${script} }] }, y: { needs: x, steps: [{ run: ${script} }] }`,
        ),
      );
    const change = (condition: string) =>
      effect({ [CI]: after(condition, "one") }, { [CI]: after(condition, "two") });
    expect(await change("github.repository == 'a/b'")).toEqual({ kind: "alone" });
    expect(await change("always()")).toEqual(everything("it differs in `jobs.x`, `jobs.y`"));
    expect(await change("needs.release.result == 'skipped' && !cancelled()")).toMatchObject({
      kind: "everything",
    });
  });

  it("may come and go, but not begin to run", async () => {
    const on = "push";
    const without = { [CI]: workflow(on, "{ test: { steps: [{ run: t }] } }") };
    const withOne = { [CI]: workflow(on, jobs("github.ref == 'refs/heads/main'", "one")) };
    const running = { [CI]: workflow(on, jobs("github.ref != 'refs/heads/main'", "one")) };
    expect(await effect(without, withOne)).toEqual({ kind: "alone" });
    expect(await effect(withOne, without)).toEqual({ kind: "alone" });
    expect(await effect(without, running)).toEqual(everything("it differs in `jobs.release`"));
    expect(await effect(withOne, running)).toEqual(everything("it differs in `jobs.release`"));
    expect(await effect(running, withOne)).toEqual(everything("it differs in `jobs.release`"));
  });

  it("is another one if it comes to a workflow that did not run without it", async () => {
    const on = "github.ref == 'refs/heads/main'";
    const user = "user: { needs: release, if: always(), steps: [] }";
    const without = { [CI]: workflow("push", `{ ${user} }`) };
    const after = { [CI]: workflow("push", `{ release: { if: "${on}", steps: [] }, ${user} }`) };
    expect(await effect(without, after)).toEqual(everything("it differs in `jobs.release`"));
    expect(await effect(after, without)).toEqual(everything("it differs in `jobs.release`"));
  });

  it("does not hide another change", async () => {
    const before = workflow("push", jobs("github.ref == 'refs/heads/main'", "one"));
    const after = `${workflow("push", jobs("github.ref == 'refs/heads/main'", "two"))}env: { A: 1 }\n`;
    expect(await effect({ [CI]: before }, { [CI]: after })).toEqual(everything("it differs in `env`"));
    const other = after.replace("run: t ", "run: u ").replace("env: { A: 1 }\n", "");
    expect(await effect({ [CI]: before }, { [CI]: other })).toEqual(everything("it differs in `jobs.test`"));
  });

  it("counts where another workflow names the file, and may call it", async () => {
    const names = { [OTHER]: workflow("push", "{ a: { steps: [{ run: cat ci.yml }] } }") };
    const before = { ...names, [CI]: workflow("push", jobs("false", "one")) };
    expect(await effect(before, { [CI]: workflow("push", jobs("false", "two")) })).toMatchObject({
      kind: "everything",
    });
  });

  it("may be all of a workflow, which then runs for no test branch", async () => {
    const bot = (script: string) =>
      workflow(
        "pull_request",
        `{ facts: { if: "github.actor == 'dependabot[bot]'", steps: [{ run: ${script} }] }, update: { needs: facts, if: "needs.facts.outputs.x == 'y'", steps: [] } }`,
      );
    expect(await effect({ [CI]: bot("one") }, { [CI]: `${bot("two")}permissions: {}\n` })).toEqual({
      kind: "alone",
    });
    expect(await effect({ [CI]: bot("one") }, { [CI]: workflow("pull_request") })).toMatchObject({
      kind: "everything",
    });
  });

  it("is named with at most three others", async () => {
    const many = (script: string) =>
      workflow(
        "push",
        `{ ${["a", "b", "c", "d", "e"].map((id) => `${id}: { steps: [{ run: ${script} }] }`).join(", ")} }`,
      );
    expect(await effect({ [CI]: many("one") }, { [CI]: many("two") })).toEqual(
      everything("it differs in `jobs.a`, `jobs.b`, `jobs.c`, 2 more"),
    );
  });
});

describe("a workflow that GitHub runs from another branch", () => {
  it.each(["pull_request_target", "workflow_run", "repository_dispatch", "delete", "[delete, schedule]"])(
    "tests no change of itself: %s",
    async (on) => {
      const before = { [CI]: workflow(on) };
      expect(await effect(before, { [CI]: before[CI].replace("true", "false") })).toEqual({
        kind: "alone",
      });
    },
  );
});

it("leaves other files to other rules", async () => {
  expect(await effect({ [CI]: workflow("push") }, { "a.txt": "new\n" }, "a.txt")).toBeUndefined();
});

itInCi(
  "takes a time that grows with the number of workflows, not with its square",
  async () => {
    const many = 1_500;
    const text = (number: number) =>
      `on: push\njobs: { a: { uses: x/y/z.yml@1, with: { start: "n${number}" } }, b: { steps: [{ run: action.yml w${number + 1}.yml }] } }\n`;
    const files: Record<string, string> = { [CI]: workflow("workflow_dispatch") };
    for (let number = 0; number < many; number += 1) {
      files[`.github/workflows/w${number}.yml`] = text(number);
      files[`.github/actions/a${number}/action.yml`] = "runs: {}\n";
    }
    const last = `.github/workflows/w${many - 1}.yml`;
    const started = performance.now();
    expect(await effect(files, { [CI]: workflow("workflow_dispatch", "{}") })).toEqual({ kind: "alone" });
    expect(await effect(files, { [last]: text(many + 1) }, last)).toEqual(
      everything("it differs in `jobs.a`, `jobs.b`"),
    );
    expect(performance.now() - started).toBeLessThan(8_000);
  },
  100_000,
);
