/** A push outlives whoever sent it: what a landing may still do decides what the queue may believe meanwhile. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import type { PullRequestFacts } from "../../../../src/domain/pull-request.js";
import type { QueueEvent } from "../../../../src/engine/model/event.js";
import { ForgeError, GitError, StoreError } from "../../../../src/service/ports/world-error.js";
import { LoopWorld, NAME, POLL_MS } from "../../../support/loop-world.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { aQueueId } from "../../../support/stored-queue.js";

/** Every step is a process, and the machine may be busy with other suites. */
const MINUTE_MS = 60_000;
const STOP_PATIENCE_MS = 10_000;
/** After so many an order is given up, where nothing can come of it any more. */
const ATTEMPTS = 8;

const cancelled: QueueEvent = {
  kind: "entryCancelled",
  at: 0,
  pullRequest: pullRequestNumber(1),
  reason: { code: "API_REQUESTED", sentence: "Cancelled." },
};

let world: LoopWorld;
beforeEach(async () => {
  world = await LoopWorld.create();
  await world.openPullRequest(1, { "b.txt": "b\n" });
  await world.submit(1);
  await world.heldRun(1);
  await world.expectPicture("main <- #1 running");
});
afterEach(() => world.close());

async function testsPass(): Promise<void> {
  world.forge.pass(await world.heldRun(1));
}

async function isConcluded(): Promise<boolean> {
  return (await world.concluded(1)) !== null;
}

type Push = () => ReturnType<typeof world.git.land>;

/** The next push does this instead; later ones are pushes again. */
function insteadOfNextPush(happening: (push: Push) => ReturnType<typeof world.git.land>): void {
  const land = world.git.land.bind(world.git);
  world.git.land = async (...request) => {
    world.git.land = land;
    return happening(async () => land(...request));
  };
}

/** The next push is done, or refused, and whoever does it freezes before it says so. */
function freezeAfterNextPush(): { readonly isFrozen: () => Promise<boolean>; readonly thaw: () => void } {
  const thawing = Promise.withResolvers<undefined>();
  let isFrozen = false;
  insteadOfNextPush(async (push) => {
    const outcome = await push();
    isFrozen = true;
    await thawing.promise;
    return outcome;
  });
  return { isFrozen: async () => Promise.resolve(isFrozen), thaw: () => thawing.resolve(undefined) };
}

async function stopFrozen(): Promise<void> {
  const stopping = world.loop.stop();
  await world.clock.advance(STOP_PATIENCE_MS);
  await stopping;
}

async function changeFacts(change: Partial<PullRequestFacts>): Promise<void> {
  const facts = await world.forge.readPullRequest(NAME.repository, pullRequestNumber(1));
  if (facts !== null) world.forge.setPullRequest(NAME.repository, { ...facts, ...change });
}

