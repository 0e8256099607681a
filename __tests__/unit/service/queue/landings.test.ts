/** What lands without being the very commit that was tested, on real git: disjoint changes and direct merges. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId, pullRequestNumber } from "../../../../src/domain/ids.js";
import { targetList } from "../../../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../../../src/domain/pull-request.js";
import type { QueueSettings } from "../../../../src/domain/queue-settings.js";
import { GitError, RefusedByHost } from "../../../../src/service/ports/world-error.js";
import { testedCommits } from "../../../../src/service/queue/known-runs.js";
import { evidenceOf } from "../../../support/head-evidence.js";
import { LoopWorld, NAME, POLL_MS } from "../../../support/loop-world.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { aQueueId } from "../../../support/stored-queue.js";

/** Every step is a process, and the machine may be busy with other suites. */
let world: LoopWorld;
afterEach(() => world.close());

/** Its code host sees where the queue has moved the branch. */
async function open(settings: Partial<QueueSettings>): Promise<void> {
  world = await LoopWorld.create(settings);
  world.forge.readTip = async (_repository, branch) => world.origin.ref(`refs/heads/${branch}`);
}

/** Lets something happen each time a landing was prepared. */
function afterPreparing(happening: (times: number) => Promise<void>): void {
  const prepareLanding = world.git.prepareLanding.bind(world.git);
  let times = 0;
  world.git.prepareLanding = async (...order) => {
    const outcome = await prepareLanding(...order);
    times += 1;
    await happening(times);
    return outcome;
  };
}

async function landings() {
  return world.store.landings(aQueueId(1), 10);
}

