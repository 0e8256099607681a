#!/usr/bin/env node
/**
 * How large the Action is, and how long it takes to start: `npm run size`, with `--json` for machines.
 * Exits 1 when a target is missed. How starts are measured, and why so, is in cold-start.mjs.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { LEAST_ROUNDS, measureColdStarts } from "./cold-start.mjs";

const DIST = join(import.meta.dirname, "../dist");
const ENTRY = "index.js";
const MOST_ENTRY_BYTES = 1400 * 1024;
const MOST_RATIO = 1.1;

const { values: options } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "50" } },
});
const rounds = Number(options.rounds);
if (!Number.isSafeInteger(rounds) || rounds < LEAST_ROUNDS) {
  fail(`--rounds: ${JSON.stringify(options.rounds)} is not a whole number of at least ${LEAST_ROUNDS}.`);
}
if (!existsSync(join(DIST, ENTRY))) fail("dist/index.js is not there: run `npm run build:action` first.");

const files = sizes();
const coldStart = measureColdStarts(join(DIST, ENTRY), rounds);
const misses = [...sizeMisses(files), ...startMisses(coldStart)];
if (options.json) console.log(JSON.stringify({ node: process.version, files, coldStart, misses }, null, 2));
else print();
process.exitCode = misses.length === 0 ? 0 : 1;

/** The entry first, then what is loaded on demand, the largest before the others. */
function sizes() {
  return readdirSync(DIST)
    .filter((file) => file.endsWith(".js"))
    .map((file) => {
      const content = readFileSync(join(DIST, file));
      return { file, bytes: content.byteLength, gzipBytes: gzipSync(content, { level: 9 }).byteLength };
    })
    .sort((a, b) => Number(b.file === ENTRY) - Number(a.file === ENTRY) || b.bytes - a.bytes);
}

function sizeMisses([entry]) {
  if (entry.bytes <= MOST_ENTRY_BYTES) return [];
  return [`dist/${ENTRY} has ${entry.bytes} bytes; the target is at most ${MOST_ENTRY_BYTES}.`];
}

/** Elapsed time is the Action's own only while nobody else wants the processor. */
function startMisses({ ratios, isQuiet }) {
  const judged = isQuiet ? ["processor", "elapsed"] : ["processor"];
  return judged
    .filter((time) => ratios[time] > MOST_RATIO)
    .map((time) => `${time} time is ${ratios[time].toFixed(2)} × the floor; the target is ${MOST_RATIO}.`);
}

function print() {
  console.log("bundle                       bytes      gzip");
  for (const { file, bytes, gzipBytes } of files) {
    const label = file === ENTRY ? `dist/${file}` : `dist/${file} (lazy)`;
    console.log(`${label.padEnd(24)}${column(bytes, 10)}${column(gzipBytes, 10)}`);
  }
  console.log(`\ncold start, ${coldStart.rounds} rounds in random order on Node ${process.versions.node}`);
  console.log(`${"".padEnd(36)}processor ms      elapsed ms`);
  console.log(`${"".padEnd(36)} min  median     min  median`);
  for (const { label, processorMs, elapsedMs } of coldStart.programs) {
    console.log(`${label.padEnd(36)}${milliseconds(processorMs)}  ${milliseconds(elapsedMs)}`);
  }
  const { processor, elapsed } = coldStart.ratios;
  const { processor: dryProcessor, elapsed: dryElapsed } = coldStart.dryRunRatios;
  console.log(`\naction against floor, minimum by minimum (target: at most ${MOST_RATIO})`);
  console.log(`  processor time  ${processor.toFixed(2)}`);
  const note = coldStart.isQuiet ? "" : " (not judged: the machine was busy)";
  console.log(`  elapsed time    ${elapsed.toFixed(2)}${note}`);
  console.log(`  for information, a dry run: ${dryProcessor.toFixed(2)} and ${dryElapsed.toFixed(2)}`);
  console.log(misses.length === 0 ? "\nwithin target" : `\nover target:\n  ${misses.join("\n  ")}`);
}

function milliseconds({ min, median }) {
  return `${min.toFixed(1).padStart(5)} ${median.toFixed(1).padStart(7)}`;
}

function column(bytes, width) {
  return bytes.toLocaleString("en").padStart(width);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
