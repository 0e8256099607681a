/** The same queue and the same event lead to the same decision, byte for byte, whatever the engine remembers. */
import type { Decide } from "./engine-world.js";
import { BrokenTruth } from "./small-world.js";
import { bySize } from "./test-size.js";

/** Looking at every decision twice takes three times as long. */
const EVERY = bySize({ reduced: 200, share: 200, full: 1 });

/** Now and then decides on a copy of the queue as well, of which the engine can know nothing. */
export function decideAlike(decide: Decide): Decide {
  let count = 0;
  return (queue, event) => {
    const decision = decide(queue, event);
    count += 1;
    if (count % EVERY !== 0) return decision;
    if (JSON.stringify(decide(structuredClone(queue), event)) !== JSON.stringify(decision)) {
      throw new BrokenTruth(`${event.kind} leads to another decision on a copy of the queue`);
    }
    return decision;
  };
}
