/**
 * Thousands of random lives of a queue: whatever happens, no truth breaks, and in the end nobody is stuck. To see one
 * again: `SIMULATION_FIRST_SEED=<seed> SIMULATION_SEEDS=1 npm run jest -- __tests__/simulation/random-life`.
 */
import { expect, it } from "@jest/globals";
import { decide } from "../../src/engine/decide.js";
import { liveRandomly } from "../support/random-life.js";
import { countOf } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["SIMULATION_FIRST_SEED"] ?? 1);
const SEEDS = countOf("SIMULATION_SEEDS", { reduced: 200, share: 400, all: 1000, full: 50_000 });

it(`keeps every promise in ${SEEDS} lives from seed ${FIRST_SEED}`, () => {
  const liveAll = (): void => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) liveRandomly(seed, decide);
  };
  expect(liveAll).not.toThrow();
});

it("keeps every promise when somebody sets the clock", () => {
  const liveAll = (): void => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS / 4; seed++)
      liveRandomly(seed, decide, { setsClock: true });
  };
  expect(liveAll).not.toThrow();
});

it("believes nobody of a landing but whoever took it up last", () => {
  expect(() => liveRandomly(32_804, decide)).not.toThrow();
});

it("keeps every promise when the branch breaks and CI is out, and meets both", () => {
  const causes = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS / 2; seed++) {
    const met = new Set<string>();
    const counted: typeof decide = (queue, event) => {
      const decision = decide(queue, event);
      const cause = decision.queue.health?.pause?.cause.kind;
      if (cause !== undefined) met.add(cause);
      return decision;
    };
    liveRandomly(seed, counted, { hasIncidents: true });
    for (const cause of met) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  if (process.env["SIMULATION_FIRST_SEED"] !== undefined) return;
  expect(causes.get("ci")).toBeGreaterThan(0);
  expect(causes.get("targetBranch")).toBeGreaterThan(0);
});
