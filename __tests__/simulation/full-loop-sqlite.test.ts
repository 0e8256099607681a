/** More lives of the whole service: with its queue in a file that a new process opens again, and those that once broke. */
import { describe, expect, it } from "@jest/globals";
import { liveAndPrint } from "../support/full-life/lives-apart.js";
import { liveMany } from "../support/full-life/many-lives.js";
import { NAMED_SEEDS } from "../support/full-life/named-seeds.js";
import { bySize, countOf } from "../support/test-size.js";

/** After those that are lived in memory. */
const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 9001);
const SEEDS = countOf("SIMULATION_SEEDS", { reduced: 20, share: 40, all: 120, full: 10_000 });
/** A life on disk takes many times as long, so that it is made shorter. */
const STEPS = "1-120";
const MOST_MINUTES = bySize({ reduced: 5, share: 10, full: 120 });

describe("a life of the whole service", () => {
  it(
    `keeps every promise, with its queue in a file, ${SEEDS} times from seed ${FIRST_SEED}`,
    async () => {
      const options = ["--store", "sqlite", "--seeds", String(SEEDS), "--from", String(FIRST_SEED)];
      const lived = await liveAndPrint(...options, "--steps", STEPS);
      expect(lived.hasFailed ? lived.told : "nothing broke").toBe("nothing broke");
      expect(lived.lives).toBe(SEEDS);
      expect(lived.landings).toBeGreaterThan(lived.lives / 2);
    },
    MOST_MINUTES * 60_000,
  );

  it.each(NAMED_SEEDS)("keeps every promise again where it once did not: $name", async ({ seed, store }) => {
    const { broken } = await liveMany({ store, firstSeed: seed, seeds: 1 });
    expect(broken?.story ?? "nothing broke").toBe("nothing broke");
  });
});
