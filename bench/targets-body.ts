/**
 * How long it takes, and how much memory, to turn a file of target names into a request body, beside the obvious
 * way of doing it. Run: node --import ./__tests__/support/typescript-imports.mjs bench/targets-body.ts
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { targetsBody } from "../src/client/targets-body.js";
import { MAX_BODY_BYTES } from "../src/contract/limits.js";

const ROUNDS = 3;
const SIZES = [
  { names: 400_000, target: "at most 500 ms" },
  { names: 4_000_000, target: "at most 500 ms and 120 MB" },
];
const ENVELOPE = {
  repo: { host: "github.com", owner: "acme", name: "shop" },
  targetBranch: "main",
  pr: { number: 412, sha: "5b1d".repeat(10) },
};

const ways = {
  /** What the process takes before it does anything, TypeScript's compilation included. */
  bare: () => "nothing",
  naive: (file: string) => {
    const lines = readFileSync(file, "utf8").split("\n");
    const names = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))];
    const body = JSON.stringify({ ...ENVELOPE, impactedTargets: names });
    return Buffer.byteLength(body) > MAX_BODY_BYTES ? "ALL" : `${Buffer.byteLength(body)} bytes`;
  },
  ours: (file: string) => {
    const { kind, body } = targetsBody(ENVELOPE, trimmedLines(file));
    return kind === "all" ? "ALL" : `${body.byteLength} bytes`;
  },
};
type Way = keyof typeof ways;

interface Measured {
  readonly result: string;
  readonly ms: number;
  readonly mb: number;
}

const [way, file] = process.argv.slice(2);
if (file === undefined) compare();
else measure(way === "naive" || way === "bare" ? way : "ours", file);

/** Every measurement has a process of its own, or the memory of one would count for the next. */
function measure(which: Way, path: string): void {
  const startedAt = performance.now();
  const result = ways[which](path);
  const ms = Math.round(performance.now() - startedAt);
  const mb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ result, ms, mb }));
}

function compare(): void {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-bench-"));
  console.log(`a process that does nothing: ${measuredApart("bare", "-").mb} MB`);
  try {
    for (const { names, target } of SIZES) {
      const path = join(folder, `${names}.txt`);
      writeNames(path, names);
      const rounds = Array.from({ length: ROUNDS }, () => ({
        naive: measuredApart("naive", path),
        ours: measuredApart("ours", path),
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

function measuredApart(which: Way, path: string): Measured {
  const args = [...process.execArgv, import.meta.filename, which, path];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Measured;
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

function* trimmedLines(path: string): Generator<string> {
  const descriptor = openSync(path, "r");
  const chunk = Buffer.allocUnsafe(64 * 1024);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for (let length = -1; length !== 0; ) {
      length = readSync(descriptor, chunk);
      const lines = (rest + decoder.write(chunk.subarray(0, length))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield line.trim();
    }
    yield rest.trim();
  } finally {
    closeSync(descriptor);
  }
}
