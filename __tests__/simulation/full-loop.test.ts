/**
 * Thousands of lives of the whole service in a simulated world: whatever goes wrong, nothing untested lands, and in the
 * end nobody is stuck and nothing is left behind. More of them: `npm run simulate -- --seeds 1000000`.
 */
import { describe, expect, it } from "@jest/globals";
import { liveAndPrint, liveApart } from "../support/full-life/lives-apart.js";
import { liveMany, type ManyLives } from "../support/full-life/many-lives.js";
import { itInCi } from "../support/sized-tests.js";
import { bySize, countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 1);
/** Fewer lives than these meet too little to say that something never happens. */
const TELLING_SEEDS = 3000;
const SEEDS = countOf("SIMULATION_SEEDS", { reduced: 200, share: 400, all: 1200, full: 100_000 });
const MOST_MINUTES = bySize({ reduced: 5, share: 10, full: 180 });

describe("a life of the whole service", () => {
  it(
    `keeps every promise, ${SEEDS} times from seed ${FIRST_SEED}, and meets everything that can be met`,
    async () => {
      const least = SEEDS < TELLING_SEEDS ? [] : ["--least", "5"];
      const lived = await liveAndPrint("--seeds", String(SEEDS), "--from", String(FIRST_SEED), ...least);
      expect(lived.hasFailed ? lived.told : "nothing broke").toBe("nothing broke");
      expect(lived.lives).toBe(SEEDS);
      expect(lived.landings).toBeGreaterThan(lived.lives / 2);
    },
    MOST_MINUTES * 60_000,
  );

  it("goes the same way each time it is lived", async () => {
    const lives: ManyLives = { store: "memory", firstSeed: FIRST_SEED, seeds: 20 };
    const one = await liveMany(lives);
    expect(await liveMany(lives)).toEqual(one);
    expect(one.tally.get("a queue decides")).toBeGreaterThan(0);
  });

  itInCi("that meets too little fails the program", async () => {
    const lived = await liveApart("--seeds", "1", "--steps", "none", "--least", "1");
    expect(lived.hasFailed).toBe(true);
    expect(lived.told).toMatch(/met too rarely: .*event landed: 0/);
  });
});
