#!/usr/bin/env node
/**
 * Everything that must hold before a change lands; `npm run check` and CI are this. Steps that can run side by side do,
 * since each of them waits now and then, for a disk, the registry or a clock.
 */
import { join } from "node:path";
import { REPORTS, Tally, take } from "./step.mjs";

/** The tests use what is compiled here. */
const COMPILING = [
  { name: "types", words: ["npm", "run", "--silent", "types"] },
  { name: "documents match the code", words: ["npm", "run", "--silent", "docs", "--", "--check"] },
];

const READING = [
  { name: "lint and format", words: ["npm", "run", "--silent", "lint"] },
  { name: "dead code", words: ["npm", "run", "--silent", "dead-code"] },
  { name: "dist is what the sources build", words: ["node", "scripts/check-dist.mjs"] },
];

const TOOLS = {
  name: "tests with external tools",
  words: ["npm", "run", "--silent", "test:tools", "--"],
  results: join(REPORTS, "jest-tools.json"),
  // On a machine that the tools are not locked for it prints so, and ends well.
  mayBeSkipped: true,
};
const TESTS = {
  name: "tests",
  words: ["npm", "test", "--silent", "--"],
  // Each suite runs once, the long ones at CI's share of their size.
  environment: { TEST_SIZE: "share" },
  results: join(REPORTS, "jest.json"),
  isWatched: true,
};

const tally = new Tally();
const tools = take(tally, TOOLS);
await inTurn(COMPILING);
const reading = inTurn(READING);
await inTurn([TESTS]);
await Promise.all([reading, tools]);
tally.conclude();

async function inTurn(steps) {
  for (const step of steps) await take(tally, step);
}
