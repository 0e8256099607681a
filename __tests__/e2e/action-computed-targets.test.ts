/** Impacted targets computed by the built action from real checkouts, uploaded to the real service, and what it then tests. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { type ActionRun, runAction } from "../support/action-runner.js";
import { digestOf, ForgeOnDisk, type PullRequestOnDisk } from "../support/forge-on-disk.js";
import type { FileChange } from "../support/git-repository.js";
import { ServiceOnRepository } from "../support/service-on-repository.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

const TOKEN = "mq_the-token-of-a-queue-of-packages";
const REPOSITORY = "acme/shop";

// Each test starts many processes, and many may share few cores.
let service: ServiceOnRepository;
let forge: ForgeOnDisk;
let server = "";
let made = 100;

function manifest(name: string, ...dependencies: readonly string[]): string {
  return JSON.stringify({
    name,
    type: "module",
    dependencies: Object.fromEntries(dependencies.map((one) => [one, "*"])),
  });
}

/** The test of the whole: every package can be loaded. */
const CHECK = `for (const name of ["core", "ui", "docs"]) await import(\`./packages/\${name}/index.js\`);\n`;

const FILES = {
  "package.json": JSON.stringify({ name: "shop", private: true, workspaces: ["packages/*"] }),
  "check.mjs": CHECK,
  "tool.cfg": "1\n",
  "packages/core/package.json": manifest("core"),
  "packages/core/index.js": "export const greet = () => 'hello';\n",
  "packages/ui/package.json": manifest("ui", "core"),
  "packages/ui/index.js": "import * as core from '../core/index.js';\nexport const box = core;\n",
  "packages/docs/package.json": manifest("docs"),
  "packages/docs/index.js": "export const page = 'docs';\n",
};

/** Renames what core exports. */
const RENAME = { "packages/core/index.js": "export const welcome = () => 'hello';\n" };
/** Uses it from docs, which did not depend on core. */
const FIRST_USE = {
  "packages/docs/package.json": manifest("docs", "core"),
  "packages/docs/index.js": "import { greet } from '../core/index.js';\nexport const page = greet();\n",
};

beforeAll(async () => {
  service = await ServiceOnRepository.start({
    token: TOKEN,
    files: FILES,
    names: [`github.com/${REPOSITORY}`],
    settings: () => ({ MERGE_QUEUE_TEST_COMMAND: "node check.mjs" }),
  });
  forge = await ForgeOnDisk.of(service.repository);
  server = mkdtempSync(join(tmpdir(), "merge-queue-server-"));
  mkdirSync(join(server, "acme"));
  symlinkSync(service.repository.folder, join(server, REPOSITORY));
});

afterAll(async () => {
  await forge.remove();
  rmSync(server, { recursive: true, force: true });
  await service.stop();
});

async function newPullRequest(files: Readonly<Record<string, FileChange>>): Promise<PullRequestOnDisk> {
  return forge.pullRequest(++made, service.base, files);
}

/** As a job on the pull request's event runs it, at a checkout of depth one. */
async function onPullRequest(
  { number, head, base, merge }: PullRequestOnDisk,
  branch: string,
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
  baseBranch = branch,
  changes: object = {},
): Promise<ActionRun> {
  const checkout = await forge.checkOut(merge, "--depth=1");
  const before = digestOf(checkout);
  const run = await runAction({
    inputs: { "repo-host": "github.com", "target-branch": branch, ...inputs },
    event: {
      changes,
      pull_request: {
        number,
        head: { sha: head, repo: { full_name: REPOSITORY } },
        base: { ref: baseBranch, sha: base, repo: { full_name: REPOSITORY } },
      },
      repository: { full_name: REPOSITORY },
    },
    environment: {
      GITHUB_WORKSPACE: checkout,
      GITHUB_SERVER_URL: `file://${server}`,
      GITHUB_SHA: merge,
      ...environment,
    },
  });
  expect(digestOf(checkout)).toEqual(before);
  return run;
}

async function asked(operation: string, branch: string, inputs: Readonly<Record<string, string>>) {
  return runAction({
    inputs: { ...upload(operation), repository: REPOSITORY, "target-branch": branch, ...inputs },
    eventName: "workflow_dispatch",
  });
}

function upload(operation: string) {
  return { operation, "api-url": service.process.apiUrl, "api-token": TOKEN };
}

async function newQueue(name: string): Promise<string> {
  await service.repository.setRef(`refs/heads/${name}`, service.base);
  const config = { "queue-config": "{mode: parallel, concurrency: 4}" };
  expect((await asked("create-queue", name, config)).errors).toEqual([]);
  return name;
}

