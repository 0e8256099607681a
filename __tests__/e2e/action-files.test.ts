/** Files that inputs name, where a pull request has put links: what is out of reach is neither read nor written. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  type ActionCall,
  type ActionRun,
  RUNNER_ENDS_MS,
  runAction,
  startAction,
} from "../support/action-runner.js";
import { onPullRequest } from "../support/action-samples.js";
import { answers, type FaultyServer } from "../support/faulty-server.js";
import { makeNamedPipe } from "../support/named-pipe.js";
import { bodyOf, OK, startScriptedService } from "../support/scripted-service.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

const SECRET = "a-secret-of-another-step";
const MEMORY = "/dev/shm";
const METRICS = "mq_depth_current 7\n";

let server: FaultyServer;
/** Nothing in here belongs to the step, unless a test says so. */
let elsewhere: string;

beforeEach(async () => {
  elsewhere = mkdtempSync(join(tmpdir(), "merge-queue-elsewhere-"));
  server = await startScriptedService({
    setImpactedTargets: [OK],
    getMergeQueueMetrics: [answers(200, METRICS, { "content-type": "text/plain" })],
  });
});

afterEach(async () => {
  rmSync(elsewhere, { recursive: true, force: true });
  await server.close();
});

function upload(file: string, call: Partial<ActionCall> = {}): Promise<ActionRun> {
  const inputs = { operation: "set-impacted-targets", "impacted-targets-file": file };
  return runAction({ ...onPullRequest(server.apiUrl, inputs), ...call });
}

function readMetrics(file: string, call: Partial<ActionCall> = {}): Promise<ActionRun> {
  const inputs = { operation: "metrics", "metrics-file": file };
  return runAction({ ...onPullRequest(server.apiUrl, inputs), ...call });
}

function expectRefused(run: ActionRun, input: string, says = /out of reach/): void {
  expect(run.exitCode).toBe(1);
  expect(run.errors).toEqual([expect.stringMatching(says)]);
  expect(run.errors[0]).toMatch(new RegExp(`^Input ${input}: `));
  expect(run.outputs["error-kind"]).toBe("wrong-input");
  expect(`${run.stdout}${run.stderr}${run.summary}${JSON.stringify(run.outputs)}`).not.toContain(SECRET);
  expect(server.requests).toEqual([]);
}

function expectUploaded(run: ActionRun, targets: readonly string[]): void {
  expect(run).toMatchObject({ exitCode: 0, errors: [] });
  expect(bodyOf(server.requests[0])).toMatchObject({ impactedTargets: targets });
}

