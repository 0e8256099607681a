/**
 * Runs the engine's stories for StrykerJS in the process that asks for it, with modules loaded anew for each mutant, so
 * that none sees what another one left in a cache. That takes a tenth of the time of a test framework's own start.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { collectTests } from "./collect-tests.mjs";
import { ModuleLoader } from "./module-loader.mjs";
import { storyFiles } from "./story-files.mjs";

/** Only the engine is mutated: the rest may stay loaded. */
const STAYS_LOADED = /\/src\/domain\//;

class InProcessRunner {
  #loader = new ModuleLoader(createRequire(join(process.cwd(), "package.json")), STAYS_LOADED);
  #stryker = (globalThis.__stryker__ ??= {});

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun({ coverageAnalysis }) {
    const isPerTest = coverageAnalysis === "perTest";
    this.#stryker.activeMutant = undefined;
    this.#stryker.mutantCoverage = { static: {}, perTest: {} };
    const tests = [];
    for (const file of storyFiles()) tests.push(...(await this.#runFile(file, { isPerTest })));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: this.#stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, disableBail, mutantActivation }) {
    const stryker = this.#stryker;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    stryker.hitLimit = hitLimit;
    const wanted = testFilter === undefined ? null : new Set(testFilter);
    const tests = [];
    try {
      for (const file of storyFiles()) {
        if (wanted !== null && !testFilter.some((id) => id.startsWith(`${file} › `))) continue;
        const options = { wanted, mutant: activeMutant.id, isStatic: mutantActivation === "static" };
        tests.push(...(await this.#runFile(file, { ...options, isBailing: !disableBail })));
        const timeout = determineHitLimitReached(stryker.hitCount, stryker.hitLimit);
        if (timeout !== undefined) return toMutantRunResult(timeout, true);
        if (!disableBail && tests.some(({ status }) => status === TestStatus.Failed)) break;
      }
    } catch (error) {
      return toMutantRunResult({ status: DryRunStatus.Error, errorMessage: String(error) });
    } finally {
      stryker.activeMutant = undefined;
    }
    return toMutantRunResult({ status: DryRunStatus.Complete, tests }, true);
  }

  async #runFile(file, { wanted = null, mutant, isStatic = false, isPerTest = false, isBailing = false }) {
    this.#stryker.activeMutant = isStatic ? mutant : undefined;
    const tests = collectTests(file, this.#loader);
    this.#stryker.activeMutant = mutant;
    const results = [];
    for (const { id, run } of tests) {
      if (wanted !== null && !wanted.has(id)) continue;
      if (isPerTest) this.#stryker.currentTestId = id;
      const result = await resultOf(id, run);
      this.#stryker.currentTestId = undefined;
      results.push(result);
      if (isBailing && result.status === TestStatus.Failed) break;
    }
    return results;
  }
}

async function resultOf(id, run) {
  const startedAt = performance.now();
  const about = { id, name: id };
  try {
    await run();
    return { ...about, status: TestStatus.Success, timeSpentMs: performance.now() - startedAt };
  } catch (error) {
    const timeSpentMs = performance.now() - startedAt;
    return {
      ...about,
      status: TestStatus.Failed,
      failureMessage: String(error?.message ?? error),
      timeSpentMs,
    };
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "in-process", InProcessRunner)];