async function ending(branch: string, number: number): Promise<string | undefined> {
  const wait = { wait: "true", "poll-interval": "100ms", "wait-timeout": "90s" };
  return (await asked("status", branch, { "pr-number": String(number), ...wait })).outputs["state"];
}

describe("a renamed export, and its first use by a package that did not know it", () => {
  /** Both pull requests, tested in the order of their submission. */
  async function landBoth(
    branch: string,
    targets: (pullRequest: PullRequestOnDisk, name: "core" | "docs") => Readonly<Record<string, string>>,
  ) {
    const rename = await newPullRequest(RENAME);
    const use = await newPullRequest(FIRST_USE);
    const sent = [
      await onPullRequest(rename, branch, { ...upload("set-impacted-targets"), ...targets(rename, "core") }),
      await onPullRequest(use, branch, { ...upload("set-impacted-targets"), ...targets(use, "docs") }),
    ];
    expect(sent.map(({ errors }) => errors)).toEqual([[], []]);
    await asked("update-queue", branch, { state: "PAUSED" });
    for (const { number } of [rename, use]) await asked("submit", branch, { "pr-number": String(number) });
    await asked("update-queue", branch, { state: "RUNNING" });
    return { sent, states: [await ending(branch, rename.number), await ending(branch, use.number)] };
  }

  itInAll(
    "stand in one lane when the targets are computed, so that the second fails and the branch stays green",
    async () => {
      const branch = await newQueue("computed");
      const { sent, states } = await landBoth(branch, () => ({ "impacted-targets-from": "workspaces" }));
      expect(sent.map(({ outputs }) => outputs["impacted-targets-count"])).toEqual(["2", "2"]);
      expect(sent[1]?.summary).toContain("**core**: docs begins to depend on it");
      expect(states).toEqual(["MERGED", "FAILED"]);
    },
  );

  itInAll("both land, and break the branch, with the targets that other tools name", async () => {
    const branch = await newQueue("named");
    const { states } = await landBoth(branch, (_pullRequest, name) => ({
      "impacted-targets": name === "core" ? "core\nui" : "docs",
    }));
    expect(states).toEqual(["MERGED", "MERGED"]);
  });
});

describe("one job that computes and one that uploads", () => {
  itInAll("hand over a file, and the first has no secret", async () => {
    const branch = await newQueue("handed-over");
    const pullRequest = await newPullRequest(RENAME);
    const temporary = forge.folder();
    const computed = await onPullRequest(
      pullRequest,
      branch,
      { operation: "compute-targets", "impacted-targets-from": "workspaces" },
      { RUNNER_TEMP: temporary },
    );
    expect(computed.errors).toEqual([]);
    const file = computed.outputs["impacted-targets-result"] ?? "";
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      format: "merge-queue-impacted-targets/1",
      tool: "merge-queue 0.1.0",
      from: "workspaces",
      targetBranch: branch,
      headSha: pullRequest.head,
      compared: { base: pullRequest.base, head: pullRequest.merge },
      impactedTargets: ["core", "ui"],
    });
    const result = { ...upload("set-impacted-targets"), "impacted-targets-result": file };
    const uploaded = await onPullRequest(pullRequest, branch, result, { RUNNER_TEMP: temporary });
    expect(uploaded).toMatchObject({ exitCode: 0, outputs: { "impacted-targets-count": "2" } });
    const elsewhere = { ...result, "target-branch": "handed-over-2", "dry-run": "true" };
    const stacked = await onPullRequest(pullRequest, branch, elsewhere, { RUNNER_TEMP: temporary });
    expect(stacked.summary).toMatch(
      /\*\*ALL\*\*, because .*it is about .*, and the queue protects handed.over.2/,
    );
    const long = join(temporary, "long.json");
    writeFileSync(long, "");
    truncateSync(long, 129 * 1024 * 1024);
    const tooLong = { ...result, "impacted-targets-result": long, "dry-run": "true" };
    const everything = await onPullRequest(pullRequest, branch, tooLong, { RUNNER_TEMP: temporary });
    expect(everything).toMatchObject({ exitCode: 0, outputs: { "impacted-targets-all": "" } });
    expect(everything.summary).toContain("**ALL**");
    const another = await newPullRequest(FIRST_USE);
    const refused = await onPullRequest(another, branch, result, { RUNNER_TEMP: temporary });
    expect(refused.errors[0]).toContain(`is about the head commit ${pullRequest.head}`);
  });
});

