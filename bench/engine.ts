/**
 * How long the engine decides, and how much it remembers, in a large busy queue, beside the floor: the bare random read
 * and write of one number per target. Run: npm run bench:engine [-- --json]
 */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../src/domain/queue-settings.js";
import { decide } from "../src/engine/decide.js";
import { Holder, TargetChains } from "../src/engine/index/target-chains.js";
import { batchOf } from "../src/engine/model/lookup.js";
import type { Entry, Queue } from "../src/engine/model/queue.js";
import { type TargetNames, touchedBy } from "../src/engine/planning/overlap.js";
import { type Decide, Life, type Shape } from "./engine-life.js";
import { MAX_TARGETS } from "./engine-pull-requests.js";
import { type Figures, figuresOf, Samples } from "./engine-samples.js";
import { processorTime, stolenShare } from "./stolen-time.js";

const WAITING = 10_000;
/** Entries with a place, alone or in batches. */
const LINE = 100;
const DISTINCT_TARGETS = 1_000_000;
const LONG_LINE = 1000;
const ROUNDS = 3;
const TURNS = 120;
const WARM_UP_TURNS = 20;
const ADMISSION_MS = 0.05;
const DECISION_MS = 1;
const LONG_LINE_MS = 20;
const MEMBERSHIP_BYTES = 16;

interface Row {
  readonly what: string;
  readonly figures: Figures;
  /** Milliseconds that the P99 must not exceed; null where nothing is promised. */
  readonly bar: number | null;
}

interface Report {
  readonly rows: Row[];
  readonly notes: string[];
  readonly missed: string[];
}

const SHAPES: readonly { readonly name: string; readonly settings: Partial<QueueSettings> }[] = [
  { name: "single", settings: { mode: "single" } },
  { name: "single, batches", settings: { mode: "single", batch: true } },
  { name: "parallel", settings: { mode: "parallel" } },
  { name: "parallel, batches", settings: { mode: "parallel", batch: true } },
];

await main();

async function main(): Promise<void> {
  const report: Report = { rows: [], notes: [], missed: [] };
  const atStart = processorTime();
  const onlyOne = process.argv.find((argument) => argument.startsWith("--only="))?.slice(7);
  for (const { name, settings } of SHAPES) {
    if (onlyOne === undefined || onlyOne === name) await decisions(report, name, settings);
  }
  const slowest = Math.max(0, ...report.rows.map(({ figures }) => figures.p99));
  await longLine(report);
  const floorP99 = graph(report);
  report.notes.push(
    `the slowest kind of decision takes ${(slowest / floorP99).toFixed(0)} times the floor, both in their slowest ` +
      "hundredth: that changes less from machine to machine than either",
  );
  const stolen = stolenShare(atStart, processorTime());
  if (stolen !== null) {
    report.notes.push(
      `other machines had ${(100 * stolen).toFixed(1)} % of the processors' time meanwhile: above 1 % such pauses are in every slowest hundredth`,
    );
  }
  for (const { what, figures, bar } of report.rows) {
    if (bar === null || figures.p99 <= bar) continue;
    report.missed.push(`${what}: P99 ${time(figures.p99)}, more than ${time(bar)}`);
  }
  print(report);
  process.exitCode = report.missed.length === 0 ? 0 : 1;
}

async function decisions(report: Report, name: string, settings: Partial<QueueSettings>): Promise<void> {
  const samples = new Samples();
  const batchSize = settings.batch === true ? DEFAULT_QUEUE_SETTINGS.batchingMinSize : 1;
  const life = new Life(1, shapeOf(settings, LINE / batchSize), measuredBy(samples));
  await live(life, samples, { rounds: ROUNDS, turns: TURNS, warmUp: WARM_UP_TURNS });
  for (const what of samples.names()) {
    report.rows.push({ what: `${name}: ${what}`, figures: samples.figures(what), bar: DECISION_MS });
  }
  notePauses(report, name, samples);
}

/** In single mode each place carries all those ahead, so that the work for a line grows with its square. */
async function longLine(report: Report): Promise<void> {
  const samples = new Samples();
  const life = new Life(1, shapeOf({ mode: "single" }, LONG_LINE), measuredBy(samples));
  await live(life, samples, { rounds: 1, turns: 4, warmUp: 1 });
  for (const what of samples.names()) {
    const figures = samples.figures(what);
    report.rows.push({ what: `single, line of ${LONG_LINE}: ${what}`, figures, bar: LONG_LINE_MS });
  }
  notePauses(report, `line of ${LONG_LINE}`, samples);
}

function shapeOf(settings: Partial<QueueSettings>, line: number): Shape {
  return { settings, line, waiting: WAITING, targets: DISTINCT_TARGETS };
}

function measuredBy(samples: Samples): Decide {
  return (name, queue, event) => samples.measure(name, () => decide(queue, event));
}

interface Turns {
  readonly rounds: number;
  readonly turns: number;
  readonly warmUp: number;
}

async function live(life: Life, samples: Samples, { rounds, turns, warmUp }: Turns): Promise<void> {
  for (let turn = 0; turn < warmUp; turn++) life.live();
  samples.forget();
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < turns; turn++) {
      life.live();
      // The pauses are told between two turns.
      await setImmediate();
    }
    samples.endRound();
  }
}

