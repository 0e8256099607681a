/** Taking a decision apart changes nothing about it, and leaves nothing of it out. */
import { describe, expect, it } from "@jest/globals";
import { decide } from "../../../src/engine/decide.js";
import { explain } from "../../../src/engine/explain/explain.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Decide } from "../../support/engine-world.js";
import { after, allSubmitted, aQueue, cancelled, story, submitted } from "../../support/queue-builder.js";
import { liveRandomly } from "../../support/random-life.js";

describe("explaining a decision", () => {
  it("says what each rule did, in the order in which they did it", () => {
    const [event] = story(aQueue(), submitted(1)).events;
    if (event === undefined) throw new Error("nothing happened");
    const { steps } = explain(aQueue(), event);
    const told = steps.map(({ by, picture: after, transitions, effects }) => [
      by,
      after,
      ...transitions.map(({ to }) => to),
      ...effects.map(({ kind }) => kind),
    ]);
    expect(told).toEqual([
      ["record", "main | not ready #1", "notReady"],
      ["admitReadyEntries", "main | waiting #1", "pending"],
      ["formBatches", "main <- #1 pending"],
      ["startTestRuns", "main <- #1 building", "startTestRun"],
    ]);
  });

  it("counts who waits, and nobody who has just left a place", () => {
    const many = Array.from({ length: 23 }, (_, at) => at + 1);
    const crowded = after(aQueue({ concurrency: 1 }), ...allSubmitted(...many));
    const [event] = story(crowded, cancelled(1)).events;
    if (event === undefined) throw new Error("nothing happened");
    const [recorded] = explain(crowded, event).steps;
    const shown = many.slice(1, 21).map((number) => `#${number}`);
    expect(recorded?.picture).toBe(`main <- #1 running | waiting ${shown.join(" ")} and 2 more`);
  });

  it.each([1, 2, 3])("adds up to the decision in every step of life %i", (seed) => {
    const explained: Decide = (queue, event) => {
      const { decision, steps } = explain(queue, event);
      expect(decision).toStrictEqual(decide(queue, event));
      expect(steps.flatMap(({ transitions }) => transitions)).toStrictEqual(decision.transitions);
      expect(steps.flatMap(({ effects }) => effects)).toStrictEqual(decision.effects);
      expect(steps.at(-1)?.picture).toBe(picture(decision.queue));
      return decision;
    };
    expect(liveRandomly(seed, explained).log.length).toBeGreaterThan(10);
  });
});
