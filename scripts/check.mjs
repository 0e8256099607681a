#!/usr/bin/env node
/**
 * Everything that must hold before a change lands; `npm run check` and CI are this. Whatever can runs side by side, since
 * each of these waits now and then, for a disk, the registry or a clock. Goes on after a failure, so that one run names
 * everything, and ends with `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const REPORTS = join(import.meta.dirname, "../reports");

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
  words: ["npm", "run", "--silent", "test:tools"],
  results: join(REPORTS, "jest-tools.json"),
  // On a machine that the tools are not locked for it says so, and ends well.
  mayBeSkipped: true,
};
const TESTS = { name: "tests", words: ["npm", "test", "--silent"], results: join(REPORTS, "jest.json") };

mkdirSync(REPORTS, { recursive: true });

let passed = 0;
let failed = 0;
const failures = [];
const tools = take(TOOLS);
await inTurn(COMPILING);
const reading = inTurn(READING);
console.log(`\n▶ ${TESTS.name}:`);
await take({ ...TESTS, isWatched: true });
await reading;
await tools;
if (failures.length > 0) console.log(`\nfailed: ${failures.join(", ")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function inTurn(steps) {
  for (const step of steps) await take(step);
}

async function take({ name, words, results, mayBeSkipped = false, isWatched = false }) {
  const startedAt = performance.now();
  if (results !== undefined) rmSync(results, { force: true });
  const asJson = results === undefined ? [] : ["--", "--json", `--outputFile=${results}`];
  const stdio = isWatched ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"];
  const { status, output } = await ended(asStarted([...words, ...asJson]), stdio);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(isWatched ? output : `\n▶ ${name}: ${words.join(" ")}\n${output}`);
  console.log(`  ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  if (status !== 0) failures.push(name);
  if (results === undefined) {
    if (status === 0) passed += 1;
    else failed += 1;
    return;
  }
  if (mayBeSkipped && status === 0 && !existsSync(results)) {
    console.log("  SKIPPED: see above");
    return;
  }
  const counts = testCounts(results);
  passed += counts.passed;
  failed += counts.failed;
  if (status !== 0 && counts.failed === 0) failed += 1;
}

/** What goes into pipes is told at the end: others print meanwhile. */
async function ended([program, ...words], stdio) {
  const child = spawn(program, words, { stdio });
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => pieces.push(piece));
  const status = await new Promise((resolve) => {
    child.once("error", (error) => {
      pieces.push(Buffer.from(`${error.message}\n`));
      resolve(null);
    });
    child.once("close", resolve);
  });
  return { status, output: Buffer.concat(pieces).toString() };
}

/** npm on the Node that started it, not on the project's own that comes first on PATH: tests want to know the second one. */
function asStarted([program, ...rest]) {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  return program === "npm" && node && npm ? [node, npm, ...rest] : [program, ...rest];
}

/** A run that executed no test, or left no word, is a failure. */
function testCounts(results) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(
      readFileSync(results, "utf8"),
    );
    if (numPendingTests > 0)
      console.log(`  ${numPendingTests} tests were skipped; each says why in its title`);
    if (numPassedTests === 0) return { passed: 0, failed: 1 };
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
  } catch (error) {
    console.log(
      `  the test runner left no result: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { passed: 0, failed: 1 };
  }
}
