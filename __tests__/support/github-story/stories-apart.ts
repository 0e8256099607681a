/** Stories in a process of their own, whose time passes only while nothing is under way in it. */
import { z } from "zod";
import { linesApart } from "../apart.js";
import type { LivedStory } from "./story-life.js";

export interface StoriesPlan {
  readonly seeds: readonly number[];
  /** The name of one of `STORY_BUGS`; then the first story that finds it is the last one. */
  readonly bug?: string;
}

const livedSchema: z.ZodType<LivedStory> = z.object({
  seed: z.number(),
  broken: z.array(z.string()),
  happened: z.record(z.string(), z.number()),
  minutes: z.number(),
});

export async function storiesApart({ seeds, bug = "" }: StoriesPlan): Promise<readonly LivedStory[]> {
  if (seeds.length === 0) return [];
  return linesApart(livedSchema, "./github-story/live-stories.ts", seeds.join(), "1", bug);
}

/** What was wrong, and how to see it again. */
export function toldStories(lived: readonly LivedStory[]): string {
  return lived
    .filter(({ broken }) => broken.length > 0)
    .map(({ seed, broken }) =>
      [
        `seed ${seed}: ${broken.join("; ")}`,
        `again, as far as a seed decides: npm run story:github -- ${seed} 1 "" aloud`,
      ].join("\n"),
    )
    .join("\n");
}
