/** Tests that need a program which no package brings: where it is missing, they say so aloud instead of running. */
import { spawnSync } from "node:child_process";
import { describe, it } from "@jest/globals";

/** The program has to run: a wrapper that would fetch it first counts as missing. */
export function describeIfThere(program: string, tests: () => void): void {
  if (spawnSync(program, ["--version"]).status === 0) {
    describe(program, tests);
    return;
  }
  warnOf([program]);
  describe.skip(`${program} (skipped: it is not on the PATH)`, tests);
}

/** For one test of a commit of this repository's history, which a shallow clone does not have. `run` as below. */
export function itIfInHistory(
  commit: string,
  title: string,
  test: () => Promise<void>,
  timeoutMs: number,
  run: typeof it.skip = it,
): void {
  const words = ["cat-file", "-e", `${commit}^{commit}`];
  if (spawnSync("git", words, { cwd: import.meta.dirname }).status === 0) {
    run(title, test, timeoutMs);
    return;
  }
  console.warn(`!!! SKIPPED: this clone does not have commit ${commit}, so nothing was tested with it`);
  it.skip(`${title} (skipped: ${commit} is not in the history of this clone)`, test);
}

/** For one test, and several programs. `run` is `itInAll` for one that `npm test` leaves out. */
export function itIfThere(
  programs: readonly string[],
  title: string,
  test: () => Promise<void> | void,
  timeoutMs?: number,
  run: typeof it.skip = it,
): void {
  const missing = programs.filter((program) => spawnSync(program, ["--version"]).error !== undefined);
  if (missing.length === 0) {
    run(title, test, timeoutMs);
    return;
  }
  warnOf(missing);
  it.skip(`${title} (skipped: ${missing.join(", ")} not on the PATH)`, test);
}

function warnOf(missing: readonly string[]): void {
  console.warn(`!!! SKIPPED: not on the PATH, so nothing was tested with it: ${missing.join(", ")}`);
}
