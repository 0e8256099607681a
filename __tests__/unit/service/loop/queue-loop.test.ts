/** The loop as a whole: a queue in memory, real git, and a code host that answers when it is told to. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber, queueId, type TestRunId } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import type { QueueName } from "../../../../src/domain/queue-name.js";
import type { QueueEvent } from "../../../../src/engine/event.js";
import { picture } from "../../../../src/engine/picture.js";
import { FakeForge } from "../../../../src/service/forge/fake/fake-forge.js";
import { createGit } from "../../../../src/service/git/git-adapter.js";
import { QueueLoop } from "../../../../src/service/loop/queue-loop.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import type { QueueStore } from "../../../../src/service/ports/queue-store.js";
import { ForgeError } from "../../../../src/service/ports/world-error.js";
import { createMemoryStore } from "../../../../src/service/storage/memory/memory-queue-store.js";
import { GitRepository } from "../../../support/git-repository.js";
import { type ManualClock, manualClock } from "../../../support/manual-clock.js";
import { aQueueId } from "../../../support/stored-queue.js";

const repository = { host: "forge.test", owner: "acme", name: "shop" };
const name: QueueName = { repository, targetBranch: "main" };
const POLL_MS = 1000;

let folder = "";
let origin: GitRepository;
let forge: FakeForge;
let store: QueueStore;
let clock: ManualClock;
let loop: QueueLoop;
let base: CommitId;

function newLoop(): QueueLoop {
  return new QueueLoop({
    store,
    forge,
    git: createGit({ cloneFolder: join(folder, "clones"), resolve: () => origin.folder }),
    clock,
    log: SILENT_LOG,
    pollIntervalMs: POLL_MS,
    testBranchPrefix: "mq-merge/",
    newQueueId: () => queueId(aQueueId(1)),
  });
}

async function openPullRequest(number: number, files: Readonly<Record<string, string>>): Promise<CommitId> {
  const headSha = await origin.commit({ parents: [base], files, refs: [`refs/pull/${number}/head`] });
  forge.setPullRequest(repository, {
    number: pullRequestNumber(number),
    headSha,
    title: `Change ${number}`,
    author: "mona",
    baseBranch: "main",
    state: "open",
    draft: false,
    mergeability: "mergeable",
  });
  return headSha;
}

async function submit(number: number): Promise<void> {
  const facts = await forge.readPullRequest(repository, pullRequestNumber(number));
  if (facts === null) throw new Error(`#${number} is not open`);
  const wish = {
    priority: 100,
    usedDefaultPriority: true,
    noBatch: false,
    targets: null,
    earlierEntry: null,
  };
  const event: QueueEvent = { kind: "entrySubmitted", at: clock.now(), facts, ...wish };
  await loop.act(name, () => ({ event }));
}

async function drawn(): Promise<string> {
  const stored = await store.load(name);
  return stored === null ? "no queue" : picture(stored.queue);
}

/** Looks until the picture is the one expected, or says what it was at last. */
async function expectPicture(expected: string): Promise<void> {
  await waitUntil(async () => (await drawn()) === expected, drawn);
}

async function waitUntil(holds: () => Promise<boolean>, say: () => Promise<unknown>): Promise<void> {
  const givenUpAt = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > givenUpAt) throw new Error(`it stays: ${JSON.stringify(await say())}`);
    await clock.advance(10);
  }
}

async function heldRun(number: number): Promise<TestRunId> {
  const find = () =>
    forge
      .heldRuns(repository)
      .find(({ testedPullRequests }) => testedPullRequests.some((tested) => tested === number));
  await waitUntil(async () => Promise.resolve(find() !== undefined), drawn);
  const order = find();
  if (order === undefined) throw new Error("gone again");
  return order.run;
}

async function testBranches(): Promise<readonly string[]> {
  return (await origin.refs()).filter((ref) => ref.startsWith("refs/heads/mq-merge/"));
}

async function expectNoTestBranch(): Promise<void> {
  await waitUntil(async () => (await testBranches()).length === 0, testBranches);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-loop-"));
  origin = await GitRepository.create();
  base = await origin.commit({ files: { "a.txt": "a\n" }, refs: ["refs/heads/main"] });
  forge = new FakeForge();
  forge.addRepository(repository);
  forge.setBranch(repository, "main", base);
  store = createMemoryStore();
  clock = manualClock();
  loop = newLoop();
  await loop.start();
  expect(await loop.create(name, { concurrency: 3 })).toBe("created");
});

