#!/usr/bin/env node
/**
 * Everything that must hold before a change lands; `npm run check` and CI are this. One step at a time: each can use all
 * cores, and tests that wait for a program fail where another step takes the cores from them. Only packages are fetched
 * meanwhile.
 */
import { join } from "node:path";
import { REPORTS, Tally, take } from "./step.mjs";

/** Waits for a network and a disk, while the steps without tests compute. */
const FETCHED = {
  name: "external tools are installed",
  words: ["npm", "run", "--silent", "test:tools", "--", "--install-only"],
};
const STEPS_WITHOUT_TESTS = [
  { name: "types", words: ["npm", "run", "--silent", "types"] },
  // The tests use what is compiled here.
  { name: "documents match the code", words: ["npm", "run", "--silent", "docs", "--", "--check"] },
  { name: "lint and format", words: ["npm", "run", "--silent", "lint"] },
  { name: "dead code", words: ["npm", "run", "--silent", "dead-code"] },
  { name: "dist is what the sources build", words: ["node", "scripts/check-dist.mjs"] },
];
const TESTS = [
  {
    name: "tests with external tools",
    words: ["npm", "run", "--silent", "test:tools", "--"],
    environment: { TEST_SIZE: "share" },
    results: join(REPORTS, "jest-tools.json"),
    // On a machine that the tools are not locked for it prints so, and ends well.
    mayBeSkipped: true,
  },
  {
    name: "tests",
    words: ["npm", "test", "--silent", "--"],
    // Each suite runs once, the long ones with CI's share of their tests, rows and lives.
    environment: { TEST_SIZE: "share" },
    results: join(REPORTS, "jest.json"),
    isWatched: true,
  },
];

const tally = new Tally();
const fetched = take(tally, FETCHED);
for (const step of STEPS_WITHOUT_TESTS) await take(tally, step);
await fetched;
for (const step of TESTS) await take(tally, step);
tally.conclude();