async function computedFrom(
  files: Readonly<Record<string, FileChange>>,
  inputs: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string>> = {},
  base = "main",
): Promise<ActionRun> {
  const pullRequest = await newPullRequest(files);
  const all = { operation: "compute-targets", "impacted-targets-from": "auto", ...inputs };
  return onPullRequest(pullRequest, "main", all, { RUNNER_TEMP: forge.folder(), ...environment }, base);
}

describe("computed targets", () => {
  itInCi(
    "are everything for a file that no target owns, with the cause and what would make it less",
    async () => {
      const { outputs, summary, exitCode } = await computedFrom({ "tool.cfg": "2\n" });
      expect({ exitCode, outputs }).toMatchObject({
        exitCode: 0,
        outputs: {
          "impacted-targets-all": "true",
          "impacted-targets-count": "",
          "impacted-targets-reason": "tool.cfg: no target owns it",
          "impacted-targets-hint": expect.stringContaining("list it under ignore in .github/merge-queue.yml"),
        },
      });
      expect(summary).toContain("because tool.cfg: no target owns it");
      expect(summary).toContain("How to narrow it");
    },
  );

  it("are everything when the deadline passes before they are known", async () => {
    const { outputs } = await computedFrom(RENAME, { "targets-timeout": "1ms" });
    expect(outputs["impacted-targets-reason"]).toMatch(/no time left|the deadline/);
  });

  it("are everything for a pull request that is stacked on another one", async () => {
    const { outputs } = await computedFrom(RENAME, {}, {}, "feature");
    expect(outputs["impacted-targets-reason"]).toContain(
      "is to be merged into feature, and the queue protects main",
    );
  });

  itInAll(
    "are not read from a merge onto the branch that the pull request had as its base before",
    async () => {
      const number = ++made;
      const below = await service.repository.commit({ parents: [service.base], files: RENAME });
      const refs = [`refs/pull/${number}/head`];
      const head = await service.repository.commit({ parents: [below], files: FIRST_USE, refs });
      const ofMerge = [`refs/pull/${number}/merge`];
      const merge = await service.repository.commit({
        parents: [below, head],
        files: FIRST_USE,
        refs: ofMerge,
      });
      const inputs = { operation: "compute-targets", "impacted-targets-from": "workspaces" };
      const stacked = { number, head, merge, base: below };
      const changes = { base: { ref: { from: "below" } } };
      const temporary = { RUNNER_TEMP: forge.folder() };
      const run = await onPullRequest(stacked, "main", inputs, temporary, "main", changes);
      // That merge shows two targets alone; the history back to main also shows ui, which the rename below reaches.
      expect(run.outputs).toMatchObject({ "impacted-targets-all": "false", "impacted-targets-count": "3" });
    },
  );

  itInAll("are those of a merge group's own two commits", async () => {
    const { number, head, base, merge } = await newPullRequest(RENAME);
    const checkout = await forge.checkOut(merge, "--depth=1");
    const run = await runAction({
      inputs: {
        operation: "compute-targets",
        "impacted-targets-from": "workspaces",
        "repo-host": "github.com",
        "pr-sha": head,
      },
      eventName: "merge_group",
      event: {
        merge_group: {
          head_ref: `refs/heads/gh-readonly-queue/main/pr-${number}-${base}`,
          head_sha: merge,
          base_ref: "refs/heads/main",
          base_sha: base,
        },
        repository: { full_name: REPOSITORY },
      },
      environment: {
        GITHUB_WORKSPACE: checkout,
        GITHUB_SERVER_URL: `file://${server}`,
        RUNNER_TEMP: forge.folder(),
      },
    });
    expect(run).toMatchObject({ exitCode: 0, outputs: { "impacted-targets-count": "2" } });
    expect(run.stdout).toContain("The event names both commits.");
  });

  itInAll("come from a checkout beside others in the workspace", async () => {
    const nowhere = { GITHUB_SERVER_URL: "file:///nowhere" };
    const found = await computedFrom(RENAME, { "checkout-path": "." }, nowhere);
    expect(found.outputs["impacted-targets-reason"]).toContain("could not be found");
    const pullRequest = await newPullRequest(RENAME);
    const checkout = await forge.checkOut(pullRequest.merge, "--depth=2");
    const inputs = {
      operation: "compute-targets",
      "impacted-targets-from": "workspaces",
      "checkout-path": checkout,
    };
    const environment = { RUNNER_TEMP: forge.folder(), ...nowhere };
    const run = await onPullRequest(pullRequest, "main", inputs, environment);
    expect(run.outputs).toMatchObject({ "impacted-targets-count": "2" });
  });

  itInAll("say what auto chose", async () => {
    expect((await computedFrom(RENAME)).stdout).toContain("auto chose workspaces, because of package.json.");
  });

  itInAll.each([
    ["with a secret", { "api-token": TOKEN }, {}, "this step has the API token"],
    [
      "on pull_request_target",
      {},
      { GITHUB_EVENT_NAME: "pull_request_target" },
      "a job on pull_request_target holds secrets",
    ],
    [
      "on an event that nobody has thought of",
      {},
      { GITHUB_EVENT_NAME: "check_suite" },
      "a job on check_suite holds secrets",
    ],
  ])("come from no program of the repository %s", async (_where, inputs, environment, because) => {
    const { exitCode, errors } = await computedFrom(
      RENAME,
      { ...inputs, "impacted-targets-from": "workspaces,turbo" },
      environment,
    );
    expect(exitCode).toBe(1);
    expect(errors[0]).toContain(
      `turbo runs programs of the repository, which a pull request can change, and ${because}`,
    );
    expect(errors[0]).toContain("Use workspaces or paths");
  });

  itInCi.each(
    rowsBySize([
      ["workspace", "did you mean workspaces?"],
      ["list", "list needs a file"],
      ["list=/proc/self/environ", "out of reach"],
      ["nx=nx.json", "nx takes no argument after ="],
    ]),
  )("are refused from %j", async (from, complaint) => {
    const { exitCode, outputs, errors } = await computedFrom(RENAME, { "impacted-targets-from": from });
    expect({ exitCode, kind: outputs["error-kind"] }).toEqual({ exitCode: 1, kind: "wrong-input" });
    expect(errors[0]).toContain(complaint);
  });
});

