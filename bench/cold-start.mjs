/**
 * How long the Action takes to start, beside bare Node and beside a floor: the least that any bundle pays which
 * is built with the Actions toolkit and its HTTP client.
 *
 * What is judged: the step starts, masks the token, reads and checks every input, and stops at the last of them, which
 * is wrong. That is all that every step pays before it does what it is there for. The floor reads inputs too, and
 * stops. Neither has a file for outputs or a summary, which cost both the same.
 *
 * Shown beside it, and not judged: a dry run of `submit`. It goes on to load the operations, plan the request, print
 * it with its digest, and write outputs and a summary. The floor does the same for the runner, written straight
 * down. What is left between them is the compilation of our own code, a few milliseconds that no layout of the bundle
 * takes away: one file or several, it has to be read. The schemas, which took as much again, are loaded only where an
 * answer is compared with one, or settings are given.
 *
 * How it is compared: cold processes, all programs in each round, in random order, so that a slow moment meets
 * them alike; then the minimum of one against the minimum of the other, because whatever disturbs a start only ever
 * makes it longer. What counts first is processor time, which neighbours on a busy machine hardly change; elapsed
 * time counts as well when the machine was quiet.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const LEAST_ROUNDS = 30;

const ROOT = join(import.meta.dirname, "..");
const NCC = join(ROOT, "node_modules/@vercel/ncc/dist/ncc/cli.js");
/** The first starts fill the disk cache. */
const WARM_UP_ROUNDS = 2;
/** On a machine where nothing else runs, the middle start takes little longer than the fastest. */
const QUIET_SPREAD = 1.2;

/** Runs in a measured process: at its end it tells descriptor 3 how many milliseconds of processor time it took. */
const REPORTER = `
  const { writeSync } = require("node:fs");
  process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
  });
`;

/** What the runner would set for `operation: submit`. */
const INPUTS = {
  OPERATION: "submit",
  "API-URL": "https://queue.example.com/v1",
  "API-TOKEN": "a-token-of-no-service",
  REPOSITORY: "acme/shop",
  "REPO-HOST": "github.com",
  "TARGET-BRANCH": "main",
  "PR-NUMBER": "7",
};
/** The last input that is checked alone; only settings of a queue come after it, and they need the contract. */
const WRONG = { SUMMARY: "perhaps" };
const DRY = { "DRY-RUN": "true" };

export function measureColdStarts(action, rounds) {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-size-"));
  try {
    writeFileSync(reporterIn(folder), REPORTER);
    const floor = buildFloor(folder);
    const programs = {
      bare: { label: "bare Node, an empty file", file: emptyFile(folder), inputs: {} },
      floor: { label: "floor: core + http-client", file: floor, inputs: INPUTS },
      action: {
        label: "action: all inputs checked",
        file: action,
        inputs: { ...INPUTS, ...WRONG },
        status: 1,
      },
      floorReport: { label: "floor with its report", file: floor, inputs: INPUTS, reports: true },
      dryRun: {
        label: "action: dry run of submit",
        file: action,
        inputs: { ...INPUTS, ...DRY },
        reports: true,
      },
    };
    const starts = startAll(programs, rounds, folder);
    return compared(programs, starts, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reporterIn(folder) {
  return join(folder, "reporter.cjs");
}

function emptyFile(folder) {
  const file = join(folder, "empty.mjs");
  writeFileSync(file, "");
  return file;
}

/** Built as the Action is, and laid out as `dist/` is: ESM in a file whose package.json says so. */
function buildFloor(folder) {
  const out = join(folder, "floor");
  const build = [
    "build",
    join(import.meta.dirname, "floor.mjs"),
    "--out",
    out,
    "--target",
    "es2022",
    "--no-cache",
  ];
  execFileSync(process.execPath, [NCC, ...build], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  const file = join(out, "index.js");
  renameSync(join(out, "index.mjs"), file);
  writeFileSync(join(out, "package.json"), '{"type":"module"}');
  return file;
}

function startAll(programs, rounds, folder) {
  const names = Object.keys(programs);
  const starts = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const name of shuffled(names)) {
      const start = startOnce(programs[name], folder);
      if (round >= 0) starts[name].push(start);
    }
  }
  return starts;
}

/** One process from before it is made until it is gone. One that ends otherwise than planned is not worth measuring. */
function startOnce({ file, inputs, reports = false, status: planned = 0 }, folder) {
  const env = runnerEnvironment(inputs, reports, folder);
  const startedAt = performance.now();
  const { status, error, stderr, output } = spawnSync(
    process.execPath,
    ["--require", reporterIn(folder), file],
    { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "ignore", "pipe", "pipe"] },
  );
  const elapsedMs = performance.now() - startedAt;
  if (error !== undefined) throw error;
  if (status !== planned) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return { elapsedMs, processorMs: Number(output[3]) };
}

/** Nothing of ours, so that no option of the caller's slows one of them; files are fresh for each step. */
function runnerEnvironment(given, reports, folder) {
  const reportFiles = { GITHUB_OUTPUT: join(folder, "output"), GITHUB_STEP_SUMMARY: join(folder, "summary") };
  const files = reports ? reportFiles : {};
  for (const file of Object.values(files)) writeFileSync(file, "");
  const inputs = Object.entries(given).map(([name, value]) => [`INPUT_${name}`, value]);
  return {
    PATH: process.env.PATH,
    GITHUB_SERVER_URL: "https://github.com",
    ...files,
    ...Object.fromEntries(inputs),
  };
}

function compared(programs, starts, rounds) {
  const measured = Object.entries(programs).map(([name, { label }]) => ({
    name,
    label,
    processorMs: summary(starts[name].map((start) => start.processorMs)),
    elapsedMs: summary(starts[name].map((start) => start.elapsedMs)),
  }));
  const [, floor, action, floorReport, dryRun] = measured;
  return {
    rounds,
    programs: measured,
    ratios: ratiosOf(action, floor),
    dryRunRatios: ratiosOf(dryRun, floorReport),
    isQuiet: measured.every(({ elapsedMs: { min, median } }) => median <= QUIET_SPREAD * min),
  };
}

function ratiosOf(program, floor) {
  return {
    processor: program.processorMs.min / floor.processorMs.min,
    elapsed: program.elapsedMs.min / floor.elapsedMs.min,
  };
}

function summary(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return { min: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
}

function shuffled(items) {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
