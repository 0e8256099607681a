/** The order in which a queue considers what it has admitted: the line as people see it, and their positions in it. */
import { allBatches, entriesOf } from "./lookup.js";
import type { Entry, Queue } from "./queue.js";
import { waitingEntries } from "./waiting.js";

/** What has a place in the line or beside it, then what waits for one. A direct merge lands without a place. */
export function* considered(queue: Queue): Iterable<Entry> {
  const { landing } = queue;
  const direct = landing?.proof.kind === "direct" ? landing.heads : [];
  yield* entriesOf(queue, [
    ...direct.map(({ pullRequest }) => pullRequest),
    ...allBatches(queue).flatMap(({ entries }) => entries),
  ]);
  yield* waitingEntries(queue);
}