describe("a push that was begun", () => {
  itInAll("by a process that is gone is done again, though a head has moved since", async () => {
    let arrive: (() => Promise<unknown>) | undefined;
    insteadOfNextPush(async (push) => {
      arrive = push;
      return new Promise<never>(() => undefined);
    });
    await testsPass();
    await world.waitUntil(
      async () => Promise.resolve(arrive !== undefined),
      async () => world.drawn(),
    );
    await stopFrozen();
    await world.openPullRequest(1, { "b.txt": "changed\n" });
    await world.startAnew();
    await world.waitUntil(isConcluded, async () => world.drawn());
    await arrive?.();
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
    expect(await world.origin.git("show", "main:b.txt")).toBe("b");
    expect(await world.store.landings(aQueueId(1), 10)).toHaveLength(1);
  });

  itInAll("and of which nobody heard again is done again, though a head has moved since", async () => {
    insteadOfNextPush(async () => {
      await world.openPullRequest(1, { "b.txt": "changed\n" });
      throw new GitError("did not finish within 600 s and was stopped", true);
    });
    await testsPass();
    await world.waitUntil(isConcluded, async () => world.drawn());
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
    expect(await world.origin.git("show", "main:b.txt")).toBe("b");
  });

  itInAll("is not believed to be refused from who froze since, once another process took it up", async () => {
    const drawn = async () => world.drawn();
    const first = freezeAfterNextPush();
    await world.origin.commit({
      parents: [world.base],
      files: { "other.txt": "other\n" },
      refs: ["refs/heads/main"],
    });
    await testsPass();
    await world.waitUntil(first.isFrozen, drawn);
    await stopFrozen();
    await world.origin.setRef("refs/heads/main", world.base);
    await world.loop.act(NAME, () => ({ event: cancelled }));
    const second = freezeAfterNextPush();
    await world.startAnew();
    await world.waitUntil(second.isFrozen, drawn);
    first.thaw();
    const overtaken = /^another process took up landing /;
    await world.waitUntil(
      async () => Promise.resolve(world.warnings.some(({ error }) => overtaken.test(String(error)))),
      drawn,
    );
    expect(await drawn()).toBe("main <- #1 landing (leaving)");
    second.thaw();
    await world.waitUntil(isConcluded, drawn);
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
    expect(await world.origin.git("show", "main:b.txt")).toBe("b");
  });

  itInAll("is not given up by who froze since, while another process pushes", async () => {
    const drawn = async () => world.drawn();
    const readRefs = world.git.readRefs.bind(world.git);
    const thawing = Promise.withResolvers<undefined>();
    let isFrozen = false;
    insteadOfNextPush(async () => {
      world.git.readRefs = async (...request) => {
        world.git.readRefs = readRefs;
        isFrozen = true;
        await thawing.promise;
        return readRefs(...request);
      };
      return Promise.reject(new GitError("a hook declined it", false));
    });
    await testsPass();
    await world.waitUntil(async () => Promise.resolve(isFrozen), drawn);
    await stopFrozen();
    const pushing = Promise.withResolvers<undefined>();
    let isPushing = false;
    insteadOfNextPush(async (push) => {
      isPushing = true;
      await pushing.promise;
      return push();
    });
    await world.startAnew();
    await world.waitUntil(async () => Promise.resolve(isPushing), drawn);
    thawing.resolve(undefined);
    await world.waitUntil(
      async () =>
        Promise.resolve(world.warnings.some(({ message }) => message === "an order could not be given up")),
      drawn,
    );
    expect(await drawn()).toBe("main <- #1 landing");
    pushing.resolve(undefined);
    await world.waitUntil(isConcluded, drawn);
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
  });

  itInAll("is waited for as long as the repository does not answer, and somebody is told", async () => {
    const git = { ...world.git };
    let pushes = 0;
    world.git.readRefs = async () => Promise.resolve(new Map([["refs/heads/main", world.base]]));
    world.git.land = async () => {
      pushes += 1;
      return Promise.reject(new GitError("could not connect", true));
    };
    await testsPass();
    await world.expectPicture("main <- #1 landing");
    for (let minute = 0; minute < 20; minute += 1) await world.clock.advance(MINUTE_MS);
    expect(await world.drawn()).toBe("main <- #1 landing");
    expect(pushes).toBeGreaterThanOrEqual(20);
    expect(world.warnings.findLast(({ effect }) => effect === "land")).toMatchObject({
      waitsFor: expect.stringMatching(/^the repository to move main from \w+ to \w+, or to refuse it$/),
      seconds: 60,
    });
    Object.assign(world.git, git);
    await world.clock.advance(MINUTE_MS);
    await world.expectPicture("main");
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
  });

  itInCi("fails when the branch stays gone", async () => {
    world.git.readRefs = async () => Promise.resolve(new Map());
    world.git.land = async () => Promise.resolve({ kind: "refused", tip: null });
    await testsPass();
    await world.expectPicture("main <- #1 landing");
    for (let minute = 0; minute < 5; minute += 1) await world.clock.advance(MINUTE_MS);
    await world.expectPicture("main");
    expect(await world.concluded(1)).toMatchObject({
      ended: "failed",
      reason: { sentence: expect.stringContaining("`main` could not be moved: branch main is gone") },
    });
  });
});

