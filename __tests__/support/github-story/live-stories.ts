/**
 * A program: lives as many stories as wanted from one seed on, or from each of several (`1,9,17`), and prints what came of each as a line of JSON. With the name
 * of a planted bug it ends with the first story that finds it; with one more word it tells what happens.
 */
import "./virtual-time.mjs";
import { inspect } from "node:util";
import { STORY_BUGS } from "./story-bugs.js";
import { type LivedStory, liveStory } from "./story-life.js";

const [first, count, bugName = "", loud] = process.argv.slice(2);
const bug = STORY_BUGS.find(({ name }) => name === bugName);
if (bugName !== "" && bug === undefined) throw new Error(`no bug is named ${bugName}`);
const seeds = (first ?? "").split(",").flatMap((seed) => {
  return Array.from({ length: Number(count) }, (_, index) => Number(seed) + index);
});
for (const seed of seeds) {
  const lived = await lifeOf(seed);
  console.log(JSON.stringify(lived));
  if (bug !== undefined && lived.broken.some((sentence) => bug.told.test(sentence))) break;
}
process.exit(0);

async function lifeOf(seed: number): Promise<LivedStory> {
  const tell = (line: string) => console.error(line);
  try {
    return await liveStory({ seed, ...bug, ...(loud !== undefined && { tell }) });
  } catch (error) {
    return { seed, broken: [inspect(error)], happened: {}, minutes: 0 };
  }
}
