/**
 * Steps of the Action against a server that half executes requests, loses and doubles answers, while others act between
 * any two requests: whatever a step claims is true on the server, or it says that it does not know.
 */
import { describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { linesApart } from "../support/apart.js";
import { ENDPOINTS } from "../support/lying-server/claims.js";
import type { LivedSteps } from "../support/lying-server/live-steps.js";
import { itInCi } from "../support/sized-tests.js";
import { bySize, countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["LYING_SERVER_FIRST_SEED"] ?? 1);
const SEEDS = countOf("LYING_SERVER_SEEDS", { reduced: 200, share: 500, all: 2500, full: 20_000 });
/** Fewer steps than these end in too few ways to say that something never happens. */
const TELLING_SEEDS = 500;
const MOST_MINUTES = bySize({ reduced: 4, share: 10, full: 60 });

const livedSteps: z.ZodType<LivedSteps> = z.object({
  steps: z.int(),
  requests: z.int(),
  endings: z.record(z.string(), z.int()),
  broken: z.array(z.object({ seed: z.int(), claims: z.array(z.string()), story: z.string() })),
});

async function live(firstSeed: number, seeds: number): Promise<LivedSteps> {
  const words = ["--from", String(firstSeed), "--seeds", String(seeds)];
  const [lived] = await linesApart(livedSteps, "./lying-server/live-steps.ts", ...words);
  if (lived === undefined) throw new Error("the program printed nothing");
  return lived;
}

describe("a step of the Action against a server that lies", () => {
  it(
    `claims nothing that is not true, ${SEEDS} times from seed ${FIRST_SEED}`,
    async () => {
      const { steps, requests, endings, broken } = await live(FIRST_SEED, SEEDS);
      process.stdout.write(`${steps} steps, ${requests} requests\n`);
      expect(broken.map(({ story }) => story).join("\n")).toBe("");
      expect(steps).toBe(SEEDS);
      if (SEEDS < TELLING_SEEDS) return;
      const undone = Object.keys(ENDPOINTS).filter((operation) => endings[`${operation} done`] === undefined);
      expect(undone).toEqual([]);
      const kinds = new Set(Object.keys(endings).map((ending) => ending.split(" ")[1]));
      const wanted = [
        "unchanged",
        "refused",
        "not-found",
        "server-failed",
        "unreachable",
        "changed-meanwhile",
        "aborted",
      ];
      expect(wanted.filter((kind) => !kinds.has(kind))).toEqual([]);
    },
    MOST_MINUTES * 60_000,
  );

  itInCi("goes the same way each time", async () => {
    expect(await live(FIRST_SEED, 40)).toEqual(await live(FIRST_SEED, 40));
  });
});
