/** A suite that hangs is ended with its programs, reported with what it is doing, and the others go on. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect } from "@jest/globals";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

const JEST = join(ROOT, "node_modules/jest/bin/jest.js");

const folder = mkdtempSync(join(tmpdir(), "merge-queue-limits-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HANGS = `
const { spawn } = require("node:child_process");
it("is quick", () => undefined);
it("waits for ever", async () => {
  const program = 'setInterval(() => require("node:fs").appendFileSync("alive", "."), 50) // a program';
  spawn(process.execPath, ["-e", program]);
  await new Promise(() => undefined);
}, 3_600_000);
`;

const SPINS = `
it("spins", async function spinsForEver() {
  for (;;) await null;
}, 3_600_000);
`;

itInCi("ends a suite that hangs, and its programs", async () => {
  const config = {
    rootDir: folder,
    testMatch: ["<rootDir>/*.test.js"],
    maxWorkers: 3,
    transform: {},
    setupFilesAfterEnv: [join(ROOT, "__tests__/support/note-suite.mjs")],
    reporters: [[join(ROOT, "scripts/suite-limits.mjs"), { limitMs: 4000 }]],
  };
  writeFileSync(join(folder, "jest.config.json"), JSON.stringify(config));
  writeFileSync(join(folder, "hangs.test.js"), HANGS);
  writeFileSync(join(folder, "spins.test.js"), SPINS);
  for (const name of ["one", "two"]) {
    writeFileSync(join(folder, `${name}.test.js`), `it("is quick", () => undefined);`);
  }
  const { exitCode, stderr } = await runJest();
  expect(stderr).toMatch(
    /!!! hangs\.test\.js did not end within 4 s\n {4}it is in "waits for ever" for \d+ s, \d+ s after it began and after 1 tests\n {4}its process is sleeping, .*\n(?: {4}its threads: MainThread in .*\n)? {4}it waits for: .*Timeout.*\n {4}it has started \d+: .*a program/,
  );
  expect(stderr).toMatch(
    /!!! spins\.test\.js did not end within 4 s\n {4}it is in "spins" .*\n {4}its process is running, .*\n(?: {4}its threads: MainThread in .*\n)? {4}its code is in:\n(?: {6}.*\n)*? {6}\d+ % spinsForEver \S*spins\.test\.js:2\n/,
  );
  expect(exitCode).toBe(1);
  const results: unknown = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
  expect(results).toMatchObject({ numPassedTests: 2, numFailedTestSuites: 2 });
  const alive = () => readFileSync(join(folder, "alive"), "utf8").length;
  const before = alive();
  await pause(500);
  expect(alive()).toBe(before);
});

async function runJest(): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  const words = [
    "--experimental-vm-modules",
    JEST,
    "--config",
    "jest.config.json",
    "--json",
    "--outputFile=out.json",
  ];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, words, { cwd: folder }, (_error, _stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stderr });
    });
  });
}
