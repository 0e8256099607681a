/**
 * What hedges are worth: how long pull requests wait in one line, and how many test runs each of them costs, with and
 * without. The engine itself decides; arrivals, durations and which change is bad are drawn, the same for each row.
 * Nothing else is simulated: building, landing and CI's own queue take no time. Run: npm run bench:hedging
 */

import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { commitsOn, headOf, namedCommit, treeOf } from "../__tests__/support/fake-commits.js";
import { openPullRequest } from "../__tests__/support/open-pull-request.js";
import { type Chance, seededChance } from "../__tests__/support/seeded-chance.js";
import { queueId, type TestRunId } from "../src/domain/ids.js";
import { targetList } from "../src/domain/impacted-targets.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../src/domain/queue-settings.js";
import type { decide as Decide } from "../src/engine/decide.js";
import type { Effect, EffectOf } from "../src/engine/model/effect.js";
import type { QueueEvent } from "../src/engine/model/event.js";
import type { findRun as FindRun } from "../src/engine/model/lookup.js";
import type { newQueue as NewQueue } from "../src/engine/model/new-queue.js";
import type { Queue } from "../src/engine/model/queue.js";

const MEDIAN_MINUTES = 30;
/** Of the logarithm of how long tests take. */
const DEVIATION = 0.25;
const SHORTEST = 5;
const LONGEST = 120;
const MINUTE_MS = 60_000;
const CHECK = "tests";

const { values: options } = parseArgs({
  options: {
    /** The engine to measure; a folder like `src/engine`. */
    engine: { type: "string" },
    seeds: { type: "string", default: "3" },
    changes: { type: "string", default: "600" },
  },
});
const SEEDS = Array.from({ length: Number(options.seeds) }, (_, index) => index + 1);
const CHANGES = Number(options.changes);

const folder =
  options.engine === undefined
    ? new URL("../src/engine/", import.meta.url)
    : pathToFileURL(`${options.engine}/`);
const { decide, findRun, newQueue } = await engineIn(folder);

interface MeasuredEngine {
  readonly decide: typeof Decide;
  readonly findRun: typeof FindRun;
  readonly newQueue: typeof NewQueue;
}

async function engineIn(url: URL): Promise<MeasuredEngine> {
  const engine: object = {};
  for (const file of ["decide.ts", "model/lookup.ts", "model/new-queue.ts"]) {
    Object.assign(engine, await import(new URL(file, url).href));
  }
  if (isEngine(engine)) return engine;
  throw new Error(
    `${url.href}: expected the folder of an engine, with decide.ts, model/lookup.ts and model/new-queue.ts`,
  );
}

function isEngine(parts: object): parts is MeasuredEngine {
  return "decide" in parts && "findRun" in parts && "newQueue" in parts;
}

interface Work {
  readonly perHour: number;
  readonly slots: number;
  /** How many changes are bad, and how many runs fail though nothing in them is. */
  readonly bad: number;
  readonly flaky: number;
  /** Each change touches one of so many disjoint clusters of targets; one is a single line. */
  readonly clusters: number;
}

/** One pull request, as it is whatever the queue does. */
interface Change {
  readonly number: number;
  readonly submittedAt: number;
  readonly minutes: number;
  readonly isBad: boolean;
  readonly cluster: number;
}

interface Outcome {
  /** Minutes from submission to landing. */
  readonly waits: readonly number[];
  /** Minutes from submission to any end. */
  readonly stays: readonly number[];
  readonly runs: number;
  readonly changes: number;
  /** Most test runs at the same time, wherever they are. */
  readonly mostSlots: number;
  /** Good ones that were blamed. */
  readonly wronged: number;
  readonly badLanded: number;
}

const TEAM: Work = { perHour: 12, slots: 30, bad: 0.05, flaky: 0, clusters: 1 };

const WORKS: readonly Work[] = [
  TEAM,
  { ...TEAM, flaky: 0.03 },
  { ...TEAM, slots: 12 },
  { ...TEAM, slots: 10, flaky: 0.03 },
  { ...TEAM, perHour: 100, slots: 100, clusters: 20 },
  { ...TEAM, perHour: 100, slots: 100, clusters: 20, flaky: 0.03 },
];

const OPTIMISTIC = { canOptimisticallyMerge: true } as const;
const HEDGING = { hedging: true } as const;
const DEPTH = { pendingFailureDepth: 1 } as const;

const POLICIES: readonly (readonly [name: string, settings: Partial<QueueSettings>])[] = [
  ["plain", {}],
  ["hedging", HEDGING],
  ["optimistic", OPTIMISTIC],
  ["optimistic, hedging", { ...OPTIMISTIC, ...HEDGING }],
  ["depth 1", DEPTH],
  ["depth 1, optimistic", { ...DEPTH, ...OPTIMISTIC }],
  ["depth 1, optimistic, hedging", { ...DEPTH, ...OPTIMISTIC, ...HEDGING }],
];

