/** One message of each event, as queues really tell it; `docs/reference/webhooks.md` shows the same. */
import {
  after,
  allSubmitted,
  aQueue,
  cancelled,
  failed,
  landed,
  passed,
  submitted,
  turned,
} from "./queue-builder.js";
import { type Told, toldBy } from "./told-by-story.js";

const BATCHING = { batch: true, batchingMinSize: 2 } as const;

/** By the name of the event. */
export function webhookSamples(): ReadonlyMap<string, Told> {
  const stories = [
    toldBy(aQueue(), submitted(1), passed("1"), landed()),
    toldBy(after(aQueue(), submitted(1)), failed("1"), failed("1")),
    toldBy(aQueue(), submitted(1), cancelled(1)),
    toldBy(aQueue(BATCHING), ...allSubmitted(1, 2), passed("1+2"), landed()),
    toldBy(after(aQueue(BATCHING), ...allSubmitted(1, 2)), failed("1+2")),
    toldBy(aQueue(), turned("paused")),
  ];
  const samples = new Map<string, Told>();
  for (const told of stories.flat()) {
    const type = String(told["type"]);
    if (!samples.has(type)) samples.set(type, told);
  }
  return samples;
}
