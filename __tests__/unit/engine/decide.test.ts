/** The decision as a whole: time, numbers, effects, rounds. */
import { describe, expect, it } from "@jest/globals";
import { derivedUuid, effectId } from "../../../src/domain/ids.js";
import { decide, decideBy, RULES } from "../../../src/engine/decide.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Decision, Rule } from "../../../src/engine/model/decision.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import type { Decide } from "../../support/engine-world.js";
import {
  after,
  aQueue,
  BEGINNING,
  builds,
  cancelled,
  changed,
  conflicted,
  failed,
  type Happening,
  happening,
  landed,
  onTip,
  passed,
  restarted,
  startedAsOrdered,
  story,
  submitted,
  unbuilt,
} from "../../support/queue-builder.js";
import { liveRandomly } from "../../support/random-life.js";

const full = after(aQueue(), submitted(1), submitted(2));
const more = [submitted(3), submitted(4)];
const batch = after(aQueue({ batch: true, batchingMinSize: 3 }), submitted(1), submitted(2));

/** The queue after the same happenings, by other rules. */
function settledBy(rules: readonly Rule[], from: Queue, happenings: readonly Happening[]): Queue {
  let queue = from;
  for (const { events, holdsBuilds } of happenings) {
    const pending = [...events(queue)];
    for (let event = pending.shift(); event !== undefined; event = pending.shift()) {
      const decision = decideBy(rules, queue, event);
      ({ queue } = decision);
      if (holdsBuilds) continue;
      for (const effect of decision.effects) {
        if (effect.kind === "startTestRun") pending.push(...startedAsOrdered(queue.now, effect));
      }
    }
  }
  return queue;
}

/** Of all that a decision has made: entries, batches, runs, landings of their own, and effects. */
function newNumbers(before: Queue, { queue, effects }: Decision): readonly number[] {
  const known = new Set([...before.line, ...before.beside].map(({ id }) => id));
  const batches = [...queue.line, ...queue.beside].filter(({ id }) => !known.has(id));
  const direct = queue.landing?.proof.kind === "direct" ? [queue.landing.run] : [];
  const runs = [...[...queue.runs, ...queue.hedges].map(({ id }) => id), ...direct];
  const old = new Set([
    ...before.runs.map(({ id }) => id),
    ...before.hedges.map(({ id }) => id),
    before.landing?.run,
  ]);
  return [
    ...queue.entries.flatMap(({ sequence }) => (sequence > newestOf(before) ? sequence : [])),
    ...batches.map(({ id }) => Number(id)),
    ...runs.filter((id) => !old.has(id)).map((id) => numberOf(queue, id)),
    ...effects.map(({ id }) => Number(id)),
  ];
}

const derived: string[] = [];

/** The number that the id of a run was derived from: all queues here have one id. */
function numberOf({ id, nextNumber }: Queue, run: string): number {
  while (derived.length <= nextNumber) derived.push(derivedUuid(id, derived.length));
  return derived.lastIndexOf(run);
}

function newestOf({ entries }: Queue): number {
  return entries.at(-1)?.sequence ?? -1;
}

describe("a decision", () => {
  it("numbers its effects, and never twice the same", () => {
    const { effects, queue } = story(aQueue(), submitted(1), submitted(2), restarted(1), passed("1"));
    const ids = effects.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(effectId(queue.nextNumber)).toBeGreaterThan(Math.max(...ids));
  });

  it.each([1, 2, 3, 4, 5, 6])("gives no number twice, in step after step of life %i", (seed) => {
    const numbered: Decide = (queue, event) => {
      const decision = decide(queue, event);
      const given = newNumbers(queue, decision);
      expect(new Set(given).size).toBe(given.length);
      expect(given.filter((number) => number < queue.nextNumber)).toEqual([]);
      expect(given.filter((number) => number >= decision.queue.nextNumber)).toEqual([]);
      return decision;
    };
    expect(liveRandomly(seed, numbered).log.length).toBeGreaterThan(10);
  });

  it.each<[string, Queue, Happening]>([
    ["lets an urgent one in", full, submitted(3, { priority: 0 })],
    [
      "gives two a place at once",
      after(full, changed({ concurrency: 2 }), ...more),
      changed({ concurrency: 4 }),
    ],
    ["splits a batch that failed", after(batch, submitted(3)), failed("1+2+3")],
    ["splits a batch at a conflict", after(batch, unbuilt(submitted(3))), conflicted("1+2+3", 2)],
    ["merges directly", aQueue({ directMergeMode: "always" }), submitted(1, onTip)],
  ])("gives as many numbers as it makes things where it %s", (_, queue, { events }) => {
    for (const event of events(queue)) {
      const decision = decide(queue, event);
      const given = newNumbers(queue, decision);
      expect(new Set(given).size).toBe(given.length);
      expect(Math.min(...given)).toBe(queue.nextNumber);
      expect(decision.queue.nextNumber - queue.nextNumber).toBe(given.length);
    }
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

  const held = after(full, unbuilt(submitted(3)), conflicted("1+2+3", 3));
  it.each<[string, Queue, readonly Happening[]]>([
    ["lands", full, [passed("1+2"), passed("1")]],
    ["blames", full, [failed("1"), failed("1")]],
    ["goes on without one in doubt", full, [failed("1"), passed("2"), passed("1")]],
    ["lets an urgent one in", full, [submitted(3, { priority: 0 }), passed("3+1"), passed("3")]],
    ["splits a batch that failed", batch, [submitted(3), failed("1+2+3"), passed("3"), failed("1+2")]],
    ["splits a batch at a conflict", batch, [unbuilt(submitted(3)), conflicted("1+2+3", 2)]],
    ["tries one again that did not merge", held, [cancelled(1)]],
    ["evicts who does not merge", batch, [unbuilt(submitted(3)), conflicted("1+2+3", 1)]],
  ])("does not depend on the order of the rules where it %s", (_, from, happenings) => {
    const expected = picture(after(from, ...happenings));
    expect(picture(settledBy(RULES.toReversed(), from, happenings))).toBe(expected);
  });

  it("tells those who are over in the order of submission, whoever was over first", () => {
    const urgentFirst = after(aQueue(), submitted(1), unbuilt(submitted(2, { priority: 0 })));
    const landing = after(urgentFirst, builds("2"), conflicted("2+1", 1), passed("2"));
    expect(picture(landing)).toBe("main <- #2 landing <- #1+2 conflicted at #1");
    expect(story(landing, landed()).concluded.map(({ facts, ended }) => [facts.number, ended])).toEqual([
      [1, "failed"],
      [2, "merged"],
    ]);
  });

  it("has a hundred rounds to settle", () => {
    const settlesAfter = (rounds: number): Rule => {
      let left = rounds;
      return (queue) => (left-- > 0 ? { queue: { ...queue } } : null);
    };
    const event = { kind: "timePassed", at: BEGINNING } as const;
    expect(decideBy([settlesAfter(99)], full, event).queue).toEqual(full);
    expect(() => decideBy([settlesAfter(100)], full, event)).toThrow("come to no end");
  });

  it("says so when the rules come to no end", () => {
    const restless: Rule = (queue) => ({ queue: { ...queue } });
    expect(() => decideBy([restless], full, { kind: "timePassed", at: BEGINNING })).toThrow(
      "the rules come to no end after timePassed: main <- #1 running <- #2+1 running",
    );
  });
});
