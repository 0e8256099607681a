#!/usr/bin/env node
/**
 * Runs suites again and again beside load, and reports each test that ever failed: the way to find a flaky test, and to
 * show that one is mended. The load is one busy process for each busy core asked for.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const HELP = `Runs suites again and again beside load, and reports each test that ever failed.

  npm run test:again -- 20 contract/status-store      20 times, every test, beside one busy core
  npm run test:again -- 5                           the whole of npm test, five times
  npm run test:again -- 20 --busy 0 PATTERN         without load

With a pattern every test of the suites runs, without one those of npm test; TEST_SIZE chooses another size.
The exit code is 0 when nothing failed, 1 when a test did, 2 for wrong use.`;

const { values, positionals } = parseArgs({
  options: { busy: { type: "string", default: "1" }, help: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [times, ...patterns] = positionals;

if (values.help) console.log(HELP);
else if (!/^[1-9]\d*$/.test(times ?? "") || !/^\d+$/.test(values.busy)) {
  console.error(`expected how many times, such as "npm run test:again -- 20 PATTERN"\n\n${HELP}`);
  process.exitCode = 2;
} else testAgain(Number(times), Number(values.busy));

function testAgain(count, busyCores) {
  const load = Array.from({ length: busyCores }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-again-"));
  const failures = new Map();
  try {
    for (let round = 1; round <= count; round += 1) {
      const startedAt = performance.now();
      const failed = runOnce(join(folder, `${round}.json`));
      for (const { name, message } of failed) {
        const known = failures.get(name) ?? { rounds: [], message };
        failures.set(name, { ...known, rounds: [...known.rounds, round] });
      }
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      console.log(`${round} of ${count}: ${failed.length} failed, ${seconds} s`);
    }
  } finally {
    for (const busy of load) busy.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
  for (const [name, { rounds, message }] of failures) {
    console.log(`\n✕ ${name}\n  failed in ${rounds.length} of ${count}: ${rounds.join(", ")}\n${message}`);
  }
  console.log(`\n${failures.size === 0 ? "no test" : `${failures.size} tests`} failed in ${count} rounds`);
  process.exitCode = failures.size === 0 ? 0 : 1;
}

function runOnce(results) {
  const jest = ["--experimental-vm-modules", "--no-warnings", "node_modules/jest/bin/jest.js"];
  const isWhole = patterns.length === 0;
  const size = process.env["TEST_SIZE"] ?? (isWhole ? "reduced" : "all");
  const words = [...jest, "--json", `--outputFile=${results}`, ...patterns];
  const { stderr } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, TEST_GROUPS: isWhole ? "1" : "", TEST_SIZE: size },
    encoding: "utf8",
    maxBuffer: 1024 ** 3,
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    return failuresIn(JSON.parse(readFileSync(results, "utf8")));
  } catch {
    return [{ name: "the run itself", message: stderr.slice(-4000) }];
  }
}

/** A suite that fails as a whole, such as one that took too long, has no test that failed. */
function failuresIn({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const suite = relative(ROOT, name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0) return status === "failed" ? [{ name: suite, message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${suite} › ${fullName}`,
      message: failureMessages.join("\n"),
    }));
  });
}
