/**
 * Each call to git and to the code host that names one pull request's head, or a commit that contains it, fails without
 * end: everything else lands within a bounded number of polls, and that one can be cancelled, or is given up by name.
 */
import { afterAll, describe, expect, it, jest } from "@jest/globals";
import type { Entry } from "../../src/engine/queue.js";
import {
  describePoison,
  FAILING_CALLS,
  FAILURES,
  type FailingCall,
  FailingCallsWorld,
  POLL_MS,
  type Poison,
  type Shape,
} from "../support/failing-calls.js";

jest.setTimeout(120_000);

const EVERYTHING = null;
const BATCHES = { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 1 };
const SHAPES: Readonly<Record<string, Shape>> = {
  "singles in one line": { settings: {}, targets: Array<null>(5).fill(EVERYTHING) },
  "singles in lanes": { settings: { mode: "parallel" }, targets: [["a"], ["b"], ["b"], ["c"], ["d"]] },
  "batches in one line": { settings: BATCHES, targets: Array<null>(6).fill(EVERYTHING) },
  "batches in lanes": {
    settings: { mode: "parallel", ...BATCHES },
    targets: [["a"], ["a"], ["a"], ["b"], ["c"]],
  },
  "optimistic merging": {
    settings: { canOptimisticallyMerge: true, pendingFailureDepth: 2 },
    targets: Array<null>(5).fill(EVERYTHING),
  },
  "one slot for everything": {
    settings: { concurrency: 1, bisectionConcurrency: 0 },
    targets: Array<null>(4).fill(EVERYTHING),
  },
  "merged by the code host": { settings: {}, targets: Array<null>(4).fill(EVERYTHING), isMergedByHost: true },
  "a stack of two behind others": {
    settings: {},
    targets: Array<null>(4).fill(EVERYTHING),
    isStack: true,
  },
};
const MINUTES = (polls: number) => (polls * POLL_MS) / 60_000;
const POLLS = (minutes: number) => (minutes * 60_000) / POLL_MS;

/** Nothing needs it to land. */
const HARMLESS: readonly FailingCall[] = [
  "git.unpublish",
  "forge.stopTests",
  "merges.find",
  "git.prepareLanding",
];
/** It may have been done all the same, so that nothing else lands for a while. */
const IN_FLIGHT: readonly FailingCall[] = ["git.land", "merges.merge", "merges.find"];
/** CI may know the run after all, and whether something was merged may be found out after all. */
const NEVER_FOR_GOOD: readonly FailingCall[] = ["forge.readChecks", "git.checkOut", "merges.find"];
/** Of all runs that contain it nothing is known. */
const CI: readonly FailingCall[] = ["forge.readChecks", "git.checkOut"];
const RESTARTED_EVERY = 7;

const SOON = POLLS(4);
/** The same where the call says nothing of others, that is five minutes more. */
const LATER = POLLS(9);
const PATIENCE = POLLS(10);
/** Ten minutes, and what is under way when they are over. */
const GIVEN_UP = POLLS(17);

function boundFor(poison: Poison, shape: Shape): number {
  // What is tried again takes the only slot.
  if (shape.settings.concurrency === 1 && !isByName(poison)) return GIVEN_UP;
  const isLong = mayArrive(poison) || CI.includes(poison.call);
  return isLong ? LATER : SOON;
}

/** A push that is refused for good is known not to arrive. */
function mayArrive({ call, failure }: Pick<Poison, "call" | "failure">): boolean {
  return IN_FLIGHT.includes(call) && (failure === "temporary" || call === "merges.find");
}

function isByName({ call, failure }: Pick<Poison, "call" | "failure">): boolean {
  return failure === "by the commit's own fault" && !NEVER_FOR_GOOD.includes(call);
}

const made = new Set<FailingCall>();

describe.each(Object.entries(SHAPES))("among %s", (_name, shape) => {
  it.each(FAILING_CALLS)("%s", async (call) => {
    for (const pullRequest of [1, shape.targets.length])
      await expectOthersToLand(shape, { call, failure: "temporary", pullRequest });
    for (const failure of FAILURES) {
      await expectOthersToLand(shape, { call, failure, pullRequest: 2 });
      await expectCancellation(shape, { call, failure, pullRequest: 2 });
    }
  });
});

afterAll(() => {
  expect(FAILING_CALLS.filter((call) => !made.has(call))).toEqual([]);
});

async function expectOthersToLand(shape: Shape, poison: Poison): Promise<void> {
  await using world = await FailingCallsWorld.open(shape, poison);
  const bound = boundFor(poison, shape);
  const isOver = async () =>
    (await othersOf(world, poison)).every((end) => end?.ended === "merged") || world.polls > bound;
  while (!(await isOver())) await pollPerhapsAnew(world, poison);
  const story = async () => `${describePoison(poison)}: ${await world.drawn()}`;
  if (world.polls > bound) throw new Error(`after ${MINUTES(bound)} minutes: ${await story()}`);
  if (world.failures === 0) return;
  made.add(poison.call);
  // One that is alone in the queue keeps nobody waiting.
  if (IN_FLIGHT.includes(poison.call)) await world.submitAnother();
  while ((await world.concluded(poison.pullRequest)) === null && world.polls <= GIVEN_UP * 2)
    await pollPerhapsAnew(world, poison);
  const end = await world.concluded(poison.pullRequest);
  if (end?.ended === "merged" && HARMLESS.includes(poison.call)) return;
  expect([await story(), end?.ended]).toEqual([await story(), "failed"]);
  expect(end?.reason?.sentence).toContain(`poisoned ${poison.call}`);
  if (poison.failure === "temporary") expect(world.polls).toBeGreaterThanOrEqual(PATIENCE);
  if (isByName(poison)) expect([await story(), world.polls <= SOON]).toEqual([await story(), true]);
}

async function expectCancellation(shape: Shape, poison: Poison): Promise<void> {
  await using world = await FailingCallsWorld.open(shape, poison);
  while (world.polls < SOON) await world.poll();
  await world.cancel(poison.pullRequest);
  const bound = world.polls + (mayArrive(poison) ? SOON : POLLS(1));
  while ((await world.concluded(poison.pullRequest)) === null && world.polls < bound) await world.poll();
  const end = await world.concluded(poison.pullRequest);
  const story = `${describePoison(poison)}, cancelled: ${await world.drawn()}`;
  if (end === null) throw new Error(`after ${MINUTES(world.polls)} minutes: ${story}`);
}

/** Restarts change nothing: of every second one the service is started anew every few minutes. */
async function pollPerhapsAnew(world: FailingCallsWorld, { pullRequest }: Poison): Promise<void> {
  await world.poll();
  if (pullRequest === 2 && world.polls % RESTARTED_EVERY === 0) await world.restart();
}

/** Who stands on the poisoned one cannot land without it. */
async function othersOf(world: FailingCallsWorld, poison: Poison): Promise<readonly (Entry | null)[]> {
  const others = world.numbers.filter(
    (number) => number !== poison.pullRequest && world.below(number) !== poison.pullRequest,
  );
  return Promise.all(others.map(async (number) => world.concluded(number)));
}
