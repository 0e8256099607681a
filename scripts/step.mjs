/**
 * One step of a check: a command that is run, timed and counted. `check.mjs`, `check-quick.mjs`, `test-deep.mjs` and
 * `check-deep.mjs` are lists of such steps; each goes on after a failure and ends with `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

export const REPORTS = join(import.meta.dirname, "../reports");

/** What all steps so far add up to. */
export class Tally {
  passed = 0;
  failed = 0;
  failures = [];

  /** Prints the last line of a check and sets the exit code. */
  conclude() {
    if (this.failures.length > 0) console.log(`\nfailed: ${this.failures.join(", ")}`);
    console.log(`\n${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed === 0 ? 0 : 1;
  }
}

/**
 * Runs a step. With `results`, the file that Jest writes its counts to, each test counts; otherwise the step counts as
 * one. A watched step prints as it goes, any other one when it ends, so that steps side by side do not mix.
 */
export async function take(tally, step) {
  const { name, words, environment = {}, results, mayBeSkipped = false, isWatched = false } = step;
  const startedAt = performance.now();
  if (isWatched) console.log(`\n▶ ${name}: ${words.join(" ")}`);
  if (results !== undefined) {
    mkdirSync(REPORTS, { recursive: true });
    rmSync(results, { force: true });
  }
  const asJson = results === undefined ? [] : ["--json", `--outputFile=${results}`];
  const { status, output } = await ended(asStarted([...words, ...asJson]), environment, isWatched);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(isWatched ? "" : `\n▶ ${name}: ${words.join(" ")}\n${output}`);
  console.log(`  ${status === 0 ? "passed" : "FAILED"} in ${seconds} s`);
  if (status !== 0) tally.failures.push(name);
  if (results === undefined) {
    if (status === 0) tally.passed += 1;
    else tally.failed += 1;
    return;
  }
  if (mayBeSkipped && status === 0 && !existsSync(results)) {
    console.log("  SKIPPED: see above");
    return;
  }
  const counts = testCounts(results);
  tally.passed += counts.passed;
  tally.failed += status !== 0 && counts.failed === 0 ? 1 : counts.failed;
}

async function ended([program, ...words], environment, isWatched) {
  const stdio = isWatched ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"];
  const child = spawn(program, words, { stdio, env: { ...process.env, ...environment } });
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

/** npm on the Node that started it, not on the project's own that comes first on PATH: tests use the second one too. */
function asStarted([program, ...rest]) {
  const { npm_node_execpath: node, npm_execpath: npm } = process.env;
  return program === "npm" && node && npm ? [node, npm, ...rest] : [program, ...rest];
}

/** A run that executed no test, or wrote no result, is a failure. */
function testCounts(results) {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(
      readFileSync(results, "utf8"),
    );
    if (numPendingTests > 0)
      console.log(
        `  ${numPendingTests} tests were skipped: larger runs (test:all, test:deep) run those without a reason in their title`,
      );
    if (numPassedTests === 0) return { passed: 0, failed: 1 };
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
  } catch (error) {
    console.log(
      `  the test runner wrote no result: ${error instanceof Error ? error.message : String(error)}`,
    );
    return { passed: 0, failed: 1 };
  }
}