function main(): void {
  for (const work of WORKS) {
    const { perHour, slots, bad, flaky, clusters } = work;
    console.log(
      `\n${perHour}/h, ${slots} slots, ${clusters} clusters, ${bad * 100} % bad, ${flaky * 100} % flaky; ${SEEDS.length} × ${CHANGES} changes`,
    );
    const best = together(SEEDS.map((seed) => foreseen(changesOf(seed, work), work)));
    console.log(row("Oracle", best, best));
    for (const [name, settings] of POLICIES)
      console.log(row(name, together(SEEDS.map((seed) => new Day(seed, work, settings).live())), best));
  }
}

/** Of all seeds. */
function together(outcomes: readonly Outcome[]): Outcome {
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + count(one), 0);
  return {
    waits: outcomes.flatMap(({ waits }) => waits),
    stays: outcomes.flatMap(({ stays }) => stays),
    runs: sum(({ runs }) => runs),
    changes: sum(({ changes }) => changes),
    mostSlots: Math.max(...outcomes.map(({ mostSlots }) => mostSlots)),
    wronged: sum(({ wronged }) => wronged),
    badLanded: sum(({ badLanded }) => badLanded),
  };
}

function row(name: string, outcome: Outcome, best: Outcome): string {
  const { waits, stays, runs, changes, mostSlots, wronged, badLanded } = outcome;
  const figures = [
    `merged ${quantilesBeside(waits, best.waits)}`,
    `all ${quantilesBeside(stays, best.stays)}`,
    `${(runs / changes).toFixed(2).padStart(5)} runs each`,
    `${String(mostSlots).padStart(3)} slots`,
    `${wronged} good blamed, ${badLanded} bad landed`,
  ];
  return `${name.padEnd(28)} ${figures.join("  ")}`;
}

/** Minutes, half and 95 % of all, and the latter as a multiple of the best there could be. */
function quantilesBeside(minutes: readonly number[], best: readonly number[]): string {
  const p95 = quantile(minutes, 0.95);
  const ratio = p95 / quantile(best, 0.95);
  return `P50 ${quantile(minutes, 0.5).toFixed(0).padStart(4)} P95 ${p95.toFixed(0).padStart(4)} (${ratio.toFixed(2)}×)`;
}

function changesOf(seed: number, { perHour, bad, clusters }: Work): readonly Change[] {
  const chance = seededChance(seed);
  const others = seededChance(seed + 2000);
  let at = 0;
  return Array.from({ length: CHANGES }, (_, index) => {
    at -= (Math.log(1 - chance.next()) * 60) / perHour;
    const minutes = Math.min(
      LONGEST,
      Math.max(SHORTEST, MEDIAN_MINUTES * Math.exp(DEVIATION * normal(chance))),
    );
    const isBad = chance.next() < bad;
    return {
      number: index + 1,
      submittedAt: at,
      minutes,
      isBad,
      cluster: Math.floor(others.next() * clusters),
    };
  });
}

function normal(chance: Chance): number {
  const uniform = Math.max(chance.next(), Number.EPSILON);
  return Math.sqrt(-2 * Math.log(uniform)) * Math.cos(2 * Math.PI * chance.next());
}

/**
 * Knows who is bad: each is tested once, on those that are good, as soon as there is a slot. It lands when it and those
 * of its cluster have passed; a bad one ends with its test.
 */
function foreseen(changes: readonly Change[], { slots, clusters }: Work): Outcome {
  const freeAt = Array.from({ length: slots }, () => 0);
  const landedAt = Array.from({ length: clusters }, () => 0);
  const waits: number[] = [];
  const stays: number[] = [];
  for (const { isBad, submittedAt, minutes, cluster } of changes) {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const endsAt = Math.max(submittedAt, freeAt[slot] ?? 0) + minutes;
    freeAt[slot] = endsAt;
    if (isBad) {
      stays.push(endsAt - submittedAt);
      continue;
    }
    landedAt[cluster] = Math.max(landedAt[cluster] ?? 0, endsAt);
    waits.push(landedAt[cluster] - submittedAt);
    stays.push(landedAt[cluster] - submittedAt);
  }
  const { length } = changes;
  return { waits, stays, runs: length, changes: length, mostSlots: slots, wronged: 0, badLanded: 0 };
}

function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

interface Verdict {
  readonly at: number;
  readonly run: TestRunId;
  readonly hasPassed: boolean;
}

/** All changes of one seed go through the queue. */
class Day {
  readonly #changes: readonly Change[];
  readonly #chance: Chance;
  readonly #flaky: number;
  #queue: Queue;
  /** The next one last. */
  #verdicts: Verdict[] = [];
  #runs = 0;
  readonly #waits: number[] = [];
  readonly #stays: number[] = [];
  #mostSlots = 0;
  #wronged = 0;
  #badLanded = 0;

