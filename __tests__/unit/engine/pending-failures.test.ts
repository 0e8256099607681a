/** Nobody is planned without one in doubt who could still be cleared, unless enough successors stand between them. */
import { describe, expect, it } from "@jest/globals";
import { PlaceSet } from "../../../src/engine/index/queue-index.js";
import { PendingFailures } from "../../../src/engine/planning/pending-failures.js";

/** Counts how often anybody goes through the places. */
class Lane extends PlaceSet {
  readings = 0;

  constructor(place: number, ahead: readonly number[]) {
    super(place);
    for (const index of ahead) this.add(index);
  }

  override [Symbol.iterator](): Iterator<number> {
    this.readings += 1;
    return super[Symbol.iterator]();
  }
}

/** Whoever asks was tested with whom it is about. */
const isTested = (): boolean => true;

/** For each place those ahead that it depends on. */
function lanes(...predecessors: readonly (readonly number[])[]): readonly Lane[] {
  return predecessors.map((ahead, place) => new Lane(place, ahead));
}

function oneLane(length: number): readonly Lane[] {
  return lanes(...Array.from({ length }, (_, place) => Array.from({ length: place }, (__, ahead) => ahead)));
}

describe("one in doubt", () => {
  it("is left out by those who stand further behind it than the depth", () => {
    const pendingFailures = new PendingFailures(oneLane(4), 2);
    pendingFailures.add(0, "clearable");
    expect([1, 2, 3].map((place) => pendingFailures.leftOutBy(place, isTested))).toEqual([[], [], [0]]);
  });

  it("is left out by everybody behind it at no depth, and nobody counts how far behind", () => {
    const lane = oneLane(4);
    const pendingFailures = new PendingFailures(lane, 0);
    pendingFailures.add(0, "clearable");
    expect([1, 2, 3].map((place) => pendingFailures.leftOutBy(place, isTested))).toEqual([[0], [0], [0]]);
    expect(lane.map(({ readings }) => readings)).toEqual([0, 0, 0, 0]);
  });

  it("is left out at once by everybody behind it where no later pass can clear it", () => {
    const pendingFailures = new PendingFailures(lanes([], [0], []), 9);
    pendingFailures.add(0, "lasting");
    expect([1, 2].map((place) => pendingFailures.leftOutBy(place, isTested))).toEqual([[0], []]);
  });

  it("is left out by those that were not tested with it, however near", () => {
    const pendingFailures = new PendingFailures(oneLane(3), 9);
    pendingFailures.add(0, "clearable");
    expect(pendingFailures.leftOutBy(1, (failed) => failed !== 0)).toEqual([0]);
    expect(pendingFailures.leftOutBy(2, (failed) => failed === 0)).toEqual([]);
  });

  it("is no nearer for one between that does not depend on it", () => {
    const pendingFailures = new PendingFailures(lanes([], [], [0, 1], [0, 1, 2]), 1);
    pendingFailures.add(0, "clearable");
    expect([2, 3].map((place) => pendingFailures.leftOutBy(place, isTested))).toEqual([[], [0]]);
  });

  it("has its successors counted once each, and no further than the depth", () => {
    const lane = oneLane(6);
    const pendingFailures = new PendingFailures(lane, 4);
    pendingFailures.add(0, "clearable");
    expect([5, 4, 5].map((place) => pendingFailures.leftOutBy(place, isTested))).toEqual([[0], [], [0]]);
    expect(lane.map(({ readings }) => readings)).toEqual([0, 1, 1, 1, 1, 1]);
    const shallow = oneLane(6);
    const fewer = new PendingFailures(shallow, 1);
    fewer.add(0, "clearable");
    expect(fewer.leftOutBy(5, isTested)).toEqual([0]);
    expect(shallow.map(({ readings }) => readings)).toEqual([0, 1, 0, 0, 0, 1]);
  });
});

it("without anybody in doubt, one list of nobody serves everybody", () => {
  const pendingFailures = new PendingFailures(oneLane(3), 1);
  expect(pendingFailures.leftOutBy(1, isTested)).toEqual([]);
  expect(pendingFailures.leftOutBy(2, isTested)).toBe(pendingFailures.leftOutBy(1, isTested));
});
