/**
 * How long it takes, and how much memory, to turn a file of target names into a request body, beside the obvious
 * way of doing it. Run: node --import ./__tests__/support/typescript-imports.mjs bench/targets-body.ts
 */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const TYPESCRIPT = join(ROOT, "node_modules/typescript/bin/tsc");
const ONCE = join(import.meta.dirname, "targets-body-once.mjs");
const ROUNDS = 3;
const SIZES = [
  { names: 400_000, target: "at most 500 ms" },
  { names: 4_000_000, target: "at most 500 ms and 120 MB" },
];
type Way = "bare" | "naive" | "ours";

interface Measured {
  readonly result: string;
  readonly ms: number;
  readonly mb: number;
}

compare();

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-bench-"));
  try {
    const compiled = compileInto(folder);
    console.log(`a process that does nothing: ${measuredApart("bare", "-", compiled).mb} MB`);
    for (const { names, target } of SIZES) {
      const path = join(folder, `${names}.txt`);
      writeNames(path, names);
      const rounds = Array.from({ length: ROUNDS }, () => ({
        naive: measuredApart("naive", path, compiled),
        ours: measuredApart("ours", path, compiled),
      }));
      const naive = median(rounds.map((round) => round.naive));
      const ours = median(rounds.map((round) => round.ours));
      if (naive.result !== ours.result) throw new Error(`${naive.result} is not ${ours.result}`);
      const ratios = `${(ours.ms / naive.ms).toFixed(2)} × time, ${(ours.mb / naive.mb).toFixed(2)} × memory`;
      console.log(`${names} names → ${ours.result}: ${ours.ms} ms, ${ours.mb} MB (${target})`);
      console.log(`  naive: ${naive.ms} ms, ${naive.mb} MB; ours is ${ratios}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every measurement has a process of its own, or the memory of one would count for the next. */
function measuredApart(which: Way, path: string, compiled: string): Measured {
  const { stdout, stderr, status } = spawnSync(process.execPath, [ONCE, which, path, compiled], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
}

function compileInto(folder: string): string {
  const compiled = join(folder, "lib");
  const options = ["-p", join(ROOT, "tsconfig.build.json"), "--outDir", compiled];
  execFileSync(process.execPath, [TYPESCRIPT, ...options], { stdio: "inherit" });
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return compiled;
}

function median(measured: readonly Measured[]): Measured {
  const middle = [...measured].sort((a, b) => a.ms - b.ms)[Math.floor(measured.length / 2)];
  if (middle === undefined) throw new Error("nothing was measured");
  return middle;
}

function writeNames(path: string, count: number): void {
  const descriptor = openSync(path, "w");
  for (let start = 0; start < count; start += 100_000) {
    const lines = Array.from({ length: Math.min(100_000, count - start) }, (_, index) => name(start + index));
    writeSync(descriptor, `${lines.join("\n")}\n`);
  }
  closeSync(descriptor);
}

/** About 45 bytes, as labels of large code bases are. */
function name(index: number): string {
  return `//services/auth/core_${index % 9973}:ledger_test_${index}`;
}
