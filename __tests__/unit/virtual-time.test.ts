/** The time of the stories on GitHub: an hour passes at once, but no minute while something is under way. */
import { expect, it } from "@jest/globals";
import { z } from "zod";
import { linesApart } from "../support/apart.js";
import type { Signings } from "../support/github-story/sign-in-virtual-time.js";

it("passes at once for whoever waits, and stands still while a key signs", async () => {
  const line: z.ZodType<Signings> = z.object({ late: z.number(), waitedMs: z.number() });
  const lines = await linesApart(line, "./github-story/sign-in-virtual-time.ts");
  expect(lines).toEqual([{ late: 0, waitedMs: 60_000 }]);
});