describe("before the first push", () => {
  itInAll.each<[string, Partial<PullRequestFacts>]>([
    ["closed", { state: "closed" }],
    ["made a draft", { draft: true }],
    ["aimed at another branch", { baseBranch: "release" }],
    ["merged elsewhere", { state: "merged", baseBranch: "release" }],
  ])("a pull request that was %s just now is left out", async (_what, change) => {
    await changeFacts(change);
    await testsPass();
    await world.waitUntil(isConcluded, async () => world.drawn());
    expect(await world.concluded(1)).toMatchObject({ ended: "cancelled" });
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
  });

  itInCi("a new title keeps nobody from landing", async () => {
    await changeFacts({ title: "Another title" });
    await testsPass();
    await world.expectPicture("main");
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
  });

  it("a process that dies leaves it to the next one to see who has left", async () => {
    world.git.readRefs = async () => Promise.reject(new GitError("no answer", true));
    const land = world.git.land.bind(world.git);
    world.git.land = async () => Promise.reject(new Error("pushed too early"));
    await testsPass();
    await world.expectPicture("main <- #1 landing");
    await world.loop.stop();
    await changeFacts({ state: "closed" });
    world.git.readRefs = async () => Promise.resolve(new Map([["refs/heads/main", world.base]]));
    await world.startAnew();
    await world.waitUntil(isConcluded, async () => world.drawn());
    expect(await world.concluded(1)).toMatchObject({ ended: "cancelled" });
    world.git.land = land;
  });

  itInAll("what one process has withdrawn, no other one pushes", async () => {
    const settleLanding = world.store.settleLanding.bind(world.store);
    const fates: string[] = [];
    world.store.settleLanding = async (queue, order, fate) => {
      // Another one was here a moment ago.
      const settled = await settleLanding(queue, order, "withdrawn");
      fates.push(`${fate}: ${String(settled?.fate)}`);
      return settled;
    };
    world.git.land = async () => Promise.reject(new Error("pushed what was withdrawn"));
    await testsPass();
    await world.waitUntil(
      async () => Promise.resolve(fates.length > 0),
      async () => world.drawn(),
    );
    await world.expectPicture("main <- #1 running");
    expect(fates).toEqual(["pushed: withdrawn"]);
  });

  itInAll("a landing that is given up is withdrawn first, and no other process pushes it", async () => {
    const readRefs = world.git.readRefs.bind(world.git);
    const commit = world.store.commit.bind(world.store);
    const attempts = () => world.warnings.filter(({ effect }) => effect === "land").length;
    const readPullRequest = world.forge.readPullRequest.bind(world.forge);
    world.forge.readPullRequest = async () => Promise.reject(new ForgeError("bad credentials", false));
    world.git.land = async () => Promise.reject(new Error("pushed what was given up"));
    let looks = 0;
    const givenUp: QueueEvent[] = [];
    world.git.readRefs = async (...request) => {
      if (attempts() === ATTEMPTS - 1) looks += 1;
      // The branch is gone when it is looked at to be given up, and there again for the next look.
      if (attempts() !== ATTEMPTS - 1 || looks !== 2) return readRefs(...request);
      world.forge.readPullRequest = readPullRequest;
      return new Map();
    };
    world.store.commit = async (...request) => {
      const [, , event] = request;
      if (givenUp.length > 0 || event.kind !== "landingFailed") return commit(...request);
      givenUp.push(event);
      throw new StoreError("it died before it could say so", true);
    };
    await testsPass();
    await world.expectPicture("main <- #1 landing");
    for (let minute = 0; minute < 20 && givenUp.length === 0; minute += 1)
      await world.clock.advance(MINUTE_MS);
    await world.clock.advance(MINUTE_MS);
    await world.expectPicture("main <- #1 running");
    expect(givenUp).toHaveLength(1);
  });

  itInAll("a code host that gives no answer is waited for", async () => {
    const readPullRequest = world.forge.readPullRequest.bind(world.forge);
    world.forge.readPullRequest = async () => Promise.reject(new ForgeError("bad credentials", false));
    await testsPass();
    await world.waitUntil(
      async () => Promise.resolve(world.warnings.some(({ effect }) => effect === "land")),
      async () => world.drawn(),
    );
    await world.clock.advance(5 * MINUTE_MS);
    expect(await world.drawn()).toBe("main <- #1 landing");
    expect(await world.origin.ref("refs/heads/main")).toBe(world.base);
    world.forge.readPullRequest = readPullRequest;
    await world.clock.advance(MINUTE_MS);
    await world.expectPicture("main");
    expect(await world.concluded(1)).toMatchObject({ ended: "merged" });
  });
});

