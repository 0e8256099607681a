/** Queues in parallel mode that several stories begin with. */
import type { Queue } from "../../src/engine/model/queue.js";
import { after, aQueue, landed, passed, submitted, touching } from "./queue-builder.js";

/** #1 and #2 in one lane and #3 in another are under test; #4, which landed, was in neither. */
export function afterAnotherLanded(): Queue {
  return after(
    aQueue({ mode: "parallel", concurrency: 10 }),
    submitted(1, touching("a")),
    submitted(2, touching("a")),
    submitted(3, touching("b")),
    submitted(4, touching("c")),
    passed("4"),
    landed(),
  );
}

/** Since #2 landed beside it, #1, with #3 behind it, is to be put on top of that before it lands. */
export function beforeLandingPastAnother(parallel: Queue): Queue {
  return after(
    parallel,
    submitted(1, touching("slow")),
    submitted(3, touching("slow", "more")),
    submitted(2, touching("quick")),
    passed("2"),
    landed(),
    passed("1"),
  );
}