afterEach(async () => {
  await loop.stop();
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

describe("the loop", () => {
  it("tests two pull requests on top of each other, lands both, and clears the test branches away", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await openPullRequest(2, { "c.txt": "c\n" });
    await submit(1);
    await submit(2);
    await expectPicture("main <- #1 running <- #2+1 running");
    const second = forge
      .heldRuns(repository)
      .find(({ testedPullRequests }) => testedPullRequests.includes(pullRequestNumber(2)));
    forge.pass(await heldRun(1));
    forge.pass(await heldRun(2));
    await expectPicture("main");
    await expectNoTestBranch();
    expect(await origin.ref("refs/heads/main")).toBe(second?.commit);
    expect(Object.keys(await origin.files("main"))).toEqual(["a.txt", "b.txt", "c.txt"]);
  });

  it("blames the one that fails by itself, and lands the one behind it", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await openPullRequest(2, { "c.txt": "c\n" });
    await submit(1);
    await submit(2);
    forge.fail(await heldRun(1));
    await expectPicture("main <- #2 running");
    forge.pass(await heldRun(2));
    await expectPicture("main");
    expect(Object.keys(await origin.files("main"))).toEqual(["a.txt", "c.txt"]);
    expect((await store.findConcluded(aQueueId(1), pullRequestNumber(1)))?.ended).toBe("failed");
    await expectNoTestBranch();
  });

  it("takes up a test run in the middle after the process died", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    const run = await heldRun(1);
    await expectPicture("main <- #1 running");
    forge.forgetRuns();
    loop = newLoop();
    await loop.start();
    expect(await heldRun(1)).toBe(run);
    forge.pass(run);
    await expectPicture("main");
    await expectNoTestBranch();
  });

  it("hears of a verdict that nobody reported when it looks again", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    const run = await heldRun(1);
    await expectPicture("main <- #1 running");
    forge.onChecks(() => undefined);
    const silent = forge.readChecks.bind(forge);
    forge.readChecks = async (of, id) => {
      const checks = await silent(of, id);
      return (
        checks?.map((check) => ({
          ...check,
          status: "completed" as const,
          conclusion: "success" as const,
        })) ?? null
      );
    };
    await clock.advance(POLL_MS);
    await expectPicture("main");
    expect(run).toBeDefined();
  });

  it("tests again on the new tip when somebody pushes to the branch, and never brings a dropped commit back", async () => {
    const dropped = await origin.commit({
      parents: [base],
      files: { "bad.txt": "bad\n" },
      refs: ["refs/heads/main"],
    });
    forge.setBranch(repository, "main", dropped);
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    await clock.advance(POLL_MS);
    const onDropped = await heldRun(1);
    await origin.setRef("refs/heads/main", base);
    forge.pass(onDropped);
    forge.setBranch(repository, "main", base);
    await clock.advance(POLL_MS);
    const again = await heldRun(1);
    expect(again).not.toBe(onDropped);
    forge.pass(again);
    await expectPicture("main");
    expect(Object.keys(await origin.files("main"))).toEqual(["a.txt", "b.txt"]);
  });

  it("tells why a branch cannot be moved, and lets the queue go on", async () => {
    await mkdir(join(origin.folder, "hooks"), { recursive: true });
    const hook = join(origin.folder, "hooks", "update");
    await writeFile(hook, '#!/bin/sh\ntest "$1" != refs/heads/main || { echo protected >&2; exit 1; }\n', {
      mode: 0o755,
    });
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    forge.pass(await heldRun(1));
    await expectPicture("main <- #1 landing");
    for (let seconds = 0; seconds < 120 && (await drawn()) !== "main"; seconds += 1) {
      await clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await expectPicture("main");
    const entry = await store.findConcluded(aQueueId(1), pullRequestNumber(1));
    expect(entry?.ended).toBe("failed");
    expect(entry?.reason?.code).toBe("GITHUB_API_MERGE_PR_FAILED");
    expect(entry?.reason?.sentence).toContain("`main` could not be moved");
    expect(await origin.ref("refs/heads/main")).toBe(base);
    expect(await loop.delete(name)).toBe("deleted");
  });

  it("looks at the other pull requests when one of them cannot be looked at", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await openPullRequest(2, { "c.txt": "c\n" });
    await submit(1);
    await submit(2);
    await expectPicture("main <- #1 running <- #2+1 running");
    const readPullRequest = forge.readPullRequest.bind(forge);
    forge.readPullRequest = async (of, number) => {
      if (number === 1) throw new ForgeError("no answer", true);
      return readPullRequest(of, number);
    };
    forge.removePullRequest(repository, pullRequestNumber(2));
    await clock.advance(POLL_MS);
    await expectPicture("main <- #1 running");
  });

  it("does not land a head that was pushed to at the last moment", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    const run = await heldRun(1);
    await expectPicture("main <- #1 running");
    await openPullRequest(1, { "b.txt": "changed\n" });
    forge.pass(run);
    await expectPicture("main");
    expect((await store.findConcluded(aQueueId(1), pullRequestNumber(1)))?.reason?.code).toBe("PR_PUSHED_TO");
    expect(await origin.ref("refs/heads/main")).toBe(base);
  });

  it("finds the targets that were uploaded for a head before it heard of the push", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    const draft = await forge.readPullRequest(repository, pullRequestNumber(1));
    if (draft !== null) forge.setPullRequest(repository, { ...draft, draft: true });
    await submit(1);
    const pushed = await openPullRequest(1, { "b.txt": "changed\n" });
    const facts = await forge.readPullRequest(repository, pullRequestNumber(1));
    if (facts !== null) forge.setPullRequest(repository, { ...facts, draft: true });
    await store.saveTargets(aQueueId(1), pullRequestNumber(1), pushed, targetList(["web"]));
    await clock.advance(POLL_MS);
    const targetsOf = async () => (await store.load(name))?.queue.entries[0]?.targets;
    await waitUntil(async () => (await targetsOf()) !== null, targetsOf);
    expect(await targetsOf()).toEqual(targetList(["web"]));
  });

  it("removes test branches that no run stands for when it starts", async () => {
    await origin.setRef("refs/heads/mq-merge/pr-9/00000000-0000-8000-8000-0000000000ff", base);
    await origin.setRef("refs/heads/mq-merge/somebody-elses", base);
    loop = newLoop();
    await loop.start();
    await waitUntil(async () => (await testBranches()).length === 1, testBranches);
    expect(await testBranches()).toEqual(["refs/heads/mq-merge/somebody-elses"]);
  });

  it("does not bring back the test branch of a run that was given up while it looked", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    const run = await heldRun(1);
    await expectPicture("main <- #1 running");
    const readChecks = forge.readChecks.bind(forge);
    forge.readChecks = async (of, id) => {
      // Between the look at the queue and the answer of CI, the pull request is cancelled and its run cleared away.
      forge.readChecks = readChecks;
      const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
      const event = {
        kind: "entryCancelled",
        at: clock.now(),
        pullRequest: pullRequestNumber(1),
        reason,
      } as const;
      await loop.act(name, () => ({ event }));
      await expectNoTestBranch();
      return readChecks(of, id);
    };
    await clock.advance(POLL_MS);
    await expectPicture("main");
    for (let turn = 0; turn < 20; turn += 1) await clock.advance(10);
    expect(forge.heldRuns(repository).map((order) => order.run)).not.toContain(run);
    expect(await testBranches()).toEqual([]);
  });

  it("answers that a queue is there already, and names what is missing", async () => {
    expect(await loop.create(name, {})).toBe("exists");
    expect(await loop.create({ repository, targetBranch: "nowhere" }, {})).toBe("noSuchBranch");
    const elsewhere = { ...repository, name: "unknown" };
    expect(await loop.create({ repository: elsewhere, targetBranch: "main" }, {})).toBe("noSuchRepository");
  });

  it("deletes a queue only when it is empty", async () => {
    await openPullRequest(1, { "b.txt": "b\n" });
    await submit(1);
    expect(await loop.delete(name)).toEqual({ kind: "notEmpty", count: 1 });
    forge.pass(await heldRun(1));
    await expectPicture("main");
    expect(await loop.delete(name)).toBe("deleted");
    expect(await loop.delete(name)).toBe("noSuchQueue");
    await expectNoTestBranch();
  });
});
