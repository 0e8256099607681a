/** The tests that have to notice a mutation of the engine: its stories. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";

const STORIES = "__tests__/unit/engine";

/** It asks how fast decisions are, which is no matter of what they decide. */
const NOT_ABOUT_RULES = new Set(["scale.test.ts"]);

/** What alone is to be asked, as in `MUTATION_STORIES=plan,lanes`: to see what a new story notices. */
const ASKED = process.env["MUTATION_STORIES"]?.split(",").map((name) => `${name}.test.ts`);

/** Paths from the root of the project, which is the working directory. */
export function storyFiles() {
  const all = readdirSync(STORIES, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".test.ts") && !NOT_ABOUT_RULES.has(basename(path)),
  );
  const unknown = ASKED?.find((name) => !all.some((path) => basename(path) === name));
  if (unknown !== undefined) throw new Error(`MUTATION_STORIES names ${unknown}, which is not in ${STORIES}`);
  return all
    .filter((path) => ASKED?.includes(basename(path)) ?? true)
    .sort()
    .map((path) => `${STORIES}/${path}`);
}
