/** People see a queue in the order in which it considers what it has admitted. */
import { expect, it } from "@jest/globals";
import { PRIORITIES } from "../../../src/domain/priority.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { considered } from "../../../src/engine/planning/landable.js";
import {
  after,
  allSubmitted,
  aQueue,
  failed,
  onTip,
  passed,
  submitted,
} from "../../support/queue-builder.js";

function order(queue: Queue): readonly number[] {
  return [...considered(queue)].map(({ facts }) => facts.number);
}

it("comes who merges directly, then who has a place, then who waits, by priority", () => {
  const direct = aQueue({ directMergeMode: "always", concurrency: 1 });
  const urgentLast = submitted(4, { priority: PRIORITIES.high });
  const queue = after(direct, submitted(1, onTip), submitted(2), submitted(3), urgentLast);
  expect(picture(queue)).toBe("main <- #2 running | merging #1 directly | waiting #4 #3");
  expect(order(queue)).toEqual([1, 2, 4, 3]);
});

it("nobody comes twice who lands with a place in the line, and nobody at all who is not ready", () => {
  const line = after(aQueue({ concurrency: 2 }), ...allSubmitted(1, 2, 3));
  const queue = after(line, submitted(4, { facts: { draft: true } }), passed("1"));
  expect(queue.landing).not.toBeNull();
  expect(order(queue)).toEqual([1, 2, 3]);
});

it("the parts of a batch that failed come behind the line", () => {
  const four = after(aQueue({ batch: true, batchingMinSize: 4 }), ...allSubmitted(1, 2, 3, 4));
  const queue = after(four, failed("1+2+3+4"), ...allSubmitted(5, 6, 7, 8));
  expect(picture(queue)).toBe("main <- #5&#6&#7&#8 running | bisecting #1&#2 running, #3&#4 running");
  expect(order(queue)).toEqual([5, 6, 7, 8, 1, 2, 3, 4]);
});
