/** What the engine remembers from decision to decision changes none of them: a copy of the queue is decided on alike. */
import { expect, it } from "@jest/globals";
import { Life } from "../../bench/engine-life.js";
import type { QueueSettings } from "../../src/domain/queue-settings.js";
import { decide } from "../../src/engine/decide.js";

const SEEDS = [1, 2];
const TURNS = 6;

const CASES = SEEDS.flatMap((seed) =>
  [
    { mode: "single" as const },
    { mode: "single" as const, batch: true, pendingFailureDepth: 2 },
    { mode: "single" as const, hedging: true },
    { mode: "parallel" as const, canOptimisticallyMerge: true, hedging: true },
    { mode: "parallel" as const, batch: true, canOptimisticallyMerge: true, pendingFailureDepth: 1 },
    { mode: "parallel" as const, batch: true, optimizationMode: "bisection_skip_redundant_tests" as const },
  ].map((settings: Partial<QueueSettings>) => [JSON.stringify(settings), seed, settings] as const),
);

it.each(CASES)("decides on a copy as on what it knows with %s in life %i", (_, seed, settings) => {
  let decisions = 0;
  const shape = { settings, waiting: 10, line: 4, targets: 100 };
  const life = new Life(seed, shape, (_name, queue, event) => {
    const copied = JSON.stringify(decide(structuredClone(queue), structuredClone(event)));
    const decision = decide(queue, event);
    if (JSON.stringify(decision) !== copied)
      expect(JSON.parse(JSON.stringify(decision))).toEqual(JSON.parse(copied));
    decisions += 1;
    return decision;
  });
  for (let turn = 0; turn < TURNS; turn++) life.live();
  expect(decisions).toBeGreaterThan(TURNS * 5);
});