describe("names that are anyone's text", () => {
  itInAll("neither command the runner nor break the summary", async () => {
    const path = "packages/core/a\n::error::owned|<b>`.txt";
    const { stdout, errors, summary } = await computedFrom({ [path]: "x\n" });
    expect(errors).toEqual([]);
    expect(stdout).not.toMatch(/^::error::owned/m);
    expect(summary).not.toContain("<b>");
    expect(summary.split("\n").filter((line) => line.includes("owned"))).toHaveLength(1);
  });
});

describe("targets that come too late", () => {
  itInAll("are not uploaded once the pull request has another head", async () => {
    const branch = await newQueue("late");
    const old = await newPullRequest(RENAME);
    const head: CommitId = await service.repository.commit({
      parents: [service.base],
      files: FIRST_USE,
      refs: [`refs/pull/${old.number}/head`],
    });
    await asked("update-queue", branch, { state: "PAUSED" });
    await asked("submit", branch, { "pr-number": String(old.number) });
    const inputs = { ...upload("set-impacted-targets"), "impacted-targets-from": "workspaces" };
    const run = await onPullRequest(old, branch, inputs);
    expect(run).toMatchObject({ exitCode: 0, warnings: [expect.stringContaining(head)] });
    expect(run.stdout).toContain("Nothing is uploaded");
    expect(run.outputs).toMatchObject({
      uploaded: "false",
      outcome: "unchanged",
      "impacted-targets-count": "",
    });
    expect([run.outputs["impacted-targets-all"], run.outputs["impacted-targets-reason"]]).toEqual(["", ""]);
    // The forge is not there, and the service knows another head: nobody can tell which is newer.
    const silent = await onPullRequest(old, branch, inputs, { GITHUB_SERVER_URL: "file:///nowhere" });
    expect(silent).toMatchObject({ exitCode: 0 });
    expect(silent.warnings).toContainEqual(
      expect.stringContaining("the forge does not report which is newer"),
    );
    expect(silent.stdout).toContain("Nothing is uploaded");
  });

  itInAll(
    "are not uploaded either while the pull request is not submitted, where a token lets the forge be asked",
    async () => {
      const branch = await newQueue("late-and-unsubmitted");
      const old = await newPullRequest(RENAME);
      const head: CommitId = await service.repository.commit({
        parents: [service.base],
        files: FIRST_USE,
        refs: [`refs/pull/${old.number}/head`],
      });
      const inputs = { ...upload("set-impacted-targets"), "impacted-targets-from": "workspaces" };
      const run = await onPullRequest(old, branch, { ...inputs, "github-token": "ghs_of-the-run" });
      expect(run).toMatchObject({ exitCode: 0, warnings: [expect.stringContaining(head)] });
    },
  );
});
