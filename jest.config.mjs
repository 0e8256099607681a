import { availableParallelism } from "node:os";
import { useMemoryFolder } from "./scripts/memory-folder.mjs";
import { groupedSuites } from "./scripts/suite-groups.mjs";

useMemoryFolder();

/** Jest runs the TypeScript sources as ES modules through swc; types are checked apart, by `npm run types`. */
const transform = {
  "^.+\\.ts$": [
    "@swc/jest",
    { jsc: { parser: { syntax: "typescript" }, target: "es2023" }, module: { type: "es6" } },
  ],
  "^.+\\.tsx$": [
    "@swc/jest",
    {
      jsc: {
        parser: { syntax: "typescript", tsx: true },
        transform: { react: { runtime: "automatic", importSource: "hono/jsx" } },
        target: "es2023",
      },
      module: { type: "es6" },
    },
  ],
};

/** `npm test` without a pattern runs cheap suites in groups; any other run has each suite on its own. */
const elsewhere =
  process.env.TEST_GROUPS === "1"
    ? groupedSuites().map((path) => `<rootDir>/__tests__/${path}$`)
    : ["<rootDir>/__tests__/groups/"];

export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/__tests__/**/*.test.ts"],
  // They want tools that `npm ci` does not bring.
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/__tests__/tools/", ...elsewhere],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform,
  modulePathIgnorePatterns: ["<rootDir>/lib/", "<rootDir>/dist/", "<rootDir>/tools/"],
  // On the disk: it outlives the machine's memory.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  coverageProvider: "v8",
  // On a busy machine a minute passes while one hook starts a service and plays a story; what hangs still fails.
  testTimeout: 180_000,
  // One more than there are cores: many tests wait for a program, a clock or a disk. The long simulations are split, so
  // that the workers share them. A share of more than 100 % would be taken for so many workers.
  maxWorkers: availableParallelism() + 1,
  testSequencer: "./scripts/longest-first.mjs",
  setupFilesAfterEnv: ["<rootDir>/__tests__/support/note-suite.mjs"],
  reporters: ["default", "<rootDir>/scripts/suite-limits.mjs"],
  // A large worker pays for its size with every process that it starts, and tests start a hundred a second: another one
  // takes a third of a second. Only the heap is looked at, which is this large after one suite that starts many.
  workerIdleMemoryLimit: "80MB",
};
