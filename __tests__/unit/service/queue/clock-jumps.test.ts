/** The time of day jumps under a running loop, or between two processes: batches fill, and time-outs come, in their time. */
import { afterEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../src/domain/ids.js";
import type { QueueSettings } from "../../../../src/domain/queue-settings.js";
import { LoopWorld, NAME, POLL_MS } from "../../../support/loop-world.js";
import { itInAll, itInCi } from "../../../support/sized-tests.js";
import { aQueueId } from "../../../support/stored-queue.js";

/** Every step is a process, and the machine may be busy with other suites. */
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BATCHING = { batch: true, batchingMinSize: 4, batchingMaxWaitTimeMinutes: 5 } as const;

let world: LoopWorld;
afterEach(() => world.close());

async function begin(settings: Partial<QueueSettings>): Promise<void> {
  world = await LoopWorld.create(settings);
  await world.openPullRequest(1, { "b.txt": "b\n" });
}

async function eventKinds(): Promise<readonly string[]> {
  const events = await world.store.events(aQueueId(1), 0, 1000);
  return events.map(({ event }) => event.kind);
}

async function corrections() {
  const events = await world.store.events(aQueueId(1), 0, 1000);
  return events.flatMap(({ event }) => (event.kind === "clockCorrected" ? [event.byMs] : []));
}

describe("a clock that jumps a day ahead, and back after a moment", () => {
  itInAll("holds up no batch", async () => {
    await begin(BATCHING);
    world.clock.set(DAY_MS);
    await world.submit(1);
    world.clock.set(-DAY_MS);
    await world.clock.advance(4 * MINUTE_MS);
    await world.expectPicture("main | waiting #1");
    await world.clock.advance(MINUTE_MS + POLL_MS);
    await world.expectPicture("main <- #1 running");
  });

  itInAll("holds up no time-out", async () => {
    await begin({ testingTimeoutMinutes: 30 });
    world.clock.set(DAY_MS);
    await world.submit(1);
    await world.expectPicture("main <- #1 running");
    world.clock.set(-DAY_MS);
    await world.clock.advance(29 * MINUTE_MS);
    await world.expectPicture("main <- #1 running");
    await world.clock.advance(MINUTE_MS + POLL_MS);
    await world.expectPicture("main | retrying #1 running");
  });

  itInCi("holds up nothing after a restart", async () => {
    await begin(BATCHING);
    world.clock.set(DAY_MS);
    await world.submit(1);
    await world.loop.stop();
    world.clock.set(-DAY_MS);
    await world.startAnew();
    expect(await corrections()).toEqual([-DAY_MS]);
    expect((await world.store.load(NAME))?.queue.now).toBe(world.clock.now());
    await world.clock.advance(5 * MINUTE_MS);
    await world.expectPicture("main <- #1 running");
  });

  itInAll("times no healthy run out, and is recorded by how far it went", async () => {
    await begin({ testingTimeoutMinutes: 30 });
    await world.submit(1);
    await world.expectPicture("main <- #1 running");
    await world.openPullRequest(2, { "c.txt": "c\n" });
    world.clock.set(DAY_MS);
    await world.submit(2);
    world.clock.set(-DAY_MS);
    await world.clock.advance(29 * MINUTE_MS);
    expect(await world.concluded(1)).toBeNull();
    await world.expectPicture("main <- #1 running <- #2+1 running");
    const [forward, back, ...more] = await corrections();
    expect(forward).toBe(DAY_MS);
    expect(back).toBeLessThanOrEqual(5 * MINUTE_MS - DAY_MS);
    expect(more).toEqual([]);
  });

  itInAll("shows no entry in a state since later than now, and no duration below zero", async () => {
    await begin({});
    world.clock.set(DAY_MS);
    await world.submit(1);
    await world.expectPicture("main <- #1 running");
    world.clock.set(-DAY_MS);
    await world.clock.advance(POLL_MS);
    world.forge.pass(await world.heldRun(1));
    await world.expectPicture("main");
    const submission = await world.store.findConcluded(aQueueId(1), pullRequestNumber(1));
    expect(submission?.stateSince).toBeLessThanOrEqual(world.clock.now());
    expect(submission?.stateSince).toBeGreaterThanOrEqual(submission?.submittedAt ?? Number.NaN);
  });
});

describe("a clock that stays set", () => {
  itInAll("an hour ahead fills no batch early and times nothing out", async () => {
    await begin({ ...BATCHING, testingTimeoutMinutes: 30, concurrency: 1 });
    await world.submit(1);
    await world.clock.advance(5 * MINUTE_MS);
    await world.expectPicture("main <- #1 running");
    await world.openPullRequest(2, { "c.txt": "c\n" });
    await world.openPullRequest(3, { "d.txt": "d\n" });
    await world.submit(2);
    await world.clock.advance(4 * MINUTE_MS);
    world.clock.set(60 * MINUTE_MS);
    await world.submit(3);
    await world.clock.advance(25 * MINUTE_MS);
    await world.expectPicture("main <- #1 running | waiting #2 #3");
    await world.clock.advance(MINUTE_MS + POLL_MS);
    await world.expectPicture("main | retrying #1 running | waiting #2 #3");
  });

  itInCi("ten minutes back is recorded within a poll, though nothing else happens", async () => {
    await begin({ ...BATCHING, batchingMaxWaitTimeMinutes: 10 });
    await world.submit(1);
    world.clock.set(-10 * MINUTE_MS);
    await world.clock.advance(POLL_MS);
    expect(await corrections()).toHaveLength(1);
    expect((await world.store.load(NAME))?.queue.now).toBe(world.clock.now());
    await world.clock.advance(10 * MINUTE_MS);
    await world.expectPicture("main <- #1 running");
  });

  it("by a few seconds is no event: time stands still until it is there", async () => {
    await begin({});
    const before = world.clock.now();
    world.clock.set(-4000);
    await world.submit(1);
    expect((await world.store.load(NAME))?.queue.now).toBe(before);
    await world.expectPicture("main <- #1 running");
    expect(await eventKinds()).not.toContain("clockCorrected");
  });
});

it("an event carries no time that lies ahead, though it was read from the clock before that was set", async () => {
  await begin({});
  const ahead = world.clock.now() + DAY_MS;
  await world.loop.act(NAME, () => ({ event: { kind: "timePassed", at: ahead } }));
  expect((await world.store.load(NAME))?.queue.now).toBe(world.clock.now());
});

it("an order that was put off by a clock ahead comes when that is corrected", async () => {
  await begin({});
  const { git } = world;
  const publish = git.publish.bind(git);
  git.publish = async () => Promise.reject(new Error("no answer"));
  world.clock.set(DAY_MS);
  await world.submit(1);
  await world.waitUntil(
    async () => Promise.resolve(world.warnings.some(({ message }) => message.startsWith("an order failed"))),
    async () => Promise.resolve(world.warnings),
  );
  git.publish = publish;
  world.clock.set(-DAY_MS);
  await world.clock.advance(2 * POLL_MS);
  await world.expectPicture("main <- #1 running");
});
