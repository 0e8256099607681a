/** One call fails for ever about one pull request: everything else lands, and that one leaves, by itself or when asked to. */
import { afterEach, describe, expect, it } from "@jest/globals";
import type { QueueSettings } from "../../../../src/domain/queue-settings.js";
import { type Poison, PoisonedWorld } from "../../../support/poisoned-world.js";
import { rowsBySize } from "../../../support/test-size.js";

type Shape = "single" | "batch" | "stack";
const SHAPES: readonly Shape[] = ["single", "batch", "stack"];

const SETTINGS: Readonly<Record<Shape, Partial<QueueSettings>>> = {
  single: {},
  batch: { batch: true, batchingMinSize: 3, batchingMaxWaitTimeMinutes: 1 },
  stack: {},
};
const OTHERS: Readonly<Record<Shape, readonly number[]>> = {
  single: [2, 3],
  batch: [2, 3, 4],
  stack: [2, 3, 9],
};

/** What #1 ends as; "either" where the call is made only in some shapes. */
const METHODS: readonly (readonly [Poison["port"], string, "fails" | "lands" | "either"])[] = [
  ["forge", "readPullRequest", "fails"],
  ["forge", "startTests", "fails"],
  ["forge", "readChecks", "fails"],
  ["forge", "stopTests", "lands"],
  ["git", "readRefs", "lands"],
  ["git", "readCommit", "lands"],
  ["git", "isAncestor", "either"],
  ["git", "build", "fails"],
  ["git", "prepareLanding", "either"],
  ["git", "publish", "fails"],
  ["git", "unpublish", "lands"],
  ["git", "land", "fails"],
];

let world: PoisonedWorld;
afterEach(() => world.close());

async function submitted(shape: Shape, poison: Poison, settings: Partial<QueueSettings> = {}): Promise<void> {
  world = await PoisonedWorld.create({ ...SETTINGS[shape], ...settings });
  const below = shape === "stack" ? 9 : undefined;
  if (below !== undefined) await world.submit(below, "below");
  world.poison(poison);
  await world.submit(1, "a", below);
  await world.submit(2, "a", below);
  await world.submit(3, shape === "batch" ? "a" : "b", below);
  if (shape === "batch") await world.submit(4, "b");
}

async function areMerged(numbers: readonly number[]): Promise<boolean> {
  const ends = await Promise.all(numbers.map(async (number) => world.ended(number)));
  return ends.every((entry) => entry?.ended === "merged");
}

async function expectOthersToLand(shape: Shape): Promise<void> {
  await world.live(60, async () => areMerged(OTHERS[shape]));
  const ends = await Promise.all(OTHERS[shape].map(async (number) => (await world.ended(number))?.ended));
  expect([await world.drawn(), ...ends]).toEqual([expect.anything(), ...OTHERS[shape].map(() => "merged")]);
}

describe.each(SHAPES)("of a %s", (shape) => {
  describe.each([true, false])("with a failure that is retryable: %s", (retryable) => {
    it.each(rowsBySize(METHODS))("%s.%s keeps no other from landing", async (port, method, end) => {
      await submitted(shape, { port, method, retryable });
      await expectOthersToLand(shape);
      await world.live(30, async () => (await world.ended(1)) !== null);
      const entry = await world.ended(1);
      if (end === "lands" || (end === "either" && world.struck === 0)) {
        expect(entry?.ended).toBe("merged");
        return;
      }
      if (end === "either") return;
      expect(world.struck).toBeGreaterThan(0);
      expect([entry?.ended, entry?.reason?.sentence]).toEqual([
        "failed",
        expect.stringContaining(`poisoned ${method}`),
      ]);
    });

    it.each(rowsBySize(METHODS, 1))("%s.%s keeps it from leaving at no moment", async (port, method) => {
      for (const seconds of [0, 20, 90, 420]) {
        await submitted(shape, { port, method, retryable });
        await world.live(seconds / 60, async () => Promise.resolve(false));
        await world.cancel(1);
        await world.live(12, async () => (await world.ended(1)) !== null);
        expect([await world.drawn(), (await world.ended(1))?.ended]).toEqual([
          expect.anything(),
          expect.stringMatching(/merged|failed|cancelled/),
        ]);
        if (seconds < 420) await world.close();
      }
    });
  });
});

describe("a call that can never succeed", () => {
  it.each([
    ["git", "build"],
    ["git", "publish"],
    ["forge", "startTests"],
    ["git", "land"],
  ] as const)(
    "%s.%s ends the pull request within half a minute, before the last retry",
    async (port, method) => {
      await submitted("single", { port, method, retryable: false });
      await world.live(0.5, async () => (await world.ended(1)) !== null);
      expect((await world.ended(1))?.reason?.sentence).toContain(`poisoned ${method}`);
    },
  );
});

describe("where the code host merges", () => {
  it.each([true, false])("merges.merge keeps no other from landing (retryable: %s)", async (retryable) => {
    await submitted("single", { port: "merges", method: "merge", retryable }, { landing: "merge" });
    await expectOthersToLand("single");
    expect((await world.ended(1))?.reason?.sentence).toContain("poisoned merge");
  });
});
