/** Lives on real repositories in a process of their own. */
import { z } from "zod";
import type { QueueMode } from "../../src/domain/queue-settings.js";
import { linesApart } from "./apart.js";
import type { LivedApart } from "./live-on-real-git.js";
import type { LivedOnRealGit } from "./real-git-lives.js";

const livedSchema: z.ZodType<LivedApart> = z.union([
  z.object({ broken: z.string() }),
  z.object({ lives: z.int(), happened: z.record(z.string(), z.number()), complaints: z.array(z.string()) }),
]);

/** Throws what the first life that breaks a promise has to say. */
export async function liveOnRealGitApart(lives: {
  readonly mode: QueueMode;
  readonly firstSeed: number;
  readonly seeds: number;
  /** The name of one of `REAL_GIT_BUGS`. */
  readonly bug?: string;
}): Promise<LivedOnRealGit> {
  const { mode, firstSeed, seeds, bug = "none" } = lives;
  const sizes = [firstSeed, seeds].map(String);
  const [lived] = await linesApart(livedSchema, "./live-on-real-git.ts", mode, bug, ...sizes);
  if (lived === undefined) throw new Error("the lives ended without a word");
  if ("broken" in lived) throw new Error(lived.broken);
  return lived;
}