describe("a targets file", () => {
  itInAll.each(["/proc/self/environ", "/proc/thread-self/environ", "/dev/../proc/self/environ"])(
    "that is a link to %s gives no variable away",
    async (to) => {
      const call = { links: { targets: to }, environment: { OTHER_TOKEN: SECRET } };
      expectRefused(await upload("targets", call), "impacted-targets-file");
    },
  );

  it("that is a link to a file elsewhere is not read", async () => {
    writeFileSync(join(elsewhere, "key"), SECRET);
    const run = await upload("targets", { links: { targets: join(elsewhere, "key") } });
    expectRefused(run, "impacted-targets-file");
  });

  it("that lies behind a link to a folder elsewhere is not read", async () => {
    writeFileSync(join(elsewhere, "targets"), SECRET);
    const run = await upload("out/targets", { links: { out: elsewhere } });
    expectRefused(run, "impacted-targets-file");
  });

  itInCi("that lies behind such a link is not read by its absolute path either", async () => {
    const workspace = join(elsewhere, "workspace");
    mkdirSync(workspace);
    mkdirSync(join(elsewhere, "home"));
    writeFileSync(join(elsewhere, "home/targets"), SECRET);
    symlinkSync(join(elsewhere, "home"), join(workspace, "out"));
    const run = await upload(join(workspace, "out/targets"), {
      environment: { GITHUB_WORKSPACE: workspace },
    });
    expectRefused(run, "impacted-targets-file");
  });

  const inMemory = existsSync(MEMORY) ? it : it.skip;

  inMemory("is read in a workspace that the runner keeps in memory", async () => {
    const workspace = mkdtempSync(join(MEMORY, "merge-queue-workspace-"));
    try {
      writeFileSync(join(workspace, "targets"), "api\n");
      const file = join(workspace, "targets");
      expectUploaded(await upload(file, { environment: { GITHUB_WORKSPACE: workspace } }), ["api"]);
    } finally {
      rmSync(workspace, { recursive: true });
    }
  });

  inMemory("that is a link to what others keep in memory is not read", async () => {
    const others = mkdtempSync(join(MEMORY, "merge-queue-elsewhere-"));
    try {
      writeFileSync(join(others, "key"), SECRET);
      expectRefused(
        await upload("targets", { links: { targets: join(others, "key") } }),
        "impacted-targets-file",
      );
    } finally {
      rmSync(others, { recursive: true });
    }
  });

  it("that is a link by the absolute path that the workflow gives is not read", async () => {
    writeFileSync(join(elsewhere, "key"), SECRET);
    symlinkSync(join(elsewhere, "key"), join(elsewhere, "targets"));
    expectRefused(await upload(join(elsewhere, "targets")), "impacted-targets-file");
  });

  itInCi("that is a link to what git keeps is not read", async () => {
    const workspace = join(elsewhere, "workspace");
    mkdirSync(join(workspace, ".git"), { recursive: true });
    writeFileSync(join(workspace, ".git/config"), SECRET);
    symlinkSync(".git/config", join(workspace, "targets"));
    const run = await upload(join(workspace, "targets"), { environment: { GITHUB_WORKSPACE: workspace } });
    expectRefused(run, "impacted-targets-file");
  });

  itInAll("that is a link to nowhere, or to itself, is not readable", async () => {
    const links = { targets: "gone", loop: "loop" };
    expectRefused(await upload("targets", { links }), "impacted-targets-file", /not readable.*ENOENT/);
    expectRefused(await upload("loop", { links }), "impacted-targets-file", /not readable.*ELOOP/);
  });

  itInCi("that is a pipe is not waited for", async () => {
    makeNamedPipe(join(elsewhere, "pipe"));
    const run = await upload(join(elsewhere, "pipe"));
    expectRefused(run, "impacted-targets-file", /not a regular file/);
  });

  /** 100 GB that take no room and have no name in them. */
  function makeEndlessFile(): string {
    const path = join(elsewhere, "endless");
    closeSync(openSync(path, "w"));
    truncateSync(path, 100_000_000_000);
    return path;
  }

  itInAll("without end is read no longer than the step may take", async () => {
    const inputs = {
      operation: "set-impacted-targets",
      "impacted-targets-file": makeEndlessFile(),
      timeout: "1s",
    };
    const run = await runAction(onPullRequest(server.apiUrl, inputs));
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "deadline-passed" } });
    expect(run.errors).toEqual([expect.stringMatching(/the deadline has passed: nothing was sent/)]);
    expect(run.durationMs).toBeLessThan(5000);
    expect(run.summary).toContain("❌");
  });

  itInCi("without end is left at once when the job is cancelled", async () => {
    const inputs = { operation: "set-impacted-targets", "impacted-targets-file": makeEndlessFile() };
    const action = startAction(onPullRequest(server.apiUrl, inputs));
    await action.logMatches(/::add-mask::/);
    action.signal("SIGINT");
    const signalledAt = performance.now();
    const run = await action.finished;
    expect(performance.now() - signalledAt).toBeLessThan(RUNNER_ENDS_MS.SIGINT);
    expect(run).toMatchObject({ exitCode: 1, outputs: { "error-kind": "aborted" } });
    expect(run.summary).toContain("❌");
  });

  itInCi("that is a link to another file of the workspace is read", async () => {
    expectUploaded(await upload("targets", { files: { real: "a" }, links: { targets: "real" } }), ["a"]);
  });

  itInAll("is read from the runner's temporary folder, also by a link in the workspace", async () => {
    writeFileSync(join(elsewhere, "list"), "a");
    const environment = { RUNNER_TEMP: elsewhere };
    expectUploaded(await upload("targets", { environment, links: { targets: join(elsewhere, "list") } }), [
      "a",
    ]);
  });

  itInAll("is read from the absolute path that the workflow gives", async () => {
    writeFileSync(join(elsewhere, "list"), "a");
    expectUploaded(await upload(join(elsewhere, "list")), ["a"]);
  });

  itInCi("is read from a workspace that is itself behind a link", async () => {
    mkdirSync(join(elsewhere, "real"));
    symlinkSync(join(elsewhere, "real"), join(elsewhere, "workspace"));
    writeFileSync(join(elsewhere, "real/list"), "a");
    const workspace = join(elsewhere, "workspace");
    const run = await upload(join(workspace, "list"), { environment: { GITHUB_WORKSPACE: workspace } });
    expectUploaded(run, ["a"]);
  });
});

describe("a metrics file", () => {
  it("that is a link to a file elsewhere is not written", async () => {
    writeFileSync(join(elsewhere, "profile"), "as it was");
    const run = await readMetrics("metrics", { links: { metrics: join(elsewhere, "profile") } });
    expectRefused(run, "metrics-file");
    expect(readFileSync(join(elsewhere, "profile"), "utf8")).toBe("as it was");
  });

  it("that is a link to nowhere is not made there", async () => {
    const run = await readMetrics("metrics", { links: { metrics: join(elsewhere, "new") } });
    expectRefused(run, "metrics-file", /broken link/);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("behind a link to a folder elsewhere is not made there", async () => {
    expectRefused(await readMetrics("out/new/metrics", { links: { out: elsewhere } }), "metrics-file");
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  itInAll.each(["/proc/self/comm", "/dev/stdout", ".git/hooks/post-checkout"])("is not %s", async (file) => {
    expectRefused(await readMetrics(file), "metrics-file");
  });

  it("is not a pipe, which is found before anything is sent", async () => {
    makeNamedPipe(join(elsewhere, "pipe"));
    expectRefused(
      await readMetrics(join(elsewhere, "pipe")),
      "metrics-file",
      /is a folder or another special file/,
    );
  });

  itInCi("is made with its folders, at the absolute path that the workflow gives", async () => {
    expect(await readMetrics(join(elsewhere, "new/metrics"))).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(elsewhere, "new/metrics"), "utf8")).toBe(METRICS);
  });

  itInAll("holds nothing of what was there before", async () => {
    const run = await readMetrics("metrics", { files: { metrics: "x".repeat(500) } });
    expect(run.file("metrics")).toBe(METRICS);
  });
});