describe("two pull requests that share no target", () => {
  async function bothTested(one: string, two: string): Promise<void> {
    await open({ mode: "parallel" });
    await world.openPullRequest(1, { [one]: "one\n" });
    await world.openPullRequest(2, { [two]: "two\n" });
    await world.submit(1, targetList(["one"]));
    await world.submit(2, targetList(["two"]));
    await world.expectPicture("main <- #1 running <- #2 running");
  }

  /** #2 is tested on the first commit, and #1 has landed meanwhile. */
  async function secondPassesOnOldTip(): Promise<void> {
    const second = await world.heldRun(2);
    world.forge.pass(await world.heldRun(1));
    await world.expectPicture("main <- #2 running");
    world.forge.pass(second);
  }

  itInCi("land independently, the later one on top of the other with a proof", async () => {
    await bothTested("one.txt", "two.txt");
    await secondPassesOnOldTip();
    await world.expectPicture("main");
    expect(await world.origin.files("main")).toEqual({
      "a.txt": "100644 a",
      "one.txt": "100644 one",
      "two.txt": "100644 two",
    });
    const [second, first] = await landings();
    expect(first?.proof).toEqual({ kind: "tested" });
    expect(second).toMatchObject({
      proof: { kind: "disjoint", testedOn: world.base, passedBy: [1] },
      from: first?.to,
      to: await world.origin.ref("refs/heads/main"),
      tree: await world.origin.tree("main"),
    });
    await world.expectNoTestBranch();
  });

  itInAll("and yet touch the same file land one after the other, the later one tested on top", async () => {
    await bothTested("shared.txt", "shared.txt");
    await secondPassesOnOldTip();
    await world.expectPicture("main");
    expect(await world.concluded(2)).toMatchObject({
      ended: "failed",
      reason: { code: "START_TEST_RUN_MERGE_CONFLICT" },
    });
    expect(await world.origin.git("show", "main:shared.txt")).toBe("one");
  });

  itInAll("and change two places of a file have the later one tested again on top", async () => {
    const lines = (first: string, last: string) => [first, "b", "c", "d", "e", "f", "g", last].join("\n");
    await open({ mode: "parallel" });
    const base = await world.openPullRequest(9, { "shared.txt": lines("a", "h") });
    await world.origin.setRef("refs/heads/main", base);
    await world.clock.advance(POLL_MS);
    await world.openPullRequest(1, { "shared.txt": lines("one", "h") }, {}, base);
    await world.openPullRequest(2, { "shared.txt": lines("a", "two") }, {}, base);
    await world.submit(1, targetList(["one"]));
    await world.submit(2, targetList(["two"]));
    await secondPassesOnOldTip();
    const again = await world.heldRun(2);
    expect(await world.origin.git("show", "main:shared.txt")).toBe(lines("one", "h"));
    world.forge.pass(again);
    await world.expectPicture("main");
    expect(await world.origin.git("show", "main:shared.txt")).toBe(lines("one", "two"));
    expect((await landings()).map(({ proof }) => proof.kind)).toEqual(["tested", "tested"]);
  });

  itInAll("land though the clone is lost between the preparation and the push", async () => {
    await bothTested("one.txt", "two.txt");
    afterPreparing(async (times) => {
      if (times === 1) await rm(join(world.folder, "clones"), { recursive: true });
    });
    await secondPassesOnOldTip();
    await world.expectPicture("main");
    expect(await world.concluded(2)).toMatchObject({ ended: "merged" });
  });

  itInAll(
    "are not given up while a push is on its way, though the later one cannot be put on the tip again",
    async () => {
      await bothTested("one.txt", "two.txt");
      const land = world.git.land.bind(world.git);
      let arrive: (() => Promise<unknown>) | undefined;
      world.git.land = async (repository, branch, expectedTip, newTip) => {
        if (expectedTip === world.base) return land(repository, branch, expectedTip, newTip);
        world.git.land = land;
        arrive = async () => land(repository, branch, expectedTip, newTip);
        world.git.prepareLanding = async () => Promise.reject(new GitError("the disk is full", false));
        throw new GitError("did not finish within 600 s and was stopped", true);
      };
      await secondPassesOnOldTip();
      await world.waitUntil(
        async () =>
          Promise.resolve(world.warnings.filter(({ error }) => error === "the disk is full").length > 1),
        async () => Promise.resolve(world.warnings),
      );
      expect(await world.drawn()).toBe("main <- #2 landing");
      await arrive?.();
      await world.expectPicture("main");
      expect(await world.concluded(2)).toMatchObject({ ended: "merged" });
      expect(await landings()).toMatchObject([
        { proof: { kind: "disjoint" } },
        { proof: { kind: "tested" } },
      ]);
    },
  );

  itInCi("land once though the order to prepare comes twice", async () => {
    await bothTested("one.txt", "two.txt");
    let prepared = 0;
    const markDone = world.store.markDone.bind(world.store);
    afterPreparing(async (times) => {
      prepared = times;
      if (times > 1) return Promise.resolve();
      world.store.markDone = async () => {
        world.store.markDone = markDone;
        return Promise.reject(new Error("the disk is busy"));
      };
      return Promise.resolve();
    });
    await secondPassesOnOldTip();
    await world.expectPicture("main");
    const toDo = async () => world.store.pendingEffects(Number.MAX_SAFE_INTEGER, 10);
    await world.waitUntil(async () => (await toDo()).length === 0, toDo);
    expect(await landings()).toHaveLength(2);
    // For the order, and once more for the push.
    expect(prepared).toBe(2);
  });

  itInAll("tell why one of them cannot be put on the tip, and let the queue go on", async () => {
    await bothTested("one.txt", "two.txt");
    world.git.prepareLanding = () => Promise.reject(new GitError("the disk is full", false));
    await secondPassesOnOldTip();
    await world.expectPicture("main");
    expect(await world.concluded(2)).toMatchObject({
      ended: "failed",
      reason: {
        code: "GITHUB_API_MERGE_PR_FAILED",
        sentence: "#2: It passed, but could not be placed on the tip of `main`: the disk is full",
      },
    });
  });

  itInAll("have the head of the later one looked at when a commit of it is missing", async () => {
    await bothTested("one.txt", "two.txt");
    world.git.prepareLanding = async (_repository, { tested }) => {
      await world.openPullRequest(2, { "two.txt": "pushed\n" });
      return { kind: "missing", commit: tested };
    };
    await secondPassesOnOldTip();
    await world.waitUntil(
      async () => (await world.concluded(2)) !== null,
      async () => world.drawn(),
    );
    expect(await world.origin.files("main")).not.toHaveProperty("two.txt");
  });
});

