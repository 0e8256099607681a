/** Tests that need a program which no package brings: where it is missing, they say so aloud instead of running. */
import { spawnSync } from "node:child_process";
import { describe } from "@jest/globals";

export function describeIfThere(program: string, tests: () => void): void {
  if (spawnSync(program, ["--version"]).status === 0) {
    describe(program, tests);
    return;
  }
  console.warn(`!!! SKIPPED: ${program} is not on the PATH, so nothing was tested with it`);
  describe.skip(`${program} (skipped: it is not on the PATH)`, tests);
}
