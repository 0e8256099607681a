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
const PAGE_OF_3 = "https://queue.example.com/git.example.com/acme/shop/pull/3?branch=main";
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
      MERGE_QUEUE_PUBLIC_URL: "https://queue.example.com/",
      MERGE_QUEUE_DATABASE_URL: `sqlite:${join(folder, "queue.sqlite")}`,
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
  return run(...words, "--branch", "main");
}

async function run(...words: readonly string[]) {
  const env = {
    PATH: process.env["PATH"],
    MERGE_QUEUE_API_URL: service.apiUrl,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORY: "git.example.com/acme/shop",
  };
  return new Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      execFile(process.execPath, [PROGRAM, ...words], { env, cwd: folder }, (error, stdout, stderr) => {
        resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
      });
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

    const verify = ["verify", "main", "--database", `sqlite:${join(folder, "queue.sqlite")}`];
    const inClone = [...verify, "--checkout", repository.folder];
    const all = await run(...inClone);
    expect(all).toMatchObject({ exitCode: 0, stderr: "" });
    expect(all.stdout).toMatch(
      /^The only commit of main since [0-9a-f]{12} was landed by the queue as tested\.\n$/,
    );

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
      `  Page      ${PAGE_OF_3}`,
      "",
    ]);
    const page = new URL(PAGE_OF_3);
    const served = await fetch(new URL(page.pathname + page.search, service.apiUrl), {
      headers: { "x-api-token": TOKEN },
    });
    expect(served.status).toBe(200);
    const never = await call("why", "4");
    expect([never.exitCode, never.stdout]).toEqual([1, ""]);
    expect(never.stderr).toContain("PR_NOT_FOUND");

    const tree = (await repository.git("rev-parse", "main^{tree}")).trim();
    const past = (
      await repository.git(
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.com",
        "commit-tree",
        tree,
        "-p",
        "main",
        "-m",
        "Past the queue",
      )
    ).trim();
    await repository.git("update-ref", "refs/heads/main", past);
    const some = await run(...inClone, "--json");
    expect(some.exitCode).toBe(1);
    expect(JSON.parse(some.stdout)).toMatchObject({
      command: "verify",
      exitCode: 1,
      proven: 1,
      strangers: [{ commit: past, how: "pushedOutside", subject: "Past the queue" }],
    });
    expect((await run(...inClone)).stdout).toMatch(
      /\n {2}[0-9a-f]{12} \S+ pushed outside the queue by .*: Past the queue\n$/,
    );
    expect((await run(...inClone, "--since", past)).exitCode).toBe(0);
    expect(await run(...inClone, "--since", "no such commit")).toMatchObject({ exitCode: 2, stdout: "" });
    expect((await run(...verify, "--checkout", folder)).exitCode).toBe(2);
  },
  TIMEOUT_MS,
);