describe("a pull request whose own checks passed on the tip", () => {
  async function opened(facts: Partial<PullRequestFacts> = {}) {
    await open({ directMergeMode: "always" });
    const proven = { basedOn: world.base, ownChecksPassed: true, ...facts };
    return world.openPullRequest(1, { "b.txt": "b\n" }, proven);
  }

  itInCi("lands directly, with its own tree and no test", async () => {
    const head = await opened();
    await world.submit(1);
    await world.expectPicture("main");
    expect(await world.origin.tree("main")).toBe(await world.origin.tree(head));
    expect(await landings()).toMatchObject([{ proof: { kind: "direct", head }, from: world.base }]);
    expect(await world.concluded(1)).toMatchObject({ ended: "merged", verifiedBy: null });
    expect(world.forge.heldRuns(NAME.repository)).toEqual([]);
  });

  it("is tested when its checks turn red before the push", async () => {
    const head = await opened();
    afterPreparing(async () => {
      const facts = await world.forge.readPullRequest(NAME.repository, pullRequestNumber(1));
      if (facts?.headSha === head)
        world.forge.setPullRequest(NAME.repository, { ...facts, ownChecksPassed: false });
    });
    await world.submit(1);
    await world.expectPicture("main <- #1 running");
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
    expect(await landings()).toEqual([]);
  });

  /** Of the tree of some commit. */
  async function openedWithEvidence(of: (head: CommitId) => CommitId): Promise<void> {
    const commit = of(await opened());
    const facts = await world.forge.readPullRequest(NAME.repository, pullRequestNumber(1));
    if (facts === null) throw new Error("#1 is not open");
    const headEvidence = evidenceOf(await world.origin.tree(commit));
    world.forge.setPullRequest(NAME.repository, { ...facts, headEvidence });
  }

  it("lands exactly the tree of its evidence, which the proof keeps", async () => {
    await openedWithEvidence((head) => head);
    await world.submit(1);
    await world.expectPicture("main");
    const tree = await world.origin.tree("main");
    expect(await landings()).toMatchObject([{ tree, proof: { kind: "direct", evidence: { tree } } }]);
  });

  it("is tested when its evidence is about another tree", async () => {
    await openedWithEvidence(() => world.base);
    await world.submit(1);
    await world.expectPicture("main <- #1 running");
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
    expect(await landings()).toEqual([]);
  });

  itInCi("is tested when its evidence is gone before the push", async () => {
    await openedWithEvidence((head) => head);
    afterPreparing(async () => {
      const facts = await world.forge.readPullRequest(NAME.repository, pullRequestNumber(1));
      if (facts === null) return;
      const { headEvidence: _gone, ...rest } = facts;
      world.forge.setPullRequest(NAME.repository, { ...rest, ownChecksPassed: false });
    });
    await world.submit(1);
    await world.expectPicture("main <- #1 running");
    expect(await landings()).toEqual([]);
  });

  it("has a test run that is known to repeat the tree of its head, unless others are in it", async () => {
    await open({ concurrency: 2 });
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.openPullRequest(2, { "c.txt": "c\n" });
    await world.submit(1);
    await world.submit(2);
    const runs = [await world.heldRun(1), await world.heldRun(2)];
    const queue = (await world.store.load(NAME))?.queue;
    expect(runs.map((run) => queue?.runs.find(({ id }) => id === run)?.isHeadTree)).toEqual([
      true,
      undefined,
    ]);
    for (const run of runs) world.forge.pass(run);
    await world.expectPicture("main");
    const compared = await testedCommits(world.store, NAME);
    const [newest] = await landings();
    expect(compared).toMatchObject([{ run: runs[1], commit: newest?.to }, { run: runs[0] }]);
  });

  itInAll("is tested when it does not hold what is on the tip, whatever the code host says", async () => {
    await open({ directMergeMode: "always" });
    const tip = await world.origin.commit({
      parents: [world.base],
      files: { "c.txt": "c\n" },
      refs: ["refs/heads/main"],
    });
    await world.clock.advance(POLL_MS);
    await world.waitUntil(
      async () => (await world.store.load(NAME))?.queue.tip === tip,
      async () => world.drawn(),
    );
    await world.openPullRequest(1, { "b.txt": "b\n" }, { basedOn: tip, ownChecksPassed: true });
    await world.submit(1);
    world.forge.pass(await world.heldRun(1));
    await world.expectPicture("main");
    expect(await landings()).toMatchObject([{ proof: { kind: "tested" } }]);
  });

  itInAll("is heard of when the checks pass only while it waits", async () => {
    await opened({ ownChecksPassed: false, draft: true });
    await world.submit(1);
    await world.expectPicture("main | not ready #1");
    await becomesReady();
    await world.clock.advance(POLL_MS);
    await world.expectPicture("main");
    expect(await landings()).toMatchObject([{ proof: { kind: "direct" } }]);
  });

  async function becomesReady(): Promise<void> {
    const facts = await world.forge.readPullRequest(NAME.repository, pullRequestNumber(1));
    if (facts !== null)
      world.forge.setPullRequest(NAME.repository, { ...facts, draft: false, ownChecksPassed: true });
  }
});

