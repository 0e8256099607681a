/** More lives of the whole service: with its queue in a file that a new process opens again, and those that once broke. */
import { describe, expect, it } from "@jest/globals";
import { landingsTold, liveApart } from "../support/full-life/lives-apart.js";
import { liveMany } from "../support/full-life/many-lives.js";
import { NAMED_SEEDS } from "../support/full-life/named-seeds.js";

const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 1);
const SEEDS = Number(process.env["SIMULATION_SEEDS"] ?? 300);
/** A life on disk takes many times as long, so that it is made shorter. */
const STEPS = "1-120";
const MOST_MINUTES = 15;

describe("a life of the whole service", () => {
  it(
    `keeps every promise, with its queue in a file, ${SEEDS} times from seed ${FIRST_SEED}`,
    async () => {
      const options = ["--store", "sqlite", "--from", String(FIRST_SEED), "--seeds", String(SEEDS)];
      const lived = await liveApart(...options, "--steps", STEPS);
      expect(lived.hasFailed ? lived.told : "nothing broke").toBe("nothing broke");
      expect(landingsTold(lived)).toBeGreaterThan(SEEDS / 2);
    },
    MOST_MINUTES * 60_000,
  );

  it.each(NAMED_SEEDS)("keeps every promise again where it once did not: $name", async ({ seed }) => {
    const { broken } = await liveMany({ store: "memory", firstSeed: seed, seeds: 1 });
    expect(broken?.story ?? "nothing broke").toBe("nothing broke");
  });
});
