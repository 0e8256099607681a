/**
 * Random lives of a queue in which something lands during every test of the tip. A doubted failure there needs no more
 * test runs of its entry, and waits for no more tip tests than there are failures before it.
 */
import { expect, it } from "@jest/globals";
import type { Check } from "../../src/domain/check.js";
import { type CommitId, pullRequestNumber, type TestRunId } from "../../src/domain/ids.js";
import { targetList } from "../../src/domain/impacted-targets.js";
import { decide } from "../../src/engine/decide.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import { findRun } from "../../src/engine/model/lookup.js";
import { healthOf } from "../../src/engine/model/target-health.js";
import { settledFailures } from "../../src/engine/planning/settled-failures.js";
import { happen, newWorld, perform, withFailure, withoutOrder, withPass } from "../support/engine-world.js";
import { aQueue, factsOf } from "../support/queue-builder.js";
import { type Chance, seededChance } from "../support/seeded-chance.js";
import type { Job, World } from "../support/small-world.js";
import { countOf } from "../support/test-size.js";

const SEEDS = countOf("BUSY_QUEUES", { reduced: 4, share: 20, all: 100, full: 2000 });
const ROUNDS = 40;
const MINUTE_MS = 60_000;

/** What the change of a pull request does to every test run that contains it. */
type Nature = "good" | "failing" | "silent";
const CONCLUSIONS = { good: "success", failing: "failure", silent: "startup_failure" } as const;

class BusyQueue {
  /** By doubted entry: the tip tests under way since, and its test runs. */
  readonly awaited = new Map<number, Set<TestRunId>>();
  readonly runs = new Map<number, Set<TestRunId>>();
  /** The most failures that were ever doubted at one time. */
  mostDoubted = 0;
  /** Something landed between the start and the verdict of so many tip tests. */
  overtaken = 0;
  #world: World;
  #now: number;
  readonly #chance: Chance;
  readonly #natures: Nature[] = ["good"];
  readonly #begunOn = new Map<TestRunId, CommitId>();

  constructor(seed: number) {
    this.#chance = seededChance(seed);
    const mode = this.#isLucky(0.5) ? "parallel" : "single";
    const canOptimisticallyMerge = this.#isLucky(0.5);
    const pendingFailureDepth = this.#chance.whole(0, 1);
    const settings = { mode, canOptimisticallyMerge, pendingFailureDepth, pauseOnRedTarget: true } as const;
    this.#world = newWorld(aQueue({ ...settings, concurrency: 6, batch: false }));
    this.#now = this.#world.queue.now;
  }

  /** One that lands, and up to two of any nature. */
  round(): void {
    const natures = ["failing", "failing", "silent", "good"] as const;
    const drawn = [1, 2].flatMap(() => (this.#isLucky(0.5) ? (natures[this.#chance.whole(0, 3)] ?? []) : []));
    for (const nature of ["good", ...drawn] as const) this.#submit(nature);
    this.#work();
  }

  /** Without anything new. */
  finish(): void {
    for (let round = 0; round < ROUNDS && this.#world.queue.entries.length > 0; round++) {
      this.#submit("good");
      this.#work();
    }
  }

  /** The numbers of the entries that fail for what they change, and are still in the queue. */
  get unsettled(): readonly number[] {
    const numbers = this.#world.queue.entries.map(({ facts }) => Number(facts.number));
    return numbers.filter((number) => this.#natures[number] !== "good");
  }

  #work(): void {
    this.#now += this.#chance.whole(1, 10) * MINUTE_MS;
    this.#tell({ kind: "timePassed", at: this.#now });
    for (let pass = 0; pass < 4; pass++) {
      for (const order of this.#world.orders) {
        const { world, answer } = perform(this.#world, order);
        this.#world = withoutOrder(world, order);
        for (const event of answer) this.#tell(event);
      }
      for (const job of this.#world.jobs) this.#end(job);
    }
  }

  #submit(nature: Nature): void {
    const number = this.#natures.push(nature) - 1;
    const targets = targetList([`t${this.#chance.whole(1, 3)}`]);
    const facts = factsOf(number);
    const wish = { priority: 100, usedDefaultPriority: true, noBatch: false, earlierEntry: null };
    this.#tell({ kind: "entrySubmitted", at: this.#now, facts, targets, ...wish });
  }

  #end(job: Job): void {
    const { queue } = this.#world;
    const run = findRun(queue, job.run);
    const begunOn = this.#begunOn.get(job.run) ?? queue.tip;
    this.#begunOn.set(job.run, begunOn);
    // The tip alone is tested until something has landed meanwhile.
    if (run === undefined && begunOn === queue.tip) {
      this.#report(job, null);
      return;
    }
    if (run === undefined) this.overtaken += 1;
    const contained = run?.contains.map(({ pullRequest }) => this.#natures[pullRequest] ?? "good") ?? [];
    const nature = contained.find((one) => one !== "good") ?? "good";
    this.#world = nature === "good" ? withPass(this.#world, job) : withFailure(this.#world, job);
    this.#world = { ...this.#world, jobs: this.#world.jobs.filter((other) => other.run !== job.run) };
    this.#report(job, CONCLUSIONS[nature]);
  }

  #report({ run, requiredStatuses }: Job, conclusion: Check["conclusion"]): void {
    const status = conclusion === null ? "in_progress" : "completed";
    const checks = requiredStatuses.map((name): Check => ({ name, url: "", status, conclusion }));
    this.#tell({ kind: "checksReported", at: this.#now, run, checks });
  }

  #tell(event: QueueEvent): void {
    this.#world = happen(this.#world, decide, event);
    const { queue } = this.#world;
    const { test } = healthOf(queue);
    const { doubted } = settledFailures(queue);
    this.mostDoubted = Math.max(this.mostDoubted, doubted.length);
    for (const { run } of doubted)
      for (const own of run.own) if (test !== null) noted(this.awaited, own, test.id);
    for (const { id, own } of queue.runs)
      for (const one of own) if (this.awaited.has(one)) noted(this.runs, one, id);
  }

  #isLucky(probability: number): boolean {
    return this.#chance.next() < probability;
  }
}

function noted(known: Map<number, Set<TestRunId>>, number: number, run: TestRunId): void {
  known.set(pullRequestNumber(number), (known.get(number) ?? new Set()).add(run));
}

it.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  "settles every failure in queue %i",
  (seed) => {
    const busy = new BusyQueue(seed);
    for (let round = 0; round < ROUNDS; round++) busy.round();
    busy.finish();
    expect(busy.unsettled).toEqual([]);
    expect(busy.overtaken).toBeGreaterThan(0);
    expect(most(busy.runs)).toBe(1);
    // Besides those of the failures before it, one that was under way because CI was doubted.
    expect(most(busy.awaited)).toBeLessThanOrEqual(busy.mostDoubted + 1);
  },
);

function most(known: ReadonlyMap<number, ReadonlySet<TestRunId>>): number {
  return Math.max(...[...known.values()].map(({ size }) => size));
}