function notePauses(report: Report, name: string, samples: Samples): void {
  const { count, longest } = samples.pauses();
  report.notes.push(`${name}: ${count} pauses for garbage collection within, the longest ${time(longest)}`);
  samples.close();
}

/**
 * Nobody has to be in a queue for this: the conflict graph is made of the line alone. Gives what the floor takes in its
 * slowest hundredth, in milliseconds.
 */
function graph(report: Report): number {
  const { queue } = new Life(1, shapeOf({ mode: "parallel" }, LINE), (_, before, event) =>
    decide(before, event),
  );
  const waiting = queue.entries.filter(({ facts }) => batchOf(queue, facts.number) === undefined);
  const memberships = queue.entries.reduce((sum, entry) => sum + targetCount(entry), 0);
  memory(report, queue, memberships);
  admission(report, waiting);
  return floor(report, waiting);
}

/** Everybody's targets are looked at, though only those of the line and of the next to join it have to be. */
function memory(report: Report, queue: Queue, memberships: number): void {
  const before = bytesInUse();
  for (const entry of queue.entries) touchedBy("parallel", entry);
  const bytes = (bytesInUse() - before) / memberships;
  const bar = `at most ${MEMBERSHIP_BYTES}`;
  report.notes.push(
    `${memberships} memberships of ${queue.entries.length} entries in ${DISTINCT_TARGETS} targets: ` +
      `${bytes.toFixed(1)} bytes each beyond the names (${bar})`,
  );
  if (bytes > MEMBERSHIP_BYTES) report.missed.push(`${bytes.toFixed(1)} bytes per membership, not ${bar}`);
}

/** One joins the line at its end as the first one leaves it. */
function admission(report: Report, waiting: readonly Entry[]): void {
  const chains = new TargetChains();
  const line: Holder[] = [];
  const links: number[] = [];
  const unlinks: number[] = [];
  const readings: number[] = [];
  let predecessors = 0;
  for (const [turn, entry] of waiting.entries()) {
    const fresh = { ...entry, targets: structuredClone(entry.targets) };
    const list = timed(readings, () => namesTouchedBy(fresh));
    const ahead = timed(links, () => {
      const holder = new Holder(turn, list);
      chains.admit(holder);
      line.push(holder);
      return chains.nextAhead(holder);
    });
    predecessors += ahead.length;
    const first = line.length > LINE ? line.shift() : undefined;
    if (first !== undefined) timed(unlinks, () => chains.dismiss(first));
  }
  const what = `one of up to ${MAX_TARGETS} targets`;
  report.rows.push({ what: `read the names of ${what}, once`, figures: figuresOf(readings), bar: null });
  const warm = figuresOf(links.slice(links.length / 10));
  report.rows.push({ what: `link ${what} to a line of ${LINE}`, figures: warm, bar: ADMISSION_MS });
  report.rows.push({ what: `unlink ${what}`, figures: figuresOf(unlinks), bar: null });
  report.notes.push(`each is next behind ${(predecessors / waiting.length).toFixed(1)} others on average`);
}

function namesTouchedBy(entry: Entry): TargetNames {
  const [names] = touchedBy("parallel", entry);
  if (names === undefined || names === "all") throw new Error("each has one list of targets");
  return names;
}

function timed<Result>(times: number[], work: () => Result): Result {
  const start = performance.now();
  const result = work();
  times.push(performance.now() - start);
  return result;
}

/** What no conflict graph with a number per target can do without. */
function floor(report: Report, waiting: readonly Entry[]): number {
  const newest = new Int32Array(DISTINCT_TARGETS);
  const random = Int32Array.from({ length: 1 << 22 }, () => Math.floor(Math.random() * DISTINCT_TARGETS));
  const times: number[] = [];
  let from = 0;
  let sum = 0;
  for (const [turn, entry] of waiting.entries()) {
    const count = targetCount(entry);
    if (from + count > random.length) from = 0;
    const start = performance.now();
    for (let at = from; at < from + count; at++) {
      const target = random[at] ?? 0;
      sum += newest[target] ?? 0;
      newest[target] = turn;
    }
    times.push(performance.now() - start);
    from += count;
  }
  const figures = figuresOf(times);
  report.rows.push({ what: "floor: as many bare reads and writes", figures, bar: null });
  if (sum === 0) throw new Error("nothing was read");
  return figures.p99;
}

function targetCount({ targets }: Entry): number {
  return targets?.kind === "list" ? targets.names.length : 0;
}

function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 4; round++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function print({ rows, notes, missed }: Report): void {
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ node: process.version, rows, notes, missed }, null, 2));
    return;
  }
  for (const { what, figures, bar } of rows) {
    const { count, p50, p99, longest } = figures;
    const promise = bar === null ? "" : `  (at most ${time(bar)})${p99 > bar ? "  MISSED" : ""}`;
    console.log(
      `${what.padEnd(52)} P50 ${time(p50)}  P99 ${time(p99)}  max ${time(longest)}  n ${count}${promise}`,
    );
  }
  for (const note of notes) console.log(note);
  for (const line of missed) console.error(`MISSED ${line}`);
}

function time(ms: number): string {
  const text = ms < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(2)} ms`;
  return text.padStart(9);
}
