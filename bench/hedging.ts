/**
 * What hedges are worth: how long pull requests wait in one line, and how many test runs each of them costs, with and
 * without. The engine itself decides; arrivals, durations and which change is bad are drawn, the same for each row.
 * Nothing else is simulated: building, landing and CI's own queue take no time. Run: npm run bench:hedging
 */
import { commitsOn, headOf, namedCommit, treeOf } from "../__tests__/support/fake-commits.js";
import { openPullRequest } from "../__tests__/support/open-pull-request.js";
import { type Chance, seededChance } from "../__tests__/support/seeded-chance.js";
import { queueId, type TestRunId } from "../src/domain/ids.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../src/domain/queue-settings.js";
import { decide } from "../src/engine/decide.js";
import type { Effect, EffectOf } from "../src/engine/effect.js";
import type { QueueEvent } from "../src/engine/event.js";
import { findRun } from "../src/engine/lookup.js";
import { newQueue } from "../src/engine/new-queue.js";
import type { Queue } from "../src/engine/queue.js";

const CHANGES = 2000;
const SEEDS = [1, 2, 3, 4, 5, 6];
const MEDIAN_MINUTES = 30;
/** Of the logarithm of how long tests take. */
const DEVIATION = 0.25;
const SHORTEST = 5;
const LONGEST = 120;
const MINUTE_MS = 60_000;
const CHECK = "tests";

interface Work {
  readonly perHour: number;
  readonly slots: number;
  /** How many changes are bad, and how many runs fail though nothing in them is. */
  readonly bad: number;
  readonly flaky: number;
}

/** One pull request, as it is whatever the queue does. */
interface Change {
  readonly number: number;
  readonly submittedAt: number;
  readonly minutes: number;
  readonly isBad: boolean;
}

interface Outcome {
  /** Minutes from submission to landing. */
  readonly waits: readonly number[];
  readonly runs: number;
  readonly changes: number;
  /** Good ones that were blamed. */
  readonly wronged: number;
  readonly badLanded: number;
}

const WORKS: readonly Work[] = [
  { perHour: 12, slots: 30, bad: 0.05, flaky: 0 },
  { perHour: 12, slots: 30, bad: 0.05, flaky: 0.03 },
  { perHour: 12, slots: 12, bad: 0.05, flaky: 0 },
];

const POLICIES: readonly (readonly [name: string, settings: Partial<QueueSettings>])[] = [
  ["neither", {}],
  ["hedges", { hedging: true }],
  ["optimistic", { canOptimisticallyMerge: true }],
  ["optimistic, hedges", { canOptimisticallyMerge: true, hedging: true }],
];

function main(): void {
  for (const work of WORKS) {
    const { perHour, slots, bad, flaky } = work;
    console.log(
      `\n${perHour}/h, ${slots} slots, ${bad * 100} % bad, ${flaky * 100} % flaky; ${SEEDS.length} × ${CHANGES} changes`,
    );
    const oracle = quantiles(SEEDS.flatMap((seed) => foreseen(changesOf(seed, work))));
    console.log(row("who knows it all", oracle, oracle, 1, ""));
    for (const [name, settings] of POLICIES) {
      const outcomes = SEEDS.map((seed) => new Day(seed, work, settings).live());
      const waits = quantiles(outcomes.flatMap((outcome) => outcome.waits));
      const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((all, one) => all + count(one), 0);
      const trouble = `${sum(({ wronged }) => wronged)} good ones blamed, ${sum(({ badLanded }) => badLanded)} bad ones landed`;
      console.log(row(name, waits, oracle, sum(({ runs }) => runs) / sum(({ changes }) => changes), trouble));
    }
  }
}

interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

function row(
  name: string,
  { p50, p95 }: Quantiles,
  oracle: Quantiles,
  runs: number,
  trouble: string,
): string {
  const figures = [
    `P50 ${p50.toFixed(0).padStart(4)} min`,
    `P95 ${p95.toFixed(0).padStart(4)} min (${(p95 / oracle.p95).toFixed(2)}×)`,
    `${runs.toFixed(2).padStart(5)} runs per change`,
  ];
  return `${name.padEnd(28)} ${figures.join("  ")}  ${trouble}`.trimEnd();
}

function changesOf(seed: number, { perHour, bad }: Work): readonly Change[] {
  const chance = seededChance(seed);
  let at = 0;
  return Array.from({ length: CHANGES }, (_, index) => {
    at -= (Math.log(1 - chance.next()) * 60) / perHour;
    const minutes = Math.min(
      LONGEST,
      Math.max(SHORTEST, MEDIAN_MINUTES * Math.exp(DEVIATION * normal(chance))),
    );
    return { number: index + 1, submittedAt: at, minutes, isBad: chance.next() < bad };
  });
}

function normal(chance: Chance): number {
  const uniform = Math.max(chance.next(), Number.EPSILON);
  return Math.sqrt(-2 * Math.log(uniform)) * Math.cos(2 * Math.PI * chance.next());
}

/** Each is tested at once on those that are good, and lands when it and those have passed. */
function foreseen(changes: readonly Change[]): readonly number[] {
  let landedAt = 0;
  return changes.flatMap(({ isBad, submittedAt, minutes }) => {
    if (isBad) return [];
    landedAt = Math.max(landedAt, submittedAt + minutes);
    return [landedAt - submittedAt];
  });
}

function quantiles(numbers: readonly number[]): Quantiles {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95) };
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
      runs: this.#runs,
      changes: CHANGES,
      wronged: this.#wronged,
      badLanded: this.#badLanded,
    };
  }

  #submit({ number, submittedAt }: Change): void {
    this.#tell({
      kind: "entrySubmitted",
      at: submittedAt * MINUTE_MS,
      facts: openPullRequest(number, headOf(number)),
      priority: 100,
      usedDefaultPriority: true,
      noBatch: false,
      targets: null,
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
      if (ended === "merged") this.#waits.push((event.at - submittedAt) / MINUTE_MS);
      if (ended === "merged" && isBad) this.#badLanded += 1;
      if (ended === "failed" && !isBad) this.#wronged += 1;
    }
    for (const effect of effects) this.#perform(effect, event.at);
  }

  #perform(effect: Effect, at: number): void {
    if (effect.kind === "land") this.#tell({ kind: "landed", at, run: effect.run, newTip: effect.newTip });
    if (effect.kind === "startTestRun") this.#start(effect, at);
  }

  #start({ run, testedOn, contains, mergeMethod, own }: EffectOf<"startTestRun">, at: number): void {
    if (findRun(this.#queue, run) === undefined) return;
    this.#runs += 1;
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
