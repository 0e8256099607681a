/** All stories of the engine as one suite, so that a mutant is judged without loading the engine once for each file. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const STORIES = join(import.meta.dirname, "../unit/engine");

/** It asks how fast decisions are, which is no matter of what they decide. */
const NOT_ABOUT_RULES = new Set(["scale.test.ts"]);

for (const file of readdirSync(STORIES).sort()) {
  if (file.endsWith(".test.ts") && !NOT_ABOUT_RULES.has(file)) await import(join(STORIES, file));
}
