/** The loop as a whole: a queue in memory, real git, and a code host that answers when it is told to. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import { ForgeError } from "../../../../src/service/ports/world-error.js";
import { bringTargets } from "../../../../src/service/queue/record-targets.js";
import { LoopWorld, NAME, POLL_MS } from "../../../support/loop-world.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { aQueueId } from "../../../support/stored-queue.js";

/** Every step is a process, and the machine may be busy with other suites. */
const { repository } = NAME;
const A_MINUTE_MS = 60_000;

let world: LoopWorld;
beforeEach(async () => {
  world = await LoopWorld.create();
});
afterEach(() => world.close());

/** It waits for its author, and for its targets. */
async function openDraft(text: string): Promise<CommitId> {
  const head = await world.openPullRequest(1, { "b.txt": text });
  const facts = await world.forge.readPullRequest(repository, pullRequestNumber(1));
  if (facts !== null) world.forge.setPullRequest(repository, { ...facts, draft: true });
  return head;
}

async function targetsOfFirst() {
  return (await world.store.load(NAME))?.queue.entries[0]?.targets;
}

describe("the loop", () => {
  itInAll(
    "tests two pull requests on top of each other, lands both, and clears the test branches away",
    async () => {
      await world.openPullRequest(1, { "b.txt": "b\n" });
      await world.openPullRequest(2, { "c.txt": "c\n" });
      await world.submit(1);
      await world.submit(2);
      await world.expectPicture("main <- #1 running <- #2+1 running");
      const second = world.forge
        .heldRuns(repository)
        .find(({ testedPullRequests }) => testedPullRequests.includes(pullRequestNumber(2)));
      world.forge.pass(await world.heldRun(1));
      world.forge.pass(await world.heldRun(2));
      await world.expectPicture("main");
      await world.expectNoTestBranch();
      expect(await world.origin.ref("refs/heads/main")).toBe(second?.commit);
      expect(Object.keys(await world.origin.files("main"))).toEqual(["a.txt", "b.txt", "c.txt"]);
    },
  );

  itInAll("blames the one that fails by itself, and lands the one behind it", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.openPullRequest(2, { "c.txt": "c\n" });
    await world.submit(1);
    await world.submit(2);
    world.forge.fail(await world.heldRun(1));
    await world.expectPicture("main <- #2 running | retrying #1 running");
    world.forge.fail(await world.heldRun(1));
    await world.expectPicture("main <- #2 running");
    world.forge.pass(await world.heldRun(2));
    await world.expectPicture("main");
    expect(Object.keys(await world.origin.files("main"))).toEqual(["a.txt", "c.txt"]);
    expect((await world.store.findConcluded(aQueueId(1), pullRequestNumber(1)))?.ended).toBe("failed");
    await world.expectNoTestBranch();
  });

  itInAll("takes up a test run in the middle after the process died", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    const run = await world.heldRun(1);
    await world.expectPicture("main <- #1 running");
    world.forge.forgetRuns();
    await world.startAnew();
    expect(await world.heldRun(1)).toBe(run);
    world.forge.pass(run);
    await world.expectPicture("main");
    await world.expectNoTestBranch();
  });

  itInAll("fails what CI can never judge, without a culprit, and tests what is behind it anew", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.openPullRequest(2, { "c.txt": "c\n" });
    await world.submit(1);
    await world.submit(2);
    const run = await world.heldRun(1);
    await world.expectPicture("main <- #1 running <- #2+1 running");
    world.forge.giveUp(run);
    await world.clock.advance(POLL_MS);
    await world.expectPicture("main <- #2 running");
    expect(await world.store.findConcluded(aQueueId(1), pullRequestNumber(1))).toMatchObject({
      ended: "failed",
      reason: {
        code: "START_TEST_RUN_RETRY_EXHAUSTED",
        sentence: "#1: This code host gave the test run up without a verdict.",
      },
    });
    world.forge.pass(await world.heldRun(2));
    await world.expectPicture("main");
    expect(Object.keys(await world.origin.files("main"))).toEqual(["a.txt", "c.txt"]);
    await world.expectNoTestBranch();
  });

  itInAll("hears of a verdict that nobody reported when it looks again", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    const run = await world.heldRun(1);
    await world.expectPicture("main <- #1 running");
    world.forge.onChecks(() => undefined);
    const silent = world.forge.readChecks.bind(world.forge);
    world.forge.readChecks = async (of, id) => {
      const checks = await silent(of, id);
      return (
        checks?.map((check) => ({
          ...check,
          status: "completed" as const,
          conclusion: "success" as const,
        })) ?? null
      );
    };
    await world.clock.advance(POLL_MS);
    await world.expectPicture("main");
    expect(run).toBeDefined();
  });

  itInAll(
    "tests again on the new tip when somebody pushes to the branch, and never brings a dropped commit back",
    async () => {
      const dropped = await world.origin.commit({
        parents: [world.base],
        files: { "bad.txt": "bad\n" },
        refs: ["refs/heads/main"],
      });
      world.forge.setBranch(repository, "main", dropped);
      await world.openPullRequest(1, { "b.txt": "b\n" });
      await world.submit(1);
      await world.clock.advance(POLL_MS);
      const onDropped = await world.heldRun(1);
      await world.origin.setRef("refs/heads/main", world.base);
      world.forge.pass(onDropped);
      world.forge.setBranch(repository, "main", world.base);
      await world.clock.advance(POLL_MS);
      const again = await world.heldRun(1);
      expect(again).not.toBe(onDropped);
      world.forge.pass(again);
      await world.expectPicture("main");
      expect(Object.keys(await world.origin.files("main"))).toEqual(["a.txt", "b.txt"]);
    },
  );

  itInAll("tells why a branch cannot be moved, and lets the queue go on", async () => {
    await mkdir(join(world.origin.folder, "hooks"), { recursive: true });
    const hook = join(world.origin.folder, "hooks", "update");
    await writeFile(hook, '#!/bin/sh\ntest "$1" != refs/heads/main || { echo protected >&2; exit 1; }\n', {
      mode: 0o755,
    });
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    world.forge.pass(await world.heldRun(1));
    await world.expectPicture("main <- #1 landing");
    for (let seconds = 0; seconds < 120 && (await world.drawn()) !== "main"; seconds += 1) {
      await world.clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await world.expectPicture("main");
    const entry = await world.store.findConcluded(aQueueId(1), pullRequestNumber(1));
    expect(entry?.ended).toBe("failed");
    expect(entry?.reason?.code).toBe("GITHUB_API_MERGE_PR_FAILED");
    expect(entry?.reason?.sentence).toContain("`main` could not be moved");
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
    expect(await world.loop.delete(NAME)).toBe("deleted");
  });

  itInCi("looks at the other pull requests when one of them cannot be looked at", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.openPullRequest(2, { "c.txt": "c\n" });
    await world.submit(1);
    await world.submit(2);
    await world.expectPicture("main <- #1 running <- #2+1 running");
    const readPullRequest = world.forge.readPullRequest.bind(world.forge);
    world.forge.readPullRequest = async (of, number) => {
      if (number === 1) throw new ForgeError("no answer", true);
      return readPullRequest(of, number);
    };
    world.forge.removePullRequest(repository, pullRequestNumber(2));
    await world.clock.advance(POLL_MS);
    await world.expectPicture("main <- #1 running");
  });

  it("does not land a head that was pushed to at the last moment", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    const run = await world.heldRun(1);
    await world.expectPicture("main <- #1 running");
    await world.openPullRequest(1, { "b.txt": "changed\n" });
    world.forge.pass(run);
    await world.expectPicture("main");
    expect((await world.store.findConcluded(aQueueId(1), pullRequestNumber(1)))?.reason?.code).toBe(
      "PR_PUSHED_TO",
    );
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
  });

  it("finds the targets that were uploaded for a head before it heard of the push", async () => {
    await openDraft("b\n");
    await world.submit(1);
    const pushed = await openDraft("changed\n");
    await world.store.saveTargets(aQueueId(1), pullRequestNumber(1), pushed, targetList(["web"]));
    await world.clock.advance(POLL_MS);
    await world.waitUntil(async () => (await targetsOfFirst()) !== null, targetsOfFirst);
    expect(await targetsOfFirst()).toEqual(targetList(["web"]));
  });

  it("finds the targets that were stored by somebody who died before the queue was told", async () => {
    await world.close();
    world = await LoopWorld.create({ mode: "parallel" });
    const head = await openDraft("b\n");
    await world.submit(1);
    await world.store.saveTargets(aQueueId(1), pullRequestNumber(1), head, targetList(["web"]));
    await world.clock.advance(POLL_MS);
    await world.waitUntil(async () => (await targetsOfFirst()) !== null, targetsOfFirst);
    expect(await targetsOfFirst()).toEqual(targetList(["web"]));
  });

  it("ends with the targets that were uploaded last, whoever tells the queue first", async () => {
    const head = await openDraft("b\n");
    await world.submit(1);
    const load = world.store.loadTargets.bind(world.store);
    const upload = async (...names: readonly string[]) =>
      world.store.saveTargets(aQueueId(1), pullRequestNumber(1), head, targetList(names));
    await upload("web");
    const at = { queue: aQueueId(1), pullRequest: pullRequestNumber(1), headSha: head };
    const between = jest.spyOn(world.store, "loadTargets").mockImplementationOnce(async (...asked) => {
      const first = await load(...asked);
      await upload("web", "api");
      await bringTargets(world.loop, NAME, at, targetList(["web", "api"]));
      return first;
    });
    await bringTargets(world.loop, NAME, at);
    between.mockRestore();
    expect(await targetsOfFirst()).toEqual(targetList(["web", "api"]));
  });

  it("removes test branches that no run stands for when it starts", async () => {
    await world.origin.setRef("refs/heads/mq-merge/pr-9/00000000-0000-8000-8000-0000000000ff", world.base);
    await world.origin.setRef("refs/heads/mq-merge/somebody-elses", world.base);
    await world.startAnew();
    await world.waitUntil(
      async () => (await world.testBranches()).length === 1,
      async () => world.testBranches(),
    );
    expect(await world.testBranches()).toEqual(["refs/heads/mq-merge/somebody-elses"]);
  });

  itInAll(
    "removes in its course what a push of an earlier process brings late, and no branch of a live run",
    async () => {
      await world.openPullRequest(1, { "b.txt": "b\n" });
      await world.submit(1);
      const run = await world.heldRun(1);
      await world.expectPicture("main <- #1 running");
      const late = "refs/heads/mq-merge/pr-9/00000000-0000-8000-8000-0000000000ff";
      const versions: unknown[] = [];
      for (const round of [1, 2]) {
        await world.origin.setRef(late, world.base);
        for (let passed = 0; passed <= A_MINUTE_MS; passed += POLL_MS) await world.clock.advance(POLL_MS);
        await world.waitUntil(
          async () => !(await world.testBranches()).includes(late),
          async () => `round ${round}: ${(await world.testBranches()).join()}`,
        );
        expect(await world.testBranches()).toEqual([`refs/heads/mq-merge/pr-1/${run}`]);
        versions.push((await world.store.load(NAME))?.version);
      }
      // It is for no queue to notice.
      expect(versions[1]).toBe(versions[0]);
    },
  );

  itInCi("does not bring back the test branch of a run that was given up while it looked", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    const run = await world.heldRun(1);
    await world.expectPicture("main <- #1 running");
    const readChecks = world.forge.readChecks.bind(world.forge);
    world.forge.readChecks = async (of, id) => {
      // Between the look at the queue and the answer of CI, the pull request is cancelled and its run cleared away.
      world.forge.readChecks = readChecks;
      const reason = { code: "API_REQUESTED", sentence: "Cancelled." } as const;
      const event = {
        kind: "entryCancelled",
        at: world.clock.now(),
        pullRequest: pullRequestNumber(1),
        reason,
      } as const;
      await world.loop.act(NAME, () => ({ event }));
      await world.expectNoTestBranch();
      return readChecks(of, id);
    };
    await world.clock.advance(POLL_MS);
    await world.expectPicture("main");
    await world.expectNoTestBranch();
    for (let turn = 0; turn < 20; turn += 1) await world.clock.advance(10);
    expect(world.forge.heldRuns(repository).map((order) => order.run)).not.toContain(run);
    expect(await world.testBranches()).toEqual([]);
  });

  it("answers that a queue is there already, and names what is missing", async () => {
    expect(await world.loop.create(NAME, {})).toBe("exists");
    expect(await world.loop.create({ repository, targetBranch: "nowhere" }, {})).toBe("noSuchBranch");
    const elsewhere = { ...repository, name: "unknown" };
    expect(await world.loop.create({ repository: elsewhere, targetBranch: "main" }, {})).toBe(
      "noSuchRepository",
    );
  });

  itInAll("deletes a queue only when it is empty", async () => {
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    expect(await world.loop.delete(NAME)).toEqual({ kind: "notEmpty", count: 1 });
    world.forge.pass(await world.heldRun(1));
    await world.expectPicture("main");
    expect(await world.loop.delete(NAME)).toBe("deleted");
    expect(await world.loop.delete(NAME)).toBe("noSuchQueue");
    await world.expectNoTestBranch();
  });
});
