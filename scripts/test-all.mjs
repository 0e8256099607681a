#!/usr/bin/env node
/**
 * Every test of every suite, with moderate numbers of lives: half an hour. `npm test` and CI leave the slower tests of
 * long suites out. `npm run test:all -- PATTERN` runs the suites whose path matches.
 */
import { join } from "node:path";
import { REPORTS, Tally, take } from "./step.mjs";

const patterns = process.argv.slice(2);
const environment = { TEST_SIZE: "all" };
const tally = new Tally();
await take(tally, {
  name: "all tests",
  words: ["npm", "test", "--silent", "--", ...patterns],
  environment,
  results: join(REPORTS, "jest-all.json"),
  isWatched: true,
});
if (patterns.length === 0) {
  await take(tally, {
    name: "tests with external tools",
    words: ["npm", "run", "--silent", "test:tools", "--"],
    environment,
    results: join(REPORTS, "jest-tools.json"),
    mayBeSkipped: true,
    isWatched: true,
  });
}
tally.conclude();