itInCi(
  "a landing that another process pushes counts as the queue's own, also where the code host tells first",
  async () => {
    await open({});
    const head = await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    const run = await world.heldRun(1);
    const readPullRequest = world.forge.readPullRequest.bind(world.forge);
    world.forge.readPullRequest = async (repository, number) => {
      const landing = (await world.store.load(NAME))?.queue.landing;
      if (landing?.commit != null) {
        await world.git.land(repository, "main", landing.expectedTip, landing.commit.newTip);
        const facts = await readPullRequest(repository, number);
        if (facts !== null) world.forge.setPullRequest(repository, { ...facts, state: "merged" });
      }
      return readPullRequest(repository, number);
    };
    world.forge.pass(run);
    await world.expectPicture("main");
    expect(await world.concluded(1)).toMatchObject({
      facts: { headSha: head },
      reason: { code: "MERGE_GRAPH_MERGE" },
      verifiedBy: run,
    });
    expect(await landings()).toHaveLength(1);
  },
);

itInAll(
  "a landing that waits in vain for a check that the branch requires ends, and lets the queue go on",
  async () => {
    await open({});
    await world.openPullRequest(1, { "b.txt": "b\n" });
    await world.submit(1);
    world.git.land = () => Promise.reject(new RefusedByHost("licences is expected", true, "rules"));
    world.forge.pass(await world.heldRun(1));
    await world.waitUntil(
      async () => world.clock.advance(10_000).then(async () => (await world.concluded(1)) !== null),
      async () => world.drawn(),
    );
    expect(await world.concluded(1)).toMatchObject({
      ended: "failed",
      reason: { code: "GITHUB_API_BRANCH_PROTECTION_UNMET" },
    });
    expect(world.warnings.filter(({ effect }) => effect === "land")).toHaveLength(8);
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
    await world.expectPicture("main");
  },
);

describe("the parts of a split batch", () => {
  itInAll(
    "are tested beside the line until the culprit is known, also by a process that comes later",
    async () => {
      await open({ batch: true, batchingMinSize: 2 });
      await world.openPullRequest(1, { "one.txt": "one\n" });
      await world.openPullRequest(2, { "two.txt": "two\n" });
      await world.submit(1);
      await world.submit(2);
      world.forge.fail(await world.heldRun(1));
      await world.expectPicture("main | bisecting #1 running, #2 running");
      const runs = [await world.heldRun(1), await world.heldRun(2)];
      await world.loop.stop();
      world.forge.forgetRuns();
      await world.startAnew();
      await world.clock.advance(POLL_MS);
      expect([await world.heldRun(1), await world.heldRun(2)]).toEqual(runs);
      world.forge.fail(await world.heldRun(2));
      await world.waitUntil(
        async () => (await world.heldRun(2)) !== runs[1],
        async () => world.drawn(),
      );
      world.forge.fail(await world.heldRun(2));
      world.forge.pass(await world.heldRun(1));
      await world.expectPicture("main");
      expect(await world.concluded(2)).toMatchObject({ ended: "failed" });
      expect(Object.keys(await world.origin.files("main"))).toEqual(["a.txt", "one.txt"]);
      await world.expectNoTestBranch();
    },
  );
});

describe("a landing of two whose push arrives without a word", () => {
  itInAll(
    "has landed the first of them where somebody takes the second off again and pushes on top of the first",
    async () => {
      await open({ concurrency: 2, canOptimisticallyMerge: true });
      const land = world.git.land.bind(world.git);
      let pushed: string | null = null;
      world.git.land = async (repository, branch, expectedTip, newTip) => {
        if (pushed !== null) return land(repository, branch, expectedTip, newTip);
        pushed = newTip;
        await land(repository, branch, expectedTip, newTip);
        const first = commitId(await world.origin.git("rev-parse", `${newTip}^`));
        const onTop = await world.origin.commit({ parents: [first], files: { "by-hand.txt": "by hand\n" } });
        await world.origin.setRef("refs/heads/main", onTop);
        throw new GitError("the answer is lost", true);
      };
      await world.openPullRequest(1, { "one.txt": "one\n" });
      await world.openPullRequest(2, { "two.txt": "two\n" });
      await world.submit(1);
      await world.submit(2);
      world.forge.pass(await world.heldRun(2));
      await world.expectPicture("main <- #2 running");
      expect((await world.concluded(1))?.ended).toBe("merged");
      world.forge.pass(await world.heldRun(2));
      await world.expectPicture("main");
      const subjects = await world.origin.git("log", "--first-parent", "--format=%s", "main");
      expect(subjects.match(/#1\b/g)).toHaveLength(1);
      expect(Object.keys(await world.origin.files("main"))).toEqual([
        "a.txt",
        "by-hand.txt",
        "one.txt",
        "two.txt",
      ]);
    },
  );
});
