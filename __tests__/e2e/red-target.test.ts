/** The built program on a real repository whose target branch is broken: it notices, pauses, and goes on by itself. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { commitId } from "../../src/domain/ids.js";
import { TOKEN } from "../support/client-samples.js";
import { GitRepository } from "../support/git-repository.js";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

const PROGRAM = join(ROOT, "bin/merge-queue.js");
const TIMEOUT_MS = 150_000;
const PATIENCE_MS = 60_000;

let folder = "";
let repository: GitRepository;
let service: ServiceProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-red-"));
  repository = await GitRepository.create();
  await repository.commits([
    { files: { "a.txt": "1", broken: "yes" }, message: "Break", refs: ["refs/heads/main"] },
    ...[1, 2, 3, 4].map((number) => ({
      parents: [0],
      files: { [`${number}.txt`]: "changed" },
      message: `Change ${number}`,
      refs: [`refs/pull/${number}/head`],
    })),
  ]);
  service = await ServiceProcess.start({
    folder,
    environment: {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
      MERGE_QUEUE_TEST_COMMAND: "test ! -e broken",
      MERGE_QUEUE_POLL_INTERVAL: "100ms",
      MERGE_QUEUE_DATABASE_URL: `sqlite:${join(folder, "queue.sqlite")}`,
    },
    onRestart: () => undefined,
  });
}, TIMEOUT_MS);

afterEach(async () => {
  await service.stop();
  await repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function call(...words: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    MERGE_QUEUE_API_URL: service.apiUrl,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORY: "git.example.com/acme/shop",
  };
  const given = [PROGRAM, ...words, "--branch", "main"];
  return new Promise((resolve) => {
    execFile(process.execPath, given, { env, cwd: folder }, (error, stdout) =>
      resolve(error === null ? stdout : ""),
    );
  });
}

interface Shown {
  readonly state: string;
  readonly stateReason?: string;
  readonly enqueuedPullRequests: readonly { readonly prNumber: number; readonly state: string }[];
}

/** The queue as the API shows it; null while the service does not answer. */
async function queue(): Promise<Shown | null> {
  const text = await call("get-queue", "--json");
  return text === "" ? null : (JSON.parse(text) as { readonly response: Shown }).response;
}

async function until(isSo: (shown: Shown) => boolean): Promise<Shown> {
  const givenUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const shown = await queue();
    if (shown !== null && isSo(shown)) return shown;
    if (Date.now() > givenUpAt) throw new Error(`it did not come about: ${JSON.stringify(shown)}`);
    await pause(100);
  }
}

itInCi(
  "pauses before the third eviction, survives a restart, and lands all after the repair",
  async () => {
    await call("create-queue");
    await call("update-queue", "--set", "concurrency=2");
    for (const number of [1, 2, 3, 4]) await call("submit", String(number));
    const numbersOf = ({ enqueuedPullRequests }: Shown) =>
      enqueuedPullRequests.map(({ prNumber }) => prNumber).sort();
    const paused = await until((shown) => shown.state === "PAUSED" && numbersOf(shown).length === 4);
    expect(paused.stateReason).toMatch(
      /^`main` itself fails `tests` since [0-9a-f]{8}\. The queue resumes by itself when `main` passes\.$/,
    );
    expect(numbersOf(paused)).toEqual([1, 2, 3, 4]);
    expect(await call("why", "1")).toMatch(/^#1 is ready, but `main` itself fails `tests` since /);

    service.kill();
    await until((shown) => shown.state === "PAUSED");
    const base = commitId(await repository.git("rev-parse", "main"));
    await repository.commit({
      parents: [base],
      files: { broken: null },
      message: "Repair",
      refs: ["refs/heads/main"],
    });
    await until(
      ({ state, enqueuedPullRequests }) => state === "RUNNING" && enqueuedPullRequests.length === 0,
    );
    const landed = await repository.git("log", "--reverse", "--format=%s", `${base}..main`);
    // What was tested beside the line at the repair may land behind others.
    expect(landed.split("\n").sort()).toEqual([
      ...[1, 2, 3, 4].map((number) => `Change ${number} (#${number})`),
      "Repair",
    ]);
    for (;;) {
      const refs = await repository.refs();
      if (!refs.some((ref) => ref.startsWith("refs/heads/mq-merge/"))) break;
      await pause(100);
    }
  },
  TIMEOUT_MS,
);
