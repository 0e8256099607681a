/** The steps against a lying server are worth something only if they find false claims: these are planted, and found. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { z } from "zod";
import { linesApart } from "../support/apart.js";
import type { LivedWithBug } from "../support/lying-server/live-with-bugs.js";
import { PLANTED_BUGS } from "../support/lying-server/planted-bugs.js";

/** As many as the steps that every change takes. */
const SEEDS = 500;
const MOST_MINUTES = 5;

const livedWithBug: z.ZodType<LivedWithBug> = z.object({
  name: z.string(),
  found: z.nullable(z.object({ seed: z.int(), claims: z.string() })),
});

describe("an Action with a planted bug", () => {
  let lived: readonly LivedWithBug[] = [];
  beforeAll(async () => {
    lived = await linesApart(livedWithBug, "./lying-server/live-with-bugs.ts", String(SEEDS));
  }, MOST_MINUTES * 60_000);

  it.each(PLANTED_BUGS)("is found out by what it claims: it $name", ({ name, claims }) => {
    const { found } = lived.find((life) => life.name === name) ?? {};
    expect(found?.claims).toMatch(claims);
    expect(found?.claims).not.toContain("internal");
  });
});
