/** The lives of the whole service are worth something only if they find bugs: these are planted, and found. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { linesApart } from "../support/apart.js";
import type { LivedWithBug } from "../support/full-life/live-with-bugs.js";
import { PLANTED_BUGS } from "../support/full-life/planted-bugs.js";
import { ranges, stepsIn } from "../support/full-life/told-life.js";

const MOST_MINUTES = 15;

const livedSchema: z.ZodType<LivedWithBug> = z.object({
  name: z.string(),
  broken: z.nullable(z.object({ seed: z.int(), story: z.string() })),
  isFoundAgain: z.boolean(),
});

describe("a service with a planted bug", () => {
  let lived: readonly LivedWithBug[] = [];
  beforeAll(async () => {
    lived = await linesApart(livedSchema, "./full-life/live-with-bugs.ts");
  }, MOST_MINUTES * 60_000);

  it.each(PLANTED_BUGS)("is found out, and the story of it can be lived again: it $name", ({ name }) => {
    const told = lived.find((life) => life.name === name);
    expect(told?.broken?.story).toContain(`--from ${told?.broken?.seed ?? 0} --seeds 1`);
    expect(told?.isFoundAgain).toBe(true);
  });
});

it.each([
  ["1-3,7", [1, 2, 3, 7]],
  ["none", []],
])("writes steps as ranges and reads them again: %s", (text, steps) => {
  expect(ranges(steps)).toBe(text);
  expect(stepsIn(text)).toEqual(steps);
});
