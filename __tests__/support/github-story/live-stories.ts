/** A program: lives stories from one seed on, with a planted bug if one is named, and prints what came of each as JSON. */
import { liveStory } from "./story-life.js";

const [first, count, , loud] = process.argv.slice(2);
for (let seed = Number(first); seed < Number(first) + Number(count); seed += 1) {
  const plan = loud === undefined ? { seed } : { seed, tell: (line: string) => console.error(line) };
  const lived = await liveStory(plan).catch((error: unknown) => ({
    ...{ seed, happened: {}, minutes: 0 },
    broken: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  console.log(JSON.stringify(lived));
}
process.exit(0);
