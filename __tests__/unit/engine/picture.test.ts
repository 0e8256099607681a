/** The picture shows a whole queue in one line. */
import { expect, it } from "@jest/globals";
import { picture } from "../../../src/engine/picture.js";
import {
  after,
  aQueue,
  cancelled,
  conflicted,
  failed,
  type Happening,
  landed,
  minutesPassed,
  passed,
  submitted,
  turned,
  unbuilt,
} from "../../support/queue-builder.js";

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
])("shows %s", (_, queue, expected) => {
  expect(picture(queue)).toBe(expected);
});
