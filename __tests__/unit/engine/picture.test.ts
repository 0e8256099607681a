/** The picture shows a whole queue in one line. */
import { expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/explain/picture.js";
import {
  after,
  aQueue,
  cancelled,
  conflicted,
  failed,
  type Happening,
  landed,
  minutesPassed,
  observed,
  onTip,
  passed,
  restarted,
  submitted,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

const onTipOf = (number: number): Happening => submitted(number, onTip);
const draft = { facts: { draft: true } };
const many = Array.from({ length: 23 }, (_, index): Happening => submitted(index + 1));

it.each([
  ["an empty queue", aQueue(), "main"],
  ["a state other than running", after(aQueue(), turned("draining")), "main (draining)"],
  [
    "what each batch is built on and how far it is",
    after(aQueue(), submitted(1), submitted(2), unbuilt(submitted(3)), failed("1+2"), turned("paused")),
    "main (paused) <- #1 running <- #2+1 failed <- #3+1 running",
  ],
  [
    "a test branch that does not merge",
    after(aQueue(), submitted(1), unbuilt(submitted(2)), conflicted("1+2", 2)),
    "main <- #1 running <- #2+1 conflicted at #2",
  ],
  [
    "a run that took too long",
    after(
      aQueue(),
      submitted(1),
      minutesPassed(1),
      submitted(2),
      minutesPassed(299),
      cancelled(1),
      turned("paused"),
      minutesPassed(400),
    ),
    "main (paused) <- #2 timed out",
  ],
  [
    "a landing, also of one that would leave",
    after(aQueue(), submitted(1), submitted(2), passed("1+2"), passed("1"), cancelled(2)),
    "main <- #1 landing <- #2+1 landing (leaving)",
  ],
  [
    "one that is to be tested again and waits",
    after(aQueue(), submitted(1), failed("1"), turned("paused"), restarted(1)),
    "main (paused) | retrying #1 pending",
  ],
  [
    "a landing of several that one of them would leave",
    after(
      aQueue({ batch: true, batchingMinSize: 2 }),
      submitted(1),
      submitted(2),
      passed("1+2"),
      cancelled(2),
    ),
    "main <- #1&#2 landing (leaving)",
  ],
  [
    "how many wait beside one that merges directly",
    after(aQueue({ directMergeMode: "always", batch: true, batchingMinSize: 50 }), onTipOf(99), ...many),
    `main | merging #99 directly | waiting ${many
      .slice(0, 20)
      .map((_, index) => `#${index + 1}`)
      .join(" ")} and 3 more`,
  ],
  [
    "only what has not landed",
    after(aQueue(), submitted(1), submitted(2), submitted(3), passed("1"), landed()),
    "main <- #2 running <- #3+2 running",
  ],
  [
    "who waits and who is not ready, twenty at most",
    after(aQueue({ concurrency: 1 }), ...many, submitted(30, { facts: { draft: true } })),
    `main <- #1 running | waiting ${many
      .slice(1, 21)
      .map((_, index) => `#${index + 2}`)
      .join(" ")} and 2 more | not ready #30`,
  ],
  [
    "of those who are not ready twenty at most, too",
    after(aQueue(), ...many.map((_, index) => submitted(index + 1, draft))),
    `main | not ready ${many
      .slice(0, 20)
      .map((_, index) => `#${index + 1}`)
      .join(" ")} and 3 more`,
  ],
  [
    "who is not ready in the order of submission, whoever was looked at last",
    after(
      aQueue(),
      submitted(1, draft),
      submitted(2, draft),
      observed(1, { draft: true, title: "Reworded" }),
    ),
    "main | not ready #1 #2",
  ],
  [
    "no number of those left out where there are none",
    after(aQueue({ concurrency: 1 }), ...many.slice(0, 21)),
    `main <- #1 running | waiting ${many
      .slice(1, 21)
      .map((_, index) => `#${index + 2}`)
      .join(" ")}`,
  ],
])("shows %s", (_, queue, expected) => {
  expect(picture(queue)).toBe(expected);
});
