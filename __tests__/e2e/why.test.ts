/** The real service with real git explains its pull requests to the built command line. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { TOKEN } from "../support/client-samples.js";
import { GitRepository } from "../support/git-repository.js";
import { ROOT } from "../support/source-files.js";

const PROGRAM = join(ROOT, "bin/merge-queue.js");
const TIMEOUT_MS = 120_000;

let folder = "";
let repository: GitRepository;
let service: ServiceProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-why-"));
  repository = await GitRepository.create();
  await repository.commits([
    { files: { "a.txt": "1" }, message: "One", refs: ["refs/heads/main"] },
    { parents: [0], files: { "b.txt": "2" }, message: "Two", refs: ["refs/pull/1/head"] },
    { parents: [0], files: { broken: "3" }, message: "Three", refs: ["refs/pull/2/head"] },
    { parents: [0], files: { "a.txt": "4" }, message: "Four", refs: ["refs/pull/3/head"] },
  ]);
  service = await ServiceProcess.start({
    folder,
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
      MERGE_QUEUE_TEST_COMMAND:
        "echo testing; test ! -e broken || { echo 'money.test.ts: rounds half even'; exit 1; }",
      MERGE_QUEUE_POLL_INTERVAL: "200ms",
    },
    onRestart: () => undefined,
  });
}, TIMEOUT_MS);

afterAll(async () => {
  await service.stop();
  await repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function call(...words: readonly string[]) {
  const env = {
    PATH: process.env["PATH"],
    MERGE_QUEUE_API_URL: service.apiUrl,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORY: "git.example.com/acme/shop",
  };
  return new Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      execFile(
        process.execPath,
        [PROGRAM, ...words, "--branch", "main"],
        { env, cwd: folder },
        (error, stdout, stderr) => {
          resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
        },
      );
    },
  );
}

it(
  "says why one landed, why one failed, and why one waits",
  async () => {
    await call("create-queue");
    await call("submit", "1", "--wait", "--poll-interval", "100ms");
    const landed: unknown = JSON.parse((await call("why", "1", "--json")).stdout);
    expect(landed).toMatchObject({
      maySubmitAgain: false,
      why: { needsAction: false, exit: { verdict: "LANDED" } },
    });

    await call("submit", "2", "--watch", "--poll-interval", "100ms");
    const failed = await call("why", "2");
    expect(failed.exitCode).toBe(0);
    expect(failed.stdout).toContain(
      "#2 failed `tests` on exactly `main` and this change, twice, so the failure is its own.\n",
    );
    expect(failed.stdout).toMatch(
      /Next {6}Push a fix, then submit it again\.\n {2}Failed {4}tests: failure file:/,
    );
    expect(failed.stdout).toContain("| money.test.ts: rounds half even\n");

    await call("update-queue", "--set", "state=PAUSED");
    await call("submit", "3");
    const waits = await call("why", "3");
    expect(waits.stdout.split("\n")).toEqual([
      "#3 is ready, but `main` is paused and admits nothing. You need not do anything.",
      "  Waits for `main`: is paused",
      "",
    ]);
    const never = await call("why", "4");
    expect([never.exitCode, never.stdout]).toEqual([1, ""]);
    expect(never.stderr).toContain("PR_NOT_FOUND");
  },
  TIMEOUT_MS,
);
