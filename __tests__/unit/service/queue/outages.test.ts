/** The loop performs what the engine decides about a broken target branch and an outage, on real git. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { healthOf } from "../../../../src/engine/model/target-health.js";
import { ForgeError } from "../../../../src/service/ports/world-error.js";
import { LoopWorld, NAME } from "../../../support/loop-world.js";
import { programsEnded } from "../../../support/program-starter.js";
import { itInCi } from "../../../support/sized-tests.js";

const MINUTE_MS = 60_000;
const BAD_GATEWAY = new ForgeError("the code host answered 502", true);

let world: LoopWorld;
beforeEach(async () => {
  world = await LoopWorld.create({ concurrency: 1 });
});
afterEach(() => world.close());

async function tested() {
  const stored = await world.store.load(NAME);
  return stored === null ? null : healthOf(stored.queue).test;
}

/** Until the queue is as expected, a minute at a time. On a busy machine git takes many of these minutes. */
async function passMinutesUntil(expected: RegExp): Promise<void> {
  for (let minute = 0; minute < 600; minute++) {
    if (expected.test(await world.drawn())) return;
    await world.clock.advance(MINUTE_MS);
    await programsEnded();
  }
  expect(await world.drawn()).toMatch(expected);
}

async function submitEach(...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    await world.openPullRequest(number, { [`${number}.txt`]: `${number}\n` });
    await world.submit(number);
  }
}

async function failTwice(number: number): Promise<void> {
  for (let time = 0; time < 2; time++) world.forge.fail(await world.heldRun(number));
}

describe("a code host that starts no test run", () => {
  itInCi("has the queue paused and nothing evicted, and all are tested once it works again", async () => {
    const start = world.forge.startTests.bind(world.forge);
    let isDown = true;
    world.forge.startTests = async (...asked) => (isDown ? Promise.reject(BAD_GATEWAY) : start(...asked));
    await submitEach(1, 2);
    await passMinutesUntil(/paused.*CI is silent/);
    for (const number of [1, 2]) expect(await world.concluded(number)).toBeNull();
    isDown = false;
    await passMinutesUntil(/testing the tip/);
    world.forge.pass((await world.heldTipTest()).run);
    for (const number of [1, 2]) world.forge.pass(await world.heldRun(number));
  });
});

describe("a target branch that fails", () => {
  it("is tested at its own commit, also after a landing, and the evicted entries return", async () => {
    await submitEach(1, 2, 3, 4);
    for (const number of [1, 2, 3]) await failTwice(number);
    const test = await world.heldTipTest();
    expect(test).toMatchObject({ commit: world.base, testedPullRequests: [] });
    expect(await world.origin.git("rev-parse", `refs/heads/${test.testBranch}`)).toBe(world.base);
    world.forge.pass(await world.heldRun(4));
    await world.expectPicture("main | retrying #3 failed | testing the tip");
    expect((await tested())?.commit).toBe(world.base);
    world.forge.fail(test.run);
    await world.expectPicture("main <- #1 running <- #2 pending | bisecting #3 running");
  });
});
