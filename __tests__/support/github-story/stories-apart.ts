/** Stories in a process of their own, whose time passes only while nothing is under way in it. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { LivedStory } from "./story-life.js";

export interface StoriesPlan {
  readonly firstSeed: number;
  readonly count: number;
  /** The name of one of `STORY_BUGS`; then the first story that finds it is the last one. */
  readonly bug?: string;
}

const livedSchema: z.ZodType<LivedStory> = z.object({
  seed: z.number(),
  broken: z.array(z.string()),
  happened: z.record(z.string(), z.number()),
  minutes: z.number(),
});

const HOOKS = ["./virtual-time.mjs", "../typescript-imports.mjs"];
const PROGRAM = "./live-stories.ts";
const MOST_OUTPUT = 10_000_000;

export async function storiesApart({
  firstSeed,
  count,
  bug = "",
}: StoriesPlan): Promise<readonly LivedStory[]> {
  const [time = "", imports = "", program = ""] = [...HOOKS, PROGRAM].map((file) =>
    fileURLToPath(new URL(file, import.meta.url)),
  );
  const words = ["--no-warnings", "--import", time, "--import", imports, program];
  return new Promise((resolve, reject) => {
    const order = [...words, String(firstSeed), String(count), bug];
    execFile(process.execPath, order, { maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      if (error !== null) {
        reject(new Error(`the stories ended badly: ${stderr}`));
        return;
      }
      const lines = stdout.split("\n").filter((line) => line !== "");
      resolve(lines.map((line) => livedSchema.parse(JSON.parse(line))));
    });
  });
}

/** What was wrong, and how to see it again. */
export function toldStories(lived: readonly LivedStory[]): string {
  return lived
    .filter(({ broken }) => broken.length > 0)
    .map(({ seed, broken }) =>
      [`seed ${seed}: ${broken.join("; ")}`, `again: npm run story:github -- ${seed} 1 "" aloud`].join("\n"),
    )
    .join("\n");
}
