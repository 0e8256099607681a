/** The tests that have to notice a mutation of the engine: its stories. */
import { readdirSync } from "node:fs";

const STORIES = "__tests__/unit/engine";

/** It asks how fast decisions are, which is no matter of what they decide. */
const NOT_ABOUT_RULES = new Set(["scale.test.ts"]);

/** What alone is to be asked, as in `MUTATION_STORIES=plan,lanes`: to see what a new story notices. */
const ASKED = process.env["MUTATION_STORIES"]?.split(",").map((name) => `${name}.test.ts`);

/** Paths from the root of the project, which is the working directory. */
export function storyFiles() {
  const all = readdirSync(STORIES).filter((name) => name.endsWith(".test.ts") && !NOT_ABOUT_RULES.has(name));
  const unknown = ASKED?.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`MUTATION_STORIES names ${unknown}, which is not in ${STORIES}`);
  return all
    .filter((name) => ASKED?.includes(name) ?? true)
    .sort()
    .map((name) => `${STORIES}/${name}`);
}
