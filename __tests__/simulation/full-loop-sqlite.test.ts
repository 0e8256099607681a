/** More lives of the whole service: with its queue in a file that a new process opens again, and those that once broke. */
import { describe, expect, it } from "@jest/globals";
import { livesWanted, told } from "../support/as-many-as-fit.js";
import { liveAsManyAsFit } from "../support/full-life/lives-apart.js";
import { liveMany } from "../support/full-life/many-lives.js";
import { NAMED_SEEDS } from "../support/full-life/named-seeds.js";

/** After those that are lived in memory. */
const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 9001);
const WANTED = livesWanted(process.env["SIMULATION_SEEDS"], { seeds: 1000, atLeast: 300, minutes: 2 });
/** A life on disk takes many times as long, so that it is made shorter. */
const STEPS = "1-120";
const MOST_MINUTES = 15;

describe("a life of the whole service", () => {
  it(
    `keeps every promise, with its queue in a file, ${told(WANTED)} times from seed ${FIRST_SEED}`,
    async () => {
      const options = ["--store", "sqlite", "--from", String(FIRST_SEED), "--steps", STEPS];
      const lived = await liveAsManyAsFit(WANTED, ...options);
      expect(lived.hasFailed ? lived.told : "nothing broke").toBe("nothing broke");
      expect(lived.lives).toBeGreaterThanOrEqual(WANTED.atLeast);
      expect(lived.landings).toBeGreaterThan(lived.lives / 2);
    },
    MOST_MINUTES * 60_000,
  );

  it.each(NAMED_SEEDS)("keeps every promise again where it once did not: $name", async ({ seed, store }) => {
    const { broken } = await liveMany({ store, firstSeed: seed, seeds: 1 });
    expect(broken?.story ?? "nothing broke").toBe("nothing broke");
  });
});
