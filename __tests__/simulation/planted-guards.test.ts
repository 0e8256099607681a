/** The exploration is worth something only if it finds bugs: each guard of the engine is broken in turn, and found. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { linesApart } from "../support/apart.js";
import type { ExploredGuard } from "../support/explore-guards.js";
import { patchedEngine } from "../support/patched-engine.js";
import { PLANTED_GUARDS, TRUTHS } from "../support/planted-guards.js";
import { itInCi } from "../support/sized-tests.js";

const MOST_MINUTES = 15;

const guardSchema: z.ZodType<ExploredGuard> = z.object({ name: z.string(), broken: z.nullable(z.string()) });

describe("the exploration finds an engine that", () => {
  let explored: readonly ExploredGuard[] = [];
  beforeAll(async () => {
    explored = await linesApart(guardSchema, "./explore-guards.ts");
  }, MOST_MINUTES * 60_000);

  it.each(PLANTED_GUARDS)("$name, since $truth", ({ name, truth }) => {
    expect(explored.find((guard) => guard.name === name)?.broken).toMatch(TRUTHS[truth]);
  });
});

itInCi(
  "holds in the same small queues with the engine as it is",
  async () => {
    const explored = await linesApart(guardSchema, "./explore-guards.ts", "as-it-is");
    expect(explored.filter(({ broken }) => broken !== null)).toEqual([]);
    expect(explored).toHaveLength(new Set(PLANTED_GUARDS.map(({ where }) => where)).size);
  },
  MOST_MINUTES * 60_000,
);

it("refuses to plant where the source has changed", async () => {
  const gone = { file: "decide.ts", from: "no such text", to: "" };
  await expect(patchedEngine([gone])).rejects.toThrow("src/engine/decide.ts has 0 times: no such text");
});