describe("a branch that somebody force-pushed", () => {
  const FORCED = "the branch was force-pushed: it no longer contains its earlier tip";

  async function elsewhere(): Promise<NonNullable<Awaited<ReturnType<typeof world.origin.ref>>>> {
    return world.origin.commit({ files: { "other.txt": "other\n" }, refs: ["refs/heads/main"] });
  }

  itInAll("is told with both commits when a look finds it", async () => {
    const to = await elsewhere();
    world.forge.setBranch(NAME.repository, "main", to);
    await world.clock.advance(POLL_MS);
    const told = async () => Promise.resolve(world.warnings.find(({ message }) => message === FORCED));
    await world.waitUntil(
      async () => (await told()) !== undefined,
      async () => world.drawn(),
    );
    expect(await told()).toEqual({ queue: expect.any(String), from: world.base, to, message: FORCED });
  });

  itInAll("is told with both commits when a landing finds it", async () => {
    const to = await elsewhere();
    await testsPass();
    // The forge still tells the tip of before, so that a look may warn of the way back.
    const told = () => world.warnings.find(({ message, from }) => message === FORCED && from === world.base);
    await world.waitUntil(
      async () => Promise.resolve(told() !== undefined),
      async () => Promise.resolve(world.warnings),
    );
    expect(told()).toMatchObject({ to });
  });

  itInAll("and one that only went on are not confused", async () => {
    const to = await world.origin.commit({
      parents: [world.base],
      files: { "other.txt": "other\n" },
      refs: ["refs/heads/main"],
    });
    world.forge.setBranch(NAME.repository, "main", to);
    await world.clock.advance(POLL_MS);
    await world.waitUntil(
      async () => (await world.store.load(NAME))?.queue.tip === to,
      async () => world.drawn(),
    );
    await world.expectPicture("main <- #1 running");
    expect(world.warnings).toEqual([]);
  });
});

itInAll("a look that was overtaken by a push and a new submission ends nobody's stay", async () => {
  const readPullRequest = world.forge.readPullRequest.bind(world.forge);
  world.forge.readPullRequest = async (repository, number) => {
    world.forge.readPullRequest = readPullRequest;
    await world.openPullRequest(1, { "b.txt": "second\n" });
    const late = await readPullRequest(repository, number);
    await world.openPullRequest(1, { "b.txt": "third\n" });
    const facts = await readPullRequest(repository, number);
    const event = { kind: "pullRequestObserved", at: world.clock.now(), pullRequest: number, facts } as const;
    await world.loop.act(NAME, () => ({ event }));
    await world.submit(1);
    return late;
  };
  await world.clock.advance(POLL_MS);
  const second = async () => (await world.store.load(NAME))?.queue.entries[0];
  await world.waitUntil(isConcluded, async () => world.drawn());
  world.forge.pass(await world.heldRun(1));
  await world.waitUntil(
    async () => (await world.origin.ref("refs/heads/main")) !== world.base,
    async () => second(),
  );
  expect(await world.origin.git("show", "main:b.txt")).toBe("third");
});
