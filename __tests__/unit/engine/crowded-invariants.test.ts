/** Where thousands wait, a decision is held to the truths about those it was about; a look at all of them misses nobody. */
import { expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../src/domain/ids.js";
import { decide } from "../../../src/engine/decide.js";
import type { Decision } from "../../../src/engine/model/decision.js";
import { brokenInvariants } from "../../../src/engine/model/invariants.js";
import type { Entry, Queue } from "../../../src/engine/model/queue.js";
import { after, aQueue, entryNumbered, submitted } from "../../support/queue-builder.js";

const MOST_LOOKED_AT = 1000;
const one = after(aQueue({ concurrency: 1 }), submitted(1), submitted(2));

/** So many entries, the last of which was noted wrongly. */
function crowd(count: number): Queue {
  const waiting = entryNumbered(one, 2);
  const more = Array.from({ length: count - 2 }, (_, at): Entry => {
    const facts = { ...waiting.facts, number: pullRequestNumber(at + 3) };
    const state = at === count - 3 ? "testing" : waiting.state;
    return { ...waiting, facts, sequence: waiting.sequence + at + 1, state };
  });
  return { ...one, entries: [...one.entries, ...more] };
}

const quiet: Decision = decide(one, { kind: "timePassed", at: one.now });

it("a decision about nobody is not held to what was noted of thousands that wait", () => {
  const queue = crowd(MOST_LOOKED_AT + 1);
  expect(brokenInvariants(queue, quiet)).toEqual([]);
  expect(brokenInvariants(queue)).toEqual(["#1001 is pending but was last noted as testing"]);
});

it("a decision is held to what it noted of each, and of those with a place", () => {
  const queue = crowd(MOST_LOOKED_AT + 1);
  const noted: Decision = {
    ...quiet,
    transitions: [
      {
        at: queue.now,
        entry: entryNumbered(queue, 1001).id,
        pullRequest: pullRequestNumber(1001),
        from: "pending",
        to: "testing",
        reason: null,
        run: null,
      },
    ],
  };
  expect(brokenInvariants(queue, noted)).toEqual(["#1001 is pending but was last noted as testing"]);
  const placed: Queue = {
    ...queue,
    entries: queue.entries.map((entry) =>
      entry.facts.number === 1 ? { ...entry, state: "pending" } : entry,
    ),
  };
  expect(brokenInvariants(placed, quiet)).toEqual(["#1 is testing but was last noted as pending"]);
});

it("a decision is held to what was noted of all, where they are a thousand at most", () => {
  expect(brokenInvariants(crowd(MOST_LOOKED_AT), quiet)).toEqual([
    "#1000 is pending but was last noted as testing",
  ]);
});
