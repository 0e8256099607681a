/** What the queue decides, seen by the built action over HTTP: batches, optimistic merging and lanes, on real git. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { type ActionRun, runAction, startAction } from "../support/action-runner.js";
import type { FileChange } from "../support/git-repository.js";
import { ServiceOnRepository } from "../support/service-on-repository.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

const TOKEN = "mq_the-token-of-a-queue-with-lanes";
const REPOSITORY = "acme/shop";

// Each test starts a few processes, and many may share few cores.
let service: ServiceOnRepository;
let made = 0;

beforeAll(async () => {
  service = await ServiceOnRepository.start({
    token: TOKEN,
    files: { "README.md": "Shop\n" },
    names: [`github.com/${REPOSITORY}`],
    settings: testedByWhatIsThere,
  });
  await mkdir(holdsIn(service.folder));
});

afterAll(async () => service.stop());

/**
 * The tests fail where `bad.txt` is, and where `needs-fix.txt` is without `fix.txt`. They last as long as a pull
 * request is held.
 */
function testedByWhatIsThere(folder: string): Readonly<Record<string, string>> {
  const hold = `${holdsIn(folder)}/$MERGE_QUEUE_PULL_REQUESTS`;
  const isFine = "test ! -e bad.txt && { test ! -e needs-fix.txt || test -e fix.txt; }";
  return { MERGE_QUEUE_TEST_COMMAND: `while test -e "${hold}"; do sleep 0.05; done; ${isFine}` };
}

function holdsIn(folder: string): string {
  return join(folder, "holds");
}

async function hold(number: number): Promise<void> {
  await writeFile(join(holdsIn(service.folder), String(number)), "");
}

async function release(number: number): Promise<void> {
  await rm(join(holdsIn(service.folder), String(number)));
}

async function newBranch(): Promise<string> {
  const branch = `release/${++made}`;
  await service.repository.setRef(`refs/heads/${branch}`, service.base);
  return branch;
}

/** A pull request that adds files. */
async function newPullRequest(files: Readonly<Record<string, FileChange>>): Promise<number> {
  const number = ++made;
  await service.repository.commit({
    parents: [service.base],
    files,
    message: `Change ${number}\n`,
    refs: [`refs/pull/${number}/head`],
  });
  return number;
}

function call(operation: string, branch: string, inputs: Readonly<Record<string, string>>) {
  return {
    inputs: {
      operation,
      "api-url": service.process.apiUrl,
      "api-token": TOKEN,
      repository: REPOSITORY,
      "target-branch": branch,
      ...inputs,
    },
    eventName: "workflow_dispatch",
  };
}

async function run(
  operation: string,
  branch: string,
  inputs: Readonly<Record<string, string>>,
): Promise<ActionRun> {
  const result = await runAction(call(operation, branch, inputs));
  expect(result.errors).toEqual([]);
  return result;
}

async function newQueue(config: string): Promise<string> {
  const branch = await newBranch();
  await run("create-queue", branch, { "queue-config": config });
  return branch;
}

async function submit(branch: string, number: number): Promise<void> {
  await run("submit", branch, { "pr-number": String(number) });
}

const WAIT = { wait: "true", "poll-interval": "100ms", "wait-timeout": "90s" };

async function ending(branch: string, number: number): Promise<ActionRun> {
  return runAction(call("status", branch, { "pr-number": String(number), ...WAIT }));
}

async function filesOn(branch: string): Promise<readonly string[]> {
  const listing = await service.repository.git("ls-tree", "-r", "--name-only", `refs/heads/${branch}`);
  return listing.split("\n").filter((line) => line !== "");
}

/** The newest first. */
async function commitsOn(branch: string): Promise<readonly CommitId[]> {
  const range = `${service.base}..refs/heads/${branch}`;
  const listing = await service.repository.git("rev-list", range);
  return listing.split("\n").filter((line): line is CommitId => line !== "");
}

