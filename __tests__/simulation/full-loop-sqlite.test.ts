/** More lives of the whole service: with its queue in a file that a new process opens again, and those that once broke. */
import { describe, expect, it } from "@jest/globals";
import { landingsTold, liveApart } from "../support/full-life/lives-apart.js";
import { liveMany } from "../support/full-life/many-lives.js";
import { NAMED_SEEDS } from "../support/full-life/named-seeds.js";

const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 1);
const SQLITE_SEEDS = Number(process.env["SIMULATION_SEEDS"] ?? 300);
const MEMORY_SEEDS = 5 * SQLITE_SEEDS;
/** Those of `full-loop.test.ts` come before. */
const FIRST_MEMORY_SEED = FIRST_SEED + 2 * MEMORY_SEEDS;
/** A life on disk takes many times as long, so that it is made shorter. */
const SQLITE_STEPS = "1-120";
const MOST_MINUTES = 15;

describe("a life of the whole service", () => {
  it.each([
    { store: "sqlite", from: FIRST_SEED, seeds: SQLITE_SEEDS, more: ["--steps", SQLITE_STEPS] },
    { store: "memory", from: FIRST_MEMORY_SEED, seeds: MEMORY_SEEDS, more: [] },
  ])(
    "keeps every promise, with its queue kept in $store, $seeds times from seed $from",
    async ({ store, from, seeds, more }) => {
      const options = ["--store", store, "--from", String(from), "--seeds", String(seeds), ...more];
      const lived = await liveApart(...options);
      expect(lived.hasFailed ? lived.told : "nothing broke").toBe("nothing broke");
      expect(landingsTold(lived)).toBeGreaterThan(seeds / 2);
    },
    MOST_MINUTES * 60_000,
  );

  it.each(NAMED_SEEDS)("keeps every promise again where it once did not: $name", async ({ seed }) => {
    const { broken } = await liveMany({ store: "memory", firstSeed: seed, seeds: 1 });
    expect(broken?.story ?? "nothing broke").toBe("nothing broke");
  });
});
