/** The events alone reproduce every decision, byte for byte, also from a queue that was stored and loaded between. */
import { expect, it } from "@jest/globals";
import { decide } from "../../src/engine/decide.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { Queue } from "../../src/engine/model/queue.js";
import type { Decide } from "../support/engine-world.js";
import { liveRandomly } from "../support/random-life.js";
import { countOf } from "../support/test-size.js";

const COUNT = countOf("REPLAYED_LIVES", { reduced: 8, share: 12, all: 50, full: 2000 });
const SEEDS = Array.from({ length: COUNT }, (_, index) => index + 1);

it.each(SEEDS)("decides the same again in life %i", (seed) => {
  const decided: string[] = [];
  const recorded: Decide = (queue, event) => {
    const decision = decide(queue, event);
    decided.push(JSON.stringify(decision));
    expect(JSON.parse(JSON.stringify(decision))).toStrictEqual(decision);
    return decision;
  };
  const { first, log } = liveRandomly(seed, recorded);
  expect(replay(first, log)).toEqual(decided);
});

function replay(first: Queue, log: readonly QueueEvent[]): readonly string[] {
  let queue = first;
  return log.map((event) => {
    // Nothing the engine may have remembered of a queue outlives its copy.
    const decision = decide(structuredClone(queue), structuredClone(event));
    queue = decision.queue;
    return JSON.stringify(decision);
  });
}
