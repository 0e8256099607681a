#!/usr/bin/env node
/**
 * `npm test`: Jest on all suites, the cheap ones in groups (see `suite-groups.mjs`). With a pattern or a list of paths each
 * suite runs on its own. All words are Jest's.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const JEST = join(import.meta.dirname, "../node_modules/jest/bin/jest.js");
const words = process.argv.slice(2);
const isWhole = words.every(
  (word) => word === "--json" || /^--(outputFile|maxWorkers|reporters|silent)\b/.test(word),
);

const child = spawn(
  process.execPath,
  // A larger young generation: most of what a suite allocates dies with it.
  ["--max-semi-space-size=32", "--experimental-vm-modules", "--no-warnings", JEST, ...words],
  { stdio: "inherit", env: { ...process.env, TEST_GROUPS: isWhole ? "1" : "" } },
);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code, signal) => {
  process.exitCode = code ?? (signal === null ? 0 : 1);
});