  constructor(seed: number, work: Work, settings: Partial<QueueSettings>) {
    this.#changes = changesOf(seed, work);
    this.#chance = seededChance(seed + 1000);
    this.#flaky = work.flaky;
    this.#queue = newQueue({
      id: queueId("0c9b7a3e-5d14-4f0e-8f8b-2a51f8f0a911"),
      targetBranch: "main",
      tip: namedCommit("v1"),
      settings: {
        ...DEFAULT_QUEUE_SETTINGS,
        concurrency: work.slots,
        requiredStatuses: [CHECK],
        mode: work.clusters === 1 ? "single" : "parallel",
        ...settings,
      },
      at: 0,
    });
  }

  live(): Outcome {
    for (const change of this.#changes) {
      this.#concludeUntil(change.submittedAt);
      this.#submit(change);
    }
    this.#concludeUntil(Infinity);
    if (this.#queue.entries.length > 0) throw new Error("somebody is stuck");
    return {
      waits: this.#waits,
      stays: this.#stays,
      mostSlots: this.#mostSlots,
      runs: this.#runs,
      changes: CHANGES,
      wronged: this.#wronged,
      badLanded: this.#badLanded,
    };
  }

  #submit({ number, submittedAt, cluster }: Change): void {
    this.#tell({
      kind: "entrySubmitted",
      at: submittedAt * MINUTE_MS,
      facts: openPullRequest(number, headOf(number)),
      priority: 100,
      usedDefaultPriority: true,
      noBatch: false,
      targets: targetList([`cluster ${cluster}`]),
      earlierEntry: null,
    });
  }

  #concludeUntil(time: number): void {
    for (
      let next = this.#verdicts.at(-1);
      next !== undefined && next.at <= time;
      next = this.#verdicts.at(-1)
    ) {
      this.#verdicts.pop();
      if (findRun(this.#queue, next.run) === undefined) continue;
      const conclusion = next.hasPassed ? "success" : "failure";
      const check = { name: CHECK, url: "", status: "completed", conclusion } as const;
      this.#tell({ kind: "checksReported", at: next.at * MINUTE_MS, run: next.run, checks: [check] });
    }
  }

  #tell(event: QueueEvent): void {
    const { queue, effects, concluded } = decide(this.#queue, event);
    this.#queue = queue;
    for (const { facts, ended, submittedAt } of concluded) {
      const isBad = this.#changes[facts.number - 1]?.isBad === true;
      this.#stays.push((event.at - submittedAt) / MINUTE_MS);
      if (ended === "merged") this.#waits.push((event.at - submittedAt) / MINUTE_MS);
      if (ended === "merged" && isBad) this.#badLanded += 1;
      if (ended === "failed" && !isBad) this.#wronged += 1;
    }
    for (const effect of effects) this.#perform(effect, event.at);
  }

  #perform(effect: Effect, at: number): void {
    // Disjoint lanes: each change is put on the tip as it was tested.
    if (effect.kind === "prepareLanding") this.#prepare(effect, at);
    if (effect.kind === "land") this.#tell({ kind: "landed", at, run: effect.run, newTip: effect.newTip });
    if (effect.kind === "startTestRun") this.#start(effect, at);
  }

  #prepare({ run, onto, heads, mergeMethod }: EffectOf<"prepareLanding">, at: number): void {
    const newTip = commitsOn(onto, heads, mergeMethod).at(-1) ?? onto;
    this.#tell({ kind: "landingPrepared", at, run, newTip, tree: treeOf(newTip) });
  }

  #start({ run, testedOn, contains, mergeMethod, own }: EffectOf<"startTestRun">, at: number): void {
    if (findRun(this.#queue, run) === undefined) return;
    this.#runs += 1;
    const busy = [...this.#queue.runs, ...this.#queue.hedges].filter(
      ({ progress: { kind } }) => kind === "building" || kind === "running",
    );
    this.#mostSlots = Math.max(this.#mostSlots, busy.length);
    const commits = commitsOn(testedOn, contains, mergeMethod);
    this.#tell({ kind: "testRunBuilt", at, run, commits, tree: treeOf(commits.at(-1) ?? testedOn) });
    const requiredStatuses = [CHECK];
    this.#tell({
      kind: "testRunStarted",
      at,
      run,
      requiredStatuses,
      requiredStatusesSource: "merge_instance",
    });
    const isGood = contains.every(({ pullRequest }) => this.#changes[pullRequest - 1]?.isBad === false);
    const hasPassed = this.#chance.next() >= this.#flaky && isGood;
    this.#expect({ at: at / MINUTE_MS + this.#minutesOf(own), run, hasPassed });
  }

  #minutesOf(own: readonly number[]): number {
    return Math.max(...own.map((number) => this.#changes[number - 1]?.minutes ?? 0));
  }

  #expect(verdict: Verdict): void {
    const place = this.#verdicts.findLastIndex(({ at }) => at > verdict.at);
    this.#verdicts.splice(place + 1, 0, verdict);
  }
}

main();
