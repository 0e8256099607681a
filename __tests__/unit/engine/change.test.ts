/** A copy with nothing changed is the same queue, and its lists stay the same objects, so that indexes of them last. */
import { describe, expect, it } from "@jest/globals";
import { batchId } from "../../../src/domain/ids.js";
import {
  newBatch,
  withBatches,
  withBatchesInstead,
  withEntries,
  withFailed,
  withoutLostHedges,
  withoutRuns,
  withRuns,
} from "../../../src/engine/model/change.js";
import type { Batch, Queue } from "../../../src/engine/model/queue.js";
import { after, allSubmitted, aQueue, failed, submitted } from "../../support/queue-builder.js";

/** #3 in the line, the halves of another batch beside it. */
const queue = after(
  aQueue({ batch: true, batchingMinSize: 2 }),
  ...allSubmitted(1, 2),
  submitted(3, { noBatch: true }),
  failed("1+2"),
);
const [inLine = missing()] = queue.line;
const [beside = missing(), last = missing()] = queue.beside;

function listsKept(next: Queue): readonly boolean[] {
  return [next.line === queue.line, next.beside === queue.beside];
}

describe("no change", () => {
  it("is the same queue", () => {
    expect(withEntries(queue, [])).toBe(queue);
    expect(withFailed(queue, [])).toBe(queue);
    expect(withRuns(queue, [])).toBe(queue);
    expect(withoutRuns(queue, [])).toBe(queue);
    expect(withoutLostHedges(queue, [])).toBe(queue);
  });

  it("keeps the lists of batches", () => {
    expect(listsKept(withBatches(queue, []))).toEqual([true, true]);
    expect(listsKept(withBatches(queue, [newBatch(99, [])]))).toEqual([true, true]);
    expect(listsKept(withBatchesInstead(queue, new Map([[batchId(99), []]])))).toEqual([true, true]);
  });
});

describe("a change of batches", () => {
  const retried: Batch = { ...beside, isRetried: true };

  it("keeps the list that it is not about, and all other batches", () => {
    const next = withBatches(queue, [retried]);
    expect(listsKept(next)).toEqual([true, false]);
    expect(next.beside).toEqual([retried, last]);
    expect(listsKept(withBatches(queue, [{ ...inLine, isRetried: true }]))).toEqual([false, true]);
  });

  it("puts any number in the place of one", () => {
    const halves = [newBatch(98, []), newBatch(99, [])];
    const next = withBatchesInstead(queue, new Map([[beside.id, halves]]));
    expect(listsKept(next)).toEqual([true, false]);
    expect(next.beside).toEqual([...halves, last]);
    expect(withBatchesInstead(queue, new Map([[beside.id, []]])).beside).toEqual([last]);
  });
});

describe("hedges that came to nothing", () => {
  const hedged = after(aQueue({ hedging: true, concurrency: 8 }), ...allSubmitted(1, 2, 3));

  it("are remembered by their batch, each of them, and by no other", () => {
    const lost = hedged.hedges.filter(({ batch }) => batch === hedged.line[2]?.id);
    const { line, hedges } = withoutLostHedges(hedged, lost);
    expect(lost).toHaveLength(2);
    expect(line.map(({ lostHedges }) => lostHedges)).toEqual([0, 0, 2]);
    expect(line.slice(0, 2).map((batch, at) => batch === hedged.line[at])).toEqual([true, true]);
    expect(hedges).toEqual(hedged.hedges.filter((hedge) => !lost.includes(hedge)));
  });
});

describe("a change of runs", () => {
  it("is one of those named", () => {
    const [first = missing(), second = missing()] = queue.runs;
    const changed = { ...second, passedBy: second.own };
    expect(withRuns(queue, [changed]).runs.slice(0, 2)).toEqual([first, changed]);
    expect(withoutRuns(queue, [first]).runs).toEqual(queue.runs.slice(1));
  });
});

function missing(): never {
  throw new Error("the story tells otherwise");
}
