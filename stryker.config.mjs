/**
 * Mutation of the engine: `npm run mutate`, with `-- --mutate src/engine/planning/plan.ts` for one file. Its stories and a few
 * random lives have to notice each change of a rule. The score is written down in docs/explanation/scheduling.md.
 */
export default {
  testRunner: "in-process",
  coverageAnalysis: "perTest",
  mutate: ["src/engine/**/*.ts"],
  plugins: ["./scripts/mutation/in-process-runner.mjs"],
  concurrency: 2,
  timeoutMS: 3_000,
  ignoreStatic: true,
  incremental: true,
  incrementalFile: "reports/mutation.json",
  reporters: ["progress", "clear-text"],
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: "reports/stryker",
  thresholds: { high: 95, low: 90, break: 90 },
};
