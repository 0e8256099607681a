/**
 * Thousands of lives of the whole service in a simulated world: whatever goes wrong, nothing untested lands, and in the
 * end nobody is stuck and nothing is left behind. More of them: `npm run simulate -- --seeds 1000000`.
 */
import { describe, expect, it } from "@jest/globals";
import { goesOnWithin, livesWanted, told } from "../support/as-many-as-fit.js";
import { liveApart, liveAsManyAsFit } from "../support/full-life/lives-apart.js";
import { liveMany, type ManyLives } from "../support/full-life/many-lives.js";

const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 1);
/** Fewer lives than these meet too little to say that something never happens. */
const TELLING_SEEDS = 3000;
const WANTED = livesWanted(process.env["SIMULATION_SEEDS"], {
  seeds: 9000,
  atLeast: TELLING_SEEDS,
  minutes: 4,
});
const MOST_MINUTES = 15;

describe("a life of the whole service", () => {
  it(
    `keeps every promise, ${told(WANTED)} times from seed ${FIRST_SEED}, and meets everything that can be met`,
    async () => {
      const least = WANTED.seeds < TELLING_SEEDS ? [] : ["--least", "5"];
      const lived = await liveAsManyAsFit(WANTED, "--from", String(FIRST_SEED), ...least);
      expect(lived.hasFailed ? lived.told : "nothing broke").toBe("nothing broke");
      expect(lived.lives).toBeGreaterThanOrEqual(WANTED.atLeast);
      expect(lived.landings).toBeGreaterThan(lived.lives / 2);
    },
    MOST_MINUTES * 60_000,
  );

  it("is one of as many as fit into the time, and of enough however slow the machine is", () => {
    const isSlow = goesOnWithin({ atLeast: 3, minutes: 0 });
    expect([1, 2, 3, 4].map(isSlow)).toEqual([true, true, false, false]);
    expect(goesOnWithin({ atLeast: 3, minutes: 1 })(4)).toBe(true);
    expect(livesWanted("7", { seeds: 9, atLeast: 3, minutes: 1 })).toEqual({
      seeds: 7,
      atLeast: 7,
      minutes: 1,
    });
  });

  it("goes the same way each time it is lived", async () => {
    const lives: ManyLives = { store: "memory", firstSeed: FIRST_SEED, seeds: 20 };
    const one = await liveMany(lives);
    expect(await liveMany(lives)).toEqual(one);
    expect(one.tally.get("a queue decides")).toBeGreaterThan(0);
  });

  it("that meets too little fails the program", async () => {
    const lived = await liveApart("--seeds", "1", "--steps", "none", "--least", "1");
    expect(lived.hasFailed).toBe(true);
    expect(lived.told).toMatch(/met too rarely: .*event landed: 0/);
  });
});
