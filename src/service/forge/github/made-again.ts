/**
 * Jobs of one name in one run of a workflow. One that is made again stands for the one before; of several that belong to
 * the workflow itself all count, though GitHub's own rules are content with the latest.
 */
import type { CheckRunAnswer } from "./answers.js";

/** All in one suite and of one name, oldest first; `startedAt` is when the suite was started last, where that is told. */
export function lessMadeAgain(
  runs: readonly CheckRunAnswer[],
  startedAt: number | null,
): readonly CheckRunAnswer[] {
  const ofLastStart = runs.filter((run) => startedAt === null || !wasOverBy(run, startedAt));
  if (startedAt !== null && ofLastStart.length > 0) return ofLastStart;
  // Only others were made again, or it is not told: what was at work at the same time was not made again.
  const last = runs.at(-1);
  const lastBegan = Date.parse(last?.started_at ?? "");
  return runs.filter((run) => run === last || !wasOverBy(run, lastBegan));
}

/** False where the times are not told. */
function wasOverBy({ completed_at: ended }: CheckRunAnswer, time: number): boolean {
  return Date.parse(ended ?? "") <= time;
}
