/** A queue that is deleted and created again is another one: nothing said about the earlier one changes it. */
import { expect, it } from "@jest/globals";
import { queueId } from "../../../src/domain/ids.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import {
  after,
  allSubmitted,
  aQueue,
  failed,
  type Happening,
  landed,
  landingRefused,
  passed,
  prepared,
  story,
} from "../../support/queue-builder.js";

const earlier = after(aQueue(), ...allSubmitted(1, 2));
const again: Queue = { ...aQueue(), id: queueId("7b1c9a54-0c55-4d41-9a57-6f6a6a1d1c11") };
const created = after(again, ...allSubmitted(1, 2));

/** What happened to the earlier queue, told to the one of today. */
function late(queue: Queue, happening: Happening): Happening {
  const events = happening.events(queue);
  return { holdsBuilds: false, events: () => events };
}

it("it has entries and runs of other ids", () => {
  const ids = ({ entries, runs }: Queue) => [...entries, ...runs].map(({ id }) => id);
  expect(ids(created)).toHaveLength(ids(earlier).length);
  expect(ids(created).filter((id) => ids(earlier).includes(id))).toEqual([]);
});

it.each<[string, Queue, Happening]>([
  ["a pass", earlier, passed("1")],
  ["a failure", earlier, failed("1+2")],
  ["a landing", after(earlier, passed("1")), landed()],
  ["a refused landing", after(earlier, passed("1")), landingRefused("v9")],
  ["a prepared landing", after(earlier, passed("1")), prepared()],
])("late word of the earlier one changes nothing: %s", (_, before, happening) => {
  const { queue, effects } = story(created, late(before, happening));
  expect(queue).toEqual(created);
  expect(effects).toEqual([]);
  expect(picture(queue)).toBe("main <- #1 running <- #2+1 running");
});
