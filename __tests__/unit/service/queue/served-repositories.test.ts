/** What a replica leaves to others, for how long, and when people have to mend something. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { repositoryKey } from "../../../../src/domain/repository.js";
import { SILENT_LOG } from "../../../../src/service/ports/log.js";
import { AccessRefused, GitError } from "../../../../src/service/ports/world-error.js";
import { ServedRepositories } from "../../../../src/service/queue/served-repositories.js";
import { Worker } from "../../../../src/service/work/worker.js";
import { type ManualClock, manualClock } from "../../../support/manual-clock.js";
import { Sessions } from "../../../support/sessions.js";
import { aQueueName } from "../../../support/stored-queue.js";

const NAME = aQueueName();
const OTHER = { ...NAME, repository: { ...NAME.repository, name: "other" } };
const MINUTE_MS = 60_000;

let clock: ManualClock;
let returns = 0;
let reads = 0;
let failure: Error | null = null;
const allowed = new Set<string>();
let served: ServedRepositories;

beforeEach(() => {
  [clock, returns, reads, failure] = [manualClock(), 0, 0, null];
  for (const { repository } of [NAME, OTHER]) allowed.add(repositoryKey(repository));
  served = new ServedRepositories({
    forge: {
      readTip: async () => {
        reads += 1;
        return failure === null ? Promise.resolve(null) : Promise.reject(failure);
      },
    },
    ...{ clock, log: SILENT_LOG, allowed },
    onReturn: () => {
      returns += 1;
    },
  });
});

describe("a repository that cannot be read", () => {
  it("for good is left to others for a minute, and people have to mend it", async () => {
    failure = new GitError("not a repository", false);
    await served.meet(NAME);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([false, false]);
    await clock.advance(MINUTE_MS);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([true, false]);
    failure = null;
    await served.meet(NAME);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([true, true]);
  });

  it("for now is left for ten seconds, and nobody has to mend it", async () => {
    failure = new GitError("timed out", true);
    expect(await served.leaveIfOutOfReach(NAME)).toBe(true);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([false, true]);
    await clock.advance(10_000);
    expect(served.serves(NAME.repository)).toBe(true);
  });
});

describe("a repository that refuses an order of this process", () => {
  const refusal = new AccessRefused("git push failed: permission denied", false);

  it("is left to others for a minute though it can be read, and is named until the order is tried again", async () => {
    await served.meet(NAME);
    expect(await served.leaveIfRefused(NAME, refusal)).toBe(true);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([false, false]);
    await clock.advance(MINUTE_MS);
    await served.meet(NAME);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([true, false]);
    await clock.advance(MINUTE_MS);
    served.serves(NAME.repository);
    expect(served.canWork).toBe(true);
  });

  it("is kept where the order failed for another reason", async () => {
    expect(await served.leaveIfRefused(NAME, new GitError("the object is malformed", false))).toBe(false);
    expect([served.serves(NAME.repository), served.canWork]).toEqual([true, true]);
  });
});

it("names for claims what it works for, and not what it leaves", async () => {
  const [name, other] = [NAME, OTHER].map(({ repository }) => repositoryKey(repository));
  expect(served.keys()).toEqual([name, other]);
  failure = new GitError("timed out", true);
  await served.meet(NAME);
  expect(served.keys()).toEqual([other]);
  await clock.advance(10_000);
  expect(served.keys()).toEqual([name, other]);
});

describe("the end of a leave", () => {
  it("is noticed once, at the end of the newest leave", async () => {
    failure = new GitError("timed out", true);
    await served.leaveIfOutOfReach(NAME);
    await clock.advance(5000);
    await served.leaveIfOutOfReach(NAME);
    await clock.advance(9999);
    expect(returns).toBe(0);
    await clock.advance(1);
    expect(returns).toBe(1);
    await clock.advance(MINUTE_MS);
    expect(returns).toBe(1);
  });

  it("makes the only replica do what became due meanwhile, before its next sweep", async () => {
    const session = new Sessions().open("only");
    const done: number[] = [];
    const dueAt = clock.now() + 5000;
    const here = new ServedRepositories({
      forge: { readTip: async () => Promise.reject(new GitError("timed out", true)) },
      ...{ clock, log: SILENT_LOG, allowed, onReturn: () => session.wakeSelf() },
    });
    const worker = new Worker<string>({
      ...{ clock, log: SILENT_LOG, session, what: "commands", atATime: 1, sweepMs: 30_000 },
      keyOf: (item) => item,
      claim: async () => {
        const isDue = clock.now() >= dueAt && done.length === 0 && here.serves(NAME.repository);
        return Promise.resolve(isDue ? ["command"] : []);
      },
      nextAt: async (after) => Promise.resolve(after < dueAt ? dueAt : null),
      run: async () => {
        done.push(clock.now() - dueAt);
        return Promise.resolve(null);
      },
      pauseMs: () => 1000,
      isClaimed: async () => Promise.resolve(true),
      giveBack: async () => Promise.resolve(),
    });
    await here.leaveIfOutOfReach(NAME);
    worker.start();
    await clock.advance(20_000);
    expect(done).toEqual([5000]);
    await worker.stop(0);
  });
});

it("reads a repository once that is fine", async () => {
  await served.meet(NAME);
  await served.meet(NAME);
  expect(reads).toBe(1);
});

it("reads none that is not in its settings, and says that it is not whole", async () => {
  allowed.clear();
  await served.meet(NAME);
  expect([reads, served.canWork]).toEqual([0, false]);
});

it("is ready while there is a repository that it can work for, and once the others have no queue any more", async () => {
  failure = new GitError("not a repository", false);
  await served.meet(NAME);
  expect(served.canWork).toBe(false);
  served.serves(OTHER.repository);
  expect(served.canWork).toBe(true);
  await clock.advance(2 * MINUTE_MS);
  served.serves(NAME.repository);
  expect(served.canWork).toBe(false);
  await clock.advance(2 * MINUTE_MS);
  expect(served.canWork).toBe(true);
});
