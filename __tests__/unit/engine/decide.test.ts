/** The decision as a whole: time, numbers, effects, rounds. */
import { describe, expect, it } from "@jest/globals";
import { effectId } from "../../../src/domain/ids.js";
import { decide, decideBy, RULES } from "../../../src/engine/decide.js";
import type { Queue } from "../../../src/engine/queue.js";
import type { Rule } from "../../../src/engine/rule.js";
import {
  after,
  aQueue,
  BEGINNING,
  happening,
  passed,
  restarted,
  story,
  submitted,
} from "../../support/queue-builder.js";

const full = after(aQueue(), submitted(1), submitted(2));

describe("a decision", () => {
  it("numbers its effects, and never twice the same", () => {
    const { effects, queue } = story(aQueue(), submitted(1), submitted(2), restarted(1), passed("1"));
    const ids = effects.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(effectId(queue.nextNumber)).toBeGreaterThan(Math.max(...ids));
  });

  it("never goes back in time", () => {
    const late = happening(() => ({ kind: "timePassed", at: BEGINNING + 5000 }));
    const early = happening(() => ({ kind: "timePassed", at: BEGINNING - 5000 }));
    expect(after(full, late, early).now).toBe(BEGINNING + 5000);
  });

  it("changes nothing but the time when only time passes", () => {
    const decision = decide(full, { kind: "timePassed", at: BEGINNING + 1 });
    expect(decision).toMatchObject({
      queue: { ...full, now: BEGINNING + 1 },
      effects: [],
      transitions: [],
      concluded: [],
      endedRuns: [],
    });
  });

  it("leaves the queue it was given as it was", () => {
    const before = JSON.stringify(full);
    after(full, passed("1"), restarted(2), submitted(3));
    expect(JSON.stringify(full)).toBe(before);
  });

  it("does not depend on the order of the rules", () => {
    const backwards = RULES.toReversed();
    const events = story(full, passed("1+2"), passed("1")).events;
    const settle = (rules: readonly Rule[]): Queue =>
      events.reduce((queue, event) => decideBy(rules, queue, event).queue, full);
    expect(settle(backwards)).toEqual(settle(RULES));
  });

  it("says so when the rules come to no end", () => {
    const restless: Rule = (queue) => ({ queue: { ...queue } });
    expect(() => decideBy([restless], full, { kind: "timePassed", at: BEGINNING })).toThrow(
      "the rules come to no end after timePassed: main <- #1 running <- #2+1 running",
    );
  });
});
