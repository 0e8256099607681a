/**
 * However the clock jumps, forward or back, for a moment or for ever: batches begin, runs time out and entries expire after
 * their time, and the events alone lead to the same queue again.
 */
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../src/engine/decide.js";
import type { Decide } from "../support/engine-world.js";
import { type JumpStep, liveUnderJumps } from "../support/life-under-jumps.js";
import { type Patch, patchedEngine } from "../support/patched-engine.js";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 300);
const DAY_MS = 86_400_000;

const anyJump = fc.oneof(
  fc.integer({ min: -31 * DAY_MS, max: 31 * DAY_MS }),
  fc.integer({ min: -5000, max: 0 }),
  fc.constantFrom(DAY_MS, -DAY_MS, 3_600_000, -3_600_000),
);
const anyStep: fc.Arbitrary<JumpStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("submit" as const), isReady: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("jump" as const), byMs: anyJump }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("blip" as const), byMs: anyJump, submits: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
);
const anyLife = fc.array(anyStep, { maxLength: 30 });
/** What is due by then has come. */
const TO_THE_END: JumpStep = { kind: "pass", minutes: 70 };

function holdInAnyLife(engine: Decide): void {
  const property = fc.property(anyLife, (steps) => {
    expect(liveUnderJumps([...steps, TO_THE_END], engine).broken).toEqual([]);
  });
  fc.assert(property, { numRuns: RUNS, seed: 1 });
}

describe("in any life under a clock that jumps", () => {
  it("no deadline comes early, none much later, and the queue's time stays with the clock", () => {
    holdInAnyLife(decide);
  });

  it("the events lead to the same queue again", () => {
    const property = fc.property(anyLife, (steps) => {
      const { first, events, last } = liveUnderJumps(steps);
      expect(events.reduce((queue, event) => decide(queue, event).queue, first)).toEqual(last);
    });
    fc.assert(property, { numRuns: RUNS, seed: 1 });
  });
});

const FACTS = "events/clock-corrected.ts";
const WRONG_ENGINES: Readonly<Record<string, Patch>> = {
  "never takes its time back": {
    file: "decide.ts",
    from: 'event.kind === "clockCorrected" ? event.at : Math.max(queue.now, event.at)',
    to: "Math.max(queue.now, event.at)",
  },
  "leaves ahead when a run started": {
    file: FACTS,
    from: "startedAt: moved(progress.startedAt)",
    to: "startedAt: progress.startedAt",
  },
  "leaves ahead when an entry was admitted": {
    file: FACTS,
    from: "admittedAt: entry.admittedAt === null ? null : moved(entry.admittedAt)",
    to: "admittedAt: entry.admittedAt",
  },
  "leaves ahead since when an entry is not ready": {
    file: FACTS,
    from: "stateSince: moved(entry.stateSince)",
    to: "stateSince: entry.stateSince",
  },
  "counts what was jumped over": { file: FACTS, from: "instant + Math.max(byMs, 0)", to: "instant" },
};

describe("a life under a clock that jumps finds an engine that", () => {
  it.each(Object.entries(WRONG_ENGINES))("%s", async (_name, patch) => {
    const wrong = await patchedEngine([patch]);
    expect(() => holdInAnyLife(wrong)).toThrow();
  });
});