describe("a batch of eight with one culprit", () => {
  itInAll("lands seven, and names the culprit", async () => {
    const branch = await newQueue(
      "{batch: true, batchingMinSize: 8, batchingMaxWaitTimeMinutes: 60, bisectionConcurrency: 2}",
    );
    const numbers: number[] = [];
    for (let index = 0; index < 8; index++) {
      numbers.push(await newPullRequest({ [index === 4 ? "bad.txt" : `good-${index}.txt`]: "new\n" }));
    }
    for (const number of numbers) await submit(branch, number);
    const endings = [];
    for (const number of numbers) endings.push(await ending(branch, number));
    expect(endings.map(({ outputs }) => outputs["state"])).toEqual([
      ...Array.from({ length: 4 }, () => "MERGED"),
      "FAILED",
      ...Array.from({ length: 3 }, () => "MERGED"),
    ]);
    expect(endings[4]?.exitCode).toBe(1);
    expect(endings[4]?.outputs["reason"]).toContain(`#${numbers[4]} failed \`tests\` again`);
    expect(await commitsOn(branch)).toHaveLength(7);
    expect(await filesOn(branch)).not.toContain("bad.txt");
  });
});

describe("a doubtful head", () => {
  it("is cleared by its successor where the queue merges optimistically", async () => {
    const branch = await newQueue("{concurrency: 2, canOptimisticallyMerge: true, pendingFailureDepth: 1}");
    const doubtful = await newPullRequest({ "needs-fix.txt": "new\n" });
    const successor = await newPullRequest({ "fix.txt": "new\n" });
    await hold(doubtful);
    await hold(successor);
    await submit(branch, doubtful);
    await submit(branch, successor);
    const watched = startAction(call("status", branch, { "pr-number": String(doubtful), ...WAIT }));
    await watched.logMatches(/TESTING/);
    await release(doubtful);
    await watched.logMatches(/PENDING_FAILURE/);
    await release(successor);
    const { outputs, exitCode } = await watched.finished;
    expect({ exitCode, state: outputs["state"] }).toEqual({ exitCode: 0, state: "MERGED" });
    expect((await ending(branch, successor)).outputs["state"]).toBe("MERGED");
    expect(await commitsOn(branch)).toHaveLength(2);
  });
});

describe("two pull requests that share no impacted target", () => {
  itInCi("are tested at the same time, and land independently", async () => {
    const branch = await newQueue("{mode: parallel, concurrency: 2}");
    const slow = await newPullRequest({ "front/a.txt": "new\n" });
    const quick = await newPullRequest({ "back/b.txt": "new\n" });
    for (const [number, target] of [
      [slow, "front"],
      [quick, "back"],
    ] as const) {
      await hold(number);
      const sha = await service.repository.git("rev-parse", `refs/pull/${number}/head`);
      const targets = { "pr-number": String(number), "pr-sha": sha.trim(), "impacted-targets": target };
      await run("set-impacted-targets", branch, targets);
      await submit(branch, number);
    }
    const watched = startAction(call("status", branch, { "pr-number": String(slow), ...WAIT }));
    const overtaking = startAction(call("status", branch, { "pr-number": String(quick), ...WAIT }));
    await watched.logMatches(/TESTING/);
    await overtaking.logMatches(/TESTING/);
    const testBranches = async () =>
      (await service.repository.refs()).filter((ref) => ref.includes(`mq-merge/pr-${slow}/`));
    const before = await testBranches();
    await release(quick);
    expect((await overtaking.finished).outputs["state"]).toBe("MERGED");
    // The slow one goes on with the very run it had: what landed meanwhile is none of its business.
    expect(await testBranches()).toEqual(before);
    await release(slow);
    expect((await watched.finished).outputs["state"]).toBe("MERGED");
    expect(await filesOn(branch)).toEqual(["README.md", "back/b.txt", "front/a.txt"]);
    expect(await commitsOn(branch)).toHaveLength(2);
  });
});
