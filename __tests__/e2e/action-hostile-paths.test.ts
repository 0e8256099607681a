/** What a pull request may name its files, and how long it may keep a job busy with them: the built action, on real checkouts. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { type ActionRun, type RunningAction, startAction } from "../support/action-runner.js";
import { ForgeOnDisk } from "../support/forge-on-disk.js";
import { itInAll } from "../support/sized-tests.js";
import { until } from "../support/until.js";

const REPOSITORY = "acme/shop";

// Each test starts many processes, and many may share few cores.
let forge: ForgeOnDisk;
let server = "";
let made = 0;

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  server = mkdtempSync(join(tmpdir(), "merge-queue-server-"));
  mkdirSync(join(server, dirname(REPOSITORY)));
  symlinkSync(forge.repository.folder, join(server, REPOSITORY));
});

afterAll(async () => {
  await forge.remove();
  rmSync(server, { recursive: true, force: true });
});

/** The step that computes the targets of a pull request which changes `files` of a repository that has `before`. */
async function computing(
  before: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningAction> {
  const from: CommitId = await forge.onMain(before);
  const { number, head, base, merge } = await forge.pullRequest(++made, from, files);
  const event = {
    pull_request: {
      number,
      head: { sha: head, repo: { full_name: REPOSITORY } },
      base: { ref: "main", sha: base, repo: { full_name: REPOSITORY } },
    },
    repository: { full_name: REPOSITORY },
  };
  return startAction({
    inputs: { operation: "compute-targets", "repo-host": "github.com", "target-branch": "main", ...inputs },
    event,
    environment: {
      // Nothing is checked out: few systems could hold these names.
      GITHUB_WORKSPACE: forge.folder(),
      GITHUB_SERVER_URL: `file://${server}`,
      GITHUB_SHA: merge,
      RUNNER_TEMP: forge.folder(),
      ...environment,
    },
  });
}

async function computed(pattern: string, path: string): Promise<ActionRun> {
  const mapping = JSON.stringify({ hostile: pattern, other: "**" });
  const inputs = { "impacted-targets-from": "paths=targets.yml", "targets-timeout": "12s" };
  const { finished } = await computing({ "targets.yml": mapping }, { [path]: "new\n" }, inputs);
  return finished;
}

describe("a name that a pattern would try in very many ways", () => {
  it.each([
    ["five stars against 255 characters", "*a*a*a*a*a*c", "a".repeat(255)],
    ["three stars against 4,000 characters", "db/*_*_*.sql", `db/${"_".repeat(4_000)}`],
  ])("is answered before the deadline: %s", async (_title, pattern, path) => {
    const run = await computed(pattern, path);
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { "impacted-targets-count": "1" } });
  });
});

describe("computing that keeps its thread busy for minutes", () => {
  /** Many patterns that nothing sorts out beforehand, against many paths. */
  const PATTERNS = Array.from({ length: 60_000 }, (_, index) => `?**/?*[!a-z]*${index}*/b`);
  const MAPPING = { "targets.yml": JSON.stringify({ busy: PATTERNS }) };
  const CHANGES = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`folder-${index}/file-${index * 7}/b`, `${index}\n`]),
  );
  const FROM = { "impacted-targets-from": "paths=targets.yml" };
  /** Of the program's start, and of git. */
  const SLACK_MS = 4_000;

  itInAll("ends at targets-timeout, and everything is impacted for that reason", async () => {
    const inputs = { ...FROM, "targets-timeout": "2s" };
    const run = await (await computing(MAPPING, CHANGES, inputs)).finished;
    expect(run.durationMs).toBeLessThan(2_000 + SLACK_MS);
    expect(run).toMatchObject({ exitCode: 0, errors: [], outputs: { "impacted-targets-all": "true" } });
    expect(run.outputs["impacted-targets-reason"]).toMatch(/the deadline|no time left/);
    expect(run.outputs["impacted-targets-hint"]).toBe("Raise targets-timeout.");
  });

  itInAll("ends at timeout, either in time for everything or with that reason", async () => {
    const run = await (await computing(MAPPING, CHANGES, { ...FROM, timeout: "3s" })).finished;
    expect(run.durationMs).toBeLessThan(3_000 + SLACK_MS);
    expect([run.exitCode, run.outputs["impacted-targets-all"], run.outputs["error-kind"]]).toEqual(
      run.exitCode === 0 ? [0, "true", ""] : [1, "", "deadline-passed"],
    );
  });

  itInAll("ends when the job is cancelled in the middle, and leaves nothing behind", async () => {
    const folder = forge.folder();
    const action = await computing(MAPPING, CHANGES, FROM, { RUNNER_TEMP: folder });
    // The trees, then the rules and the mapping: from then on there is nothing but patterns.
    await until(() => packsIn(folder) >= 2);
    const cancelledAt = performance.now();
    action.signal("SIGINT");
    const run = await action.finished;
    expect(performance.now() - cancelledAt).toBeLessThan(SLACK_MS);
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "aborted" } });
    expect(readdirSync(folder)).toEqual([]);
  });
});

function packsIn(folder: string): number {
  return readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".pack")).length;
}
