/** How many may be given a place at once. */
import { expect, it } from "@jest/globals";
import { batchId } from "../../../src/domain/ids.js";
import { newBatch } from "../../../src/engine/model/change.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { freeSeats } from "../../../src/engine/rules/form-batches.js";
import { after, aQueue, runNamed, submitted } from "../../support/queue-builder.js";

const one = after(aQueue({ concurrency: 1000 }), submitted(1));

/** So many that have passed and wait to land, which takes no slot. */
function waitingToLand(count: number): Queue {
  const [run, batch] = [runNamed(one, "1"), newBatch(1, [])];
  const ids = Array.from({ length: count }, (_, at) => batchId(at + 1));
  return {
    ...one,
    line: ids.map((id) => ({ ...batch, id })),
    runs: ids.map((id) => ({ ...run, batch: id, progress: { kind: "passed" } })),
  };
}

it.each([
  [0, 1000],
  [990, 10],
  [1000, 0],
])("a line of %i has %i more places", (length, seats) => {
  expect(freeSeats(waitingToLand(length))).toBe(seats);
});
