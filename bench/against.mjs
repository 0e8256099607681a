#!/usr/bin/env node
/**
 * Runs a benchmark by turns in this tree and in an earlier commit, and compares the medians of each figure:
 * `npm run bench:against -- REV engine service --rounds 7`. The earlier commit is checked out beside this tree and uses
 * its packages, or installs those of its own lock file where that differs.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const HELP = `Compares benchmarks of this tree with those of an earlier commit, run by turns.

  npm run bench:against -- REV engine             seven runs of each
  npm run bench:against -- REV service --rounds 9 with the sizes that the benchmark's variables set

A figure is worse when its median is; "missed" when by more than --most percent (5). Exit code 1: something missed.`;

/** Words for npm, and how each line of what is printed becomes figures. */
const BENCHES = {
  engine: { words: ["run", "--silent", "bench:engine", "--", "--json"], figuresIn: engineFigures },
  service: { words: ["run", "--silent", "bench:service", "--"], figuresIn: serviceFigures },
};

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    most: { type: "string", default: "5" },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [revision, ...names] = positionals;
const [rounds, mostPercent] = [Number(values.rounds), Number(values.most)];
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));

if (values.help) console.log(HELP);
else if (revision === undefined || names.length === 0 || unknown.length > 0 || !(rounds >= 1)) {
  console.error(`expected a commit and some of ${Object.keys(BENCHES).join(", ")}\n\n${HELP}`);
  process.exitCode = 2;
} else compare();

function compare() {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-against-"));
  chmodSync(folder, 0o755); // Postgres runs as another user, who has to reach its programs in here.
  const earlier = join(folder, "earlier");
  execFileSync("git", ["worktree", "add", "--quiet", "--detach", earlier, revision], { cwd: ROOT });
  try {
    givePackages(earlier);
    for (const tree of [earlier, ROOT]) execFileSync("npm", ["run", "--silent", "build:lib"], { cwd: tree });
    for (const name of names) print(name, measured(name, earlier));
  } finally {
    execFileSync("git", ["worktree", "remove", "--force", earlier], { cwd: ROOT });
    rmSync(folder, { recursive: true, force: true });
  }
}

function givePackages(earlier) {
  const [ours, theirs] = [ROOT, earlier].map((tree) => readFileSync(join(tree, "package-lock.json"), "utf8"));
  if (ours === theirs) symlinkSync(join(ROOT, "node_modules"), join(earlier, "node_modules"));
  else execFileSync("npm", ["ci", "--silent"], { cwd: earlier });
}

/** The figures of each run, earlier and now, by what they are of. */
function measured(name, earlier) {
  const runs = new Map();
  for (let round = 1; round <= rounds; round += 1) {
    // Each goes first in every second round.
    const turns = round % 2 === 0 ? ["now", "earlier"] : ["earlier", "now"];
    for (const turn of turns) {
      for (const figure of figuresOf(name, turn === "now" ? ROOT : earlier)) {
        const known = runs.get(figure.what) ?? { ...figure, earlier: [], now: [] };
        known[turn].push(figure.value);
        runs.set(figure.what, known);
      }
    }
    console.error(`${name}: round ${round} of ${rounds}`);
  }
  return [...runs.values()];
}

function figuresOf(name, tree) {
  const { words, figuresIn } = BENCHES[name];
  // The exit code tells of the benchmark's own bars, which are not what is compared.
  const { stdout, stderr } = spawnSync("npm", words, { cwd: tree, encoding: "utf8", maxBuffer: 1 << 26 });
  const figures = figuresIn(stdout);
  if (figures.length === 0) throw new Error(`${name} printed no figures in ${tree}:\n${stderr.slice(-2000)}`);
  return figures;
}

function engineFigures(text) {
  const { rows } = JSON.parse(text);
  return rows.map(({ what, figures }) => ({ what, value: figures.p50 * 1000, unit: "µs", isRate: false }));
}

/** A line is what was measured, padded, then its figure: a rate, a time or a size first. */
function serviceFigures(text) {
  return text.split("\n").flatMap((line) => {
    const [, what, number, unit] = /^(\S.*?) {2,}(?:P50 |heap )?([\d.]+)(\/s| ms| s| MiB)/.exec(line) ?? [];
    if (what === undefined) return [];
    return [{ what, value: Number(number), unit: unit.trim(), isRate: unit === "/s" }];
  });
}

function print(name, figures) {
  console.log(`\n${name}, medians of ${rounds} runs by turns: ${revision} and this tree`);
  let missed = 0;
  for (const { what, unit, isRate, earlier, now } of figures) {
    const [before, after] = [medianOf(earlier), medianOf(now)];
    const cost = isRate ? before / after : after / before;
    if (Number.isNaN(cost)) continue; // One of them does not measure it.
    const isMissed = cost > 1 + mostPercent / 100;
    if (isMissed) missed += 1;
    const pair = `${before.toFixed(1)} → ${after.toFixed(1)} ${unit}`;
    console.log(`${what.padEnd(64)} ${pair.padEnd(28)} ${cost.toFixed(2)}${isMissed ? "  missed" : ""}`);
  }
  const all = figures
    .filter(({ earlier, now }) => earlier.length > 0 && now.length > 0)
    .map(({ isRate, earlier, now }) => {
      const ratio = medianOf(now) / medianOf(earlier);
      return isRate ? 1 / ratio : ratio;
    });
  console.log(
    `${name}: ${missed} of ${figures.length} cost over ${mostPercent} % more; the median of all costs ${medianOf(all).toFixed(3)} times as much`,
  );
  if (missed > 0) process.exitCode = 1;
}

function medianOf(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
