/** Takes batches in two halves, each of which is tested alone beside the line, to find out whom something is about. */
import { newBatch, withBatchesInstead, withoutRuns } from "./change.js";
import type { Batch, Queue } from "./queue.js";
import type { Step } from "./rule.js";

/** Wherever they are, the others go on without them; one of a single entry goes beside the line as it is. */
export function inHalves(
  queue: Queue,
  batches: readonly Batch[],
  /** Whether each is known to hold a culprit. */
  isProven: boolean,
): Required<Pick<Step, "queue" | "endedRuns">> {
  const gone = new Set(batches.map(({ id }) => id));
  const halves = batches.flatMap((batch, index) => halvesOf(batch, queue.nextNumber + 2 * index, isProven));
  const endedRuns = queue.runs.filter(({ batch }) => gone.has(batch));
  const { beside, ...rest } = withBatchesInstead(queue, new Map(batches.map(({ id }) => [id, []])));
  const nextNumber = queue.nextNumber + 2 * batches.length;
  return {
    queue: withoutRuns({ ...rest, beside: [...beside, ...halves], nextNumber }, endedRuns),
    endedRuns,
  };
}

function halvesOf({ id, entries }: Batch, number: number, isProven: boolean): readonly Batch[] {
  const middle = Math.ceil(entries.length / 2);
  const splitFrom = isProven ? id : null;
  return [entries.slice(0, middle), entries.slice(middle)].flatMap((half, index) =>
    half.length === 0 ? [] : [newBatch(number + index, half, splitFrom)],
  );
}
