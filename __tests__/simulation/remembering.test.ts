/**
 * What the engine remembers from decision to decision changes none of them: a copy of the queue is decided on alike, and
 * so is an older queue after newer ones were made of it.
 */
import { expect, it } from "@jest/globals";
import { Life } from "../../bench/engine-life.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { decide } from "../../src/engine/decide.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { rowsBySize } from "../support/test-size.js";

const SEEDS = [1, 2];
const TURNS = 6;
/** Between a decision and the same one on the queue as it was then. */
const LATER = 7;
/** So that slots are left for hedges. */
const SPARE = { waiting: 0, settings: { hedging: true, concurrency: 12 } } as const;

const CASES = SEEDS.flatMap((seed) =>
  [
    { mode: "single" as const },
    { mode: "single" as const, batch: true, pendingFailureDepth: 2 },
    { mode: "parallel" as const, batch: true, canOptimisticallyMerge: true, pendingFailureDepth: 1 },
    { mode: "parallel" as const, batch: true, optimizationMode: "bisection_skip_redundant_tests" as const },
  ].map((settings: Partial<QueueSettings>) => [JSON.stringify(settings), seed, settings] as const),
);

it.each(rowsBySize(CASES))(
  "decides on a copy as on what it knows with %s in life %i",
  (_, seed, settings) => {
    const check = new Check();
    const life = new Life(seed, { settings, waiting: 10, line: 4, targets: 100 }, check.decide);
    for (let turn = 0; turn < TURNS; turn++) life.live();
    expect(check.decisions).toBeGreaterThan(TURNS * 5);
  },
);

it.each(SEEDS.flatMap((seed) => (["single", "parallel"] as const).map((mode) => [mode, seed] as const)))(
  "decides on a copy as on what it knows with hedges in a queue in %s mode in life %i",
  (mode, seed) => {
    const check = new Check();
    const settings = { ...SPARE.settings, mode, canOptimisticallyMerge: mode === "parallel" };
    const life = new Life(seed, { ...SPARE, settings, line: 4, targets: 100 }, check.decide);
    for (let turn = 0; turn < TURNS; turn++) life.live();
    expect(check.startedHedges).toBeGreaterThan(TURNS);
    expect(check.promotedHedges).toBeGreaterThan(0);
  },
);

class Check {
  decisions = 0;
  startedHedges = 0;
  promotedHedges = 0;
  readonly #earlier: { readonly queue: Queue; readonly event: QueueEvent; readonly told: string }[] = [];

  readonly decide = (_name: string, queue: Queue, event: QueueEvent): Decision => {
    const copied = JSON.stringify(decide(structuredClone(queue), structuredClone(event)));
    const decision = decide(queue, event);
    expectSame(JSON.stringify(decision), copied);
    this.#earlier.push({ queue, event, told: copied });
    if (this.#earlier.length > LATER) this.#repeatEarlier();
    this.#count(queue, decision.queue);
    return decision;
  };

  #repeatEarlier(): void {
    const earlier = this.#earlier.shift();
    if (earlier !== undefined) expectSame(JSON.stringify(decide(earlier.queue, earlier.event)), earlier.told);
  }

  #count(before: Queue, after: Queue): void {
    const wasHedge = (id: string): boolean => before.hedges.some((hedge) => hedge.id === id);
    const wasRun = (id: string): boolean => before.runs.some((run) => run.id === id);
    this.decisions += 1;
    this.startedHedges += after.hedges.filter(({ id }) => !wasHedge(id) && !wasRun(id)).length;
    this.promotedHedges += after.runs.filter(({ id }) => wasHedge(id)).length;
  }
}

/** Compared as texts first: most are the same, and a difference is to be shown where it is. */
function expectSame(one: string, other: string): void {
  if (one !== other) expect(JSON.parse(one)).toEqual(JSON.parse(other));
}
