/**
 * How long the Action takes to start, beside bare Node and beside a floor: the least that any bundle pays which
 * is built with the Actions toolkit and its HTTP client.
 *
 * What is started: a dry run of `submit`. It is real (a workflow may ask for it), it loads and checks all that a
 * submission needs, and it ends where the network would begin, so that no server is measured. The floor does the
 * same for the runner, written straight down: it masks the token, prints the request with its digest, sets every
 * output, writes a summary.
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

/** What the runner would set for `operation: submit` with `dry-run: true`. */
const INPUTS = {
  OPERATION: "submit",
  "API-URL": "https://queue.example.com/v1",
  "API-TOKEN": "a-token-of-no-service",
  REPOSITORY: "acme/shop",
  "REPO-HOST": "github.com",
  "TARGET-BRANCH": "main",
  "PR-NUMBER": "7",
  "DRY-RUN": "true",
};

export function measureColdStarts(action, rounds) {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-size-"));
  try {
    writeFileSync(reporterIn(folder), REPORTER);
    const programs = {
      bare: { label: "bare Node, an empty file", file: emptyFile(folder) },
      floor: { label: "floor: core + http-client", file: buildFloor(folder) },
      action: { label: "action: submit with dry-run", file: action },
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
      const start = startOnce(programs[name].file, folder);
      if (round >= 0) starts[name].push(start);
    }
  }
  return starts;
}

/** One process from before it is made until it is gone. One that fails is not worth measuring. */
function startOnce(file, folder) {
  const env = runnerEnvironment(folder);
  const startedAt = performance.now();
  const { status, error, stderr, output } = spawnSync(
    process.execPath,
    ["--require", reporterIn(folder), file],
    { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "ignore", "pipe", "pipe"] },
  );
  const elapsedMs = performance.now() - startedAt;
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return { elapsedMs, processorMs: Number(output[3]) };
}

/** Nothing of ours, so that no option of the caller's slows one of them; files are fresh for each step. */
function runnerEnvironment(folder) {
  const files = { GITHUB_OUTPUT: join(folder, "output"), GITHUB_STEP_SUMMARY: join(folder, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const inputs = Object.entries(INPUTS).map(([name, value]) => [`INPUT_${name}`, value]);
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
  const [, floor, action] = measured;
  return {
    rounds,
    programs: measured,
    ratios: {
      processor: action.processorMs.min / floor.processorMs.min,
      elapsed: action.elapsedMs.min / floor.elapsedMs.min,
    },
    isQuiet: measured.every(({ elapsedMs: { min, median } }) => median <= QUIET_SPREAD * min),
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
